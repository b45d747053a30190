//===- ptx/translation.h - translates an asm statement to C++ ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_TRANSLATION_H
#define MUSAPORT_PTX_TRANSLATION_H

#include "ptx/asm_statement.h"
#include "ptx/table.h"
#include "report/diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport::ptx {

struct Translation {
  enum class Result {
    NotPtx,     ///< host assembly, or only a compiler barrier; the statement stays
    Translated, ///< `text` replaces the statement, without its semicolon; may have several lines
    Reported,   ///< `instruction` has no translation, for `reason`
  };
  Result result = Result::NotPtx;
  std::string text;
  std::string instruction; ///< if translated, the first one
  std::string reason;
  /// The rows and special registers used, in order.
  std::vector<std::string> used;
  /// How an instruction's behaviour differs.
  struct Note {
    std::string instruction;
    std::string text;
  };
  std::vector<Note> notes;
  bool usesCarry = false; ///< Surroundings::carry
  /// CUDA's headers that declare what `text` uses.
  llvm::SmallVector<std::string, 2> headers;
};

/// The context of the statement.
struct Surroundings {
  bool inMacro = false; ///< it is in a macro body, whose parameters may be any expression
  unsigned lanes = 32;  ///< lanes per warp
  /// The variable that has the carry flag between statements; empty if no statement reads the flag
  /// of another one.
  llvm::StringRef carry = {};
  bool isDevice = false; ///< it is in a function of the device: PTX, even if nobody knows it
};

/// What a statement has to do with the carry flag of others.
struct CarryUse {
  bool reads = false;  ///< before it writes it
  bool leaves = false; ///< its last instruction that has to do with the flag writes it
  bool any() const { return reads || leaves; }
};
CarryUse carryUseOf(const AsmStatement &statement, const Table &table);

/// Whether the statement is PTX, by its instructions; if they cannot be read, by its looks.
/// `isDevice`: see Surroundings.
bool isPtx(const AsmStatement &statement, const Table &table, bool isDevice = false);

Translation translate(const AsmStatement &statement, const Table &table,
                      const Surroundings &surroundings);

/// What to tell the user: why there is no translation, or how it behaves differently.
struct Message {
  Severity severity = Severity::Error;
  std::string text;
  std::string note;
};
std::vector<Message> messagesOf(const Translation &translation);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TRANSLATION_H
