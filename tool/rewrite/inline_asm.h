//===- rewrite/inline_asm.h - asm statements with PTX -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_INLINE_ASM_H
#define MUSAPORT_REWRITE_INLINE_ASM_H

#include "ptx/asm_statement.h"
#include "rewrite/source_port.h"

#include <optional>
#include <string>

namespace musaport {

/// Translates a statement once its last token is visited: a pattern of the user's may begin at any
/// of its tokens, and goes first.
class InlineAsm {
public:
  explicit InlineAsm(SourcePort &port) : port(port) {}

  /// tokens[i] is the keyword. What stands within another statement is a part of that.
  void begin(size_t i) {
    if (!statement || i >= statement->last)
      statement = ptx::readAsmStatement(port.text.buffer, port.text.tokens, i);
  }
  /// Whether tokens[i] is the last one of the statement that has begun.
  bool endsAt(size_t i) const { return statement && i + 1 == statement->last; }
  /// A rule keeps what begins with tokens[i].
  void keepFrom(size_t i) {
    if (statement && i <= statement->first)
      statement.reset();
  }

  struct Replacement {
    TokenRange tokens;
    std::string text; ///< in C++, still with CUDA's names
    NameUse use;
  };
  /// What the statement becomes; nullopt if it stays.
  std::optional<Replacement> finish();

  /// Below the user's rules.
  static constexpr PendingEdits::Rank rank = PendingEdits::highestDefault;

private:
  std::string layOut(llvm::StringRef text, TokenRange tokens);

  SourcePort &port;
  std::optional<ptx::AsmStatement> statement; ///< the one that is being visited
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_INLINE_ASM_H
