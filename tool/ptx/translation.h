//===- ptx/translation.h - an asm statement in C++ --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_TRANSLATION_H
#define MUSAPORT_PTX_TRANSLATION_H

#include "ptx/asm_statement.h"
#include "ptx/table.h"

#include <string>
#include <vector>

namespace musaport::ptx {

struct Translation {
  enum class Result {
    NotPtx,     ///< a host's assembler, or nothing but a barrier for the compiler: stays
    Translated, ///< `text` stands for the statement, without its semicolon; may have several lines
    Reported,   ///< `instruction` and `reason` say what has no translation
  };
  Result result = Result::NotPtx;
  std::string text;
  std::string instruction;
  std::string reason;
  /// The rows that were used, and the special registers, in order.
  std::vector<std::string> used;
  /// What differs, with the instruction.
  struct Note {
    std::string instruction;
    std::string text;
  };
  std::vector<Note> notes;
};

/// `inMacro`: the statement is part of a macro, whose parameters may stand for any expression.
Translation translate(const AsmStatement &statement, const Table &table, bool inMacro);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TRANSLATION_H
