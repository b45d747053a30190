//===- rewrite/inline_asm.h - asm statements with PTX -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_INLINE_ASM_H
#define MUSAPORT_REWRITE_INLINE_ASM_H

#include "ptx/asm_statement.h"
#include "rewrite/carry_variables.h"
#include "rewrite/source_port.h"

#include <optional>
#include <string>

namespace musaport {

/// Translates an asm statement when its last token is visited, because a user's pattern may begin
/// at any of its tokens and takes precedence.
class InlineAsm {
public:
  InlineAsm(SourcePort &port, NeededHeaders &headers, bool isNested)
      : port(port), headers(headers), carry(port, isNested) {}

  /// Call this once per token, in order.
  void visit(size_t i) { carry.visit(i); }

  /// tokens[i] is the asm keyword. A keyword inside the current statement starts no new one.
  /// `facts`: of a GPU's compiler. `inDevice`: in a function that is the device's alone.
  void begin(size_t i, DeadBranches::Facts facts, bool inDevice);
  /// Whether tokens[i] ends the current statement.
  bool endsAt(size_t i) const { return statement && i + 1 == statement->last; }
  /// Call this if a rule keeps what starts at tokens[i]: the statement then stays, too.
  void keepFrom(size_t i) {
    if (statement && i <= statement->first)
      statement.reset();
  }

  struct Replacement {
    TokenRange tokens;
    std::string text; ///< C++ that still uses CUDA's names
    NameUse use;
  };
  /// The replacement of the statement; nullopt if it stays.
  std::optional<Replacement> finish();

  /// The rank of the edits: below the user's rules.
  static constexpr PendingEdits::Rank rank = PendingEdits::highestDefault;

private:
  void leave(size_t i);
  std::nullopt_t leaveDead(size_t i);
  bool hasSemicolon(size_t i) const;
  std::string layOut(llvm::StringRef text, TokenRange tokens);

  SourcePort &port;
  NeededHeaders &headers;
  CarryVariables carry;
  std::optional<ptx::AsmStatement> statement; ///< the statement being visited
  bool isDevice = false;                      ///< it is the device's
  std::optional<bool> hasCarriageReturns;     ///< of the file, once it is asked for
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_INLINE_ASM_H
