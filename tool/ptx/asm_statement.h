//===- ptx/asm_statement.h - asm statements of a source file ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_ASM_STATEMENT_H
#define MUSAPORT_PTX_ASM_STATEMENT_H

#include "ptx/branch_choices.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

struct AsmOperand {
  std::string name;       ///< the name in [name], or empty
  std::string constraint; ///< "=r"; empty if a macro provides it
  bool isOutput = false;
  std::string expression; ///< the text in parentheses, with at most one space between tokens
  /// The expression consists only of names, literals, member and element accesses, and casts. It
  /// has no side effects, so it may be evaluated twice or in another order.
  bool isPlain = false;

  bool isReadWrite() const { return constraint.find('+') != std::string::npos; }
  /// The letter of the constraint: 'r', 'l', 'h', 'f', 'd', 'n'; 0 if there is not exactly one.
  char letter() const;
};

/// How long a statement may be, in tokens: what nests others is read again for each of them.
inline constexpr size_t longestAsmStatement = 16384;

struct AsmStatement {
  size_t first = 0, last = 0; ///< tokens [first, last): from asm to the closing parenthesis
  bool isVolatile = false;
  bool clobbersMemory = false;
  /// The template, with escapes decoded. A stringized macro parameter is "#name".
  std::string text;
  /// The part of the template, if any, that is not a string literal, such as a macro.
  std::string unreadable;
  bool hasAnother = false;          ///< another asm is nested in it: ({ asm("..."); x; })
  bool isTooLong = false;           ///< only its beginning was read, without operands
  std::vector<AsmOperand> operands; ///< outputs, then inputs
  /// What the statement is with the other branches of the #ifs within its parentheses. It is itself
  /// what it is with their first ones.
  std::vector<AsmStatement> alternatives;

  /// Whether the #ifs within its parentheses make a difference.
  bool hasBranches() const {
    return !alternatives.empty() || llvm::StringRef(unreadable).starts_with("#");
  }
  /// Whether `text` is all that the compiler would see.
  bool isRead() const { return !hasAnother && !isTooLong && unreadable.empty(); }
};

/// Whether `name` is asm, or asm with underscores.
bool isAsmKeyword(llvm::StringRef name);

/// Reads the statement whose `asm` (or __asm, __asm__) is tokens[at]. Nullopt if this is not a
/// statement: asm is the name of a macro's parameter, or a label without parentheses. `isTrue`: of
/// the conditions within it; branches that are never taken are left out.
std::optional<AsmStatement> readAsmStatement(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                                             size_t at, ConditionAnswer isTrue = eitherMayBe);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_ASM_STATEMENT_H
