//===- ptx/translation.h - an asm statement in C++ --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_TRANSLATION_H
#define MUSAPORT_PTX_TRANSLATION_H

#include "ptx/asm_statement.h"
#include "ptx/table.h"
#include "report/diagnostic.h"

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
  std::string instruction; ///< otherwise the first one
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

/// What matters of where the statement stands.
struct Surroundings {
  bool inMacro = false; ///< it is part of one, whose parameters may stand for any expression
  unsigned lanes = 32;  ///< of a warp
};

Translation translate(const AsmStatement &statement, const Table &table,
                      const Surroundings &surroundings);

/// What a person has to know: that there is no translation and why, or how it differs.
struct Message {
  Severity severity = Severity::Error;
  std::string text;
  std::string note;
};
std::vector<Message> messagesOf(const Translation &translation);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TRANSLATION_H
