//===- rewrite/declarators.h - the parts of a function's declaration --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_DECLARATORS_H
#define MUSAPORT_REWRITE_DECLARATORS_H

#include "rewrite/source_text.h"

#include <optional>
#include <string>

namespace musaport {

/// How far one goes at most, in tokens: the head of a class, a declaration, a list of parameters.
constexpr size_t longestDeclaration = 1024;

/// The token behind the bracket that closes the one at tokens[i]; nullopt if none does nearby.
std::optional<size_t> behindBrackets(const SourceText &text, size_t i, clang::tok::TokenKind open,
                                     clang::tok::TokenKind close);

/// The token behind the > that closes the < at tokens[i].
std::optional<size_t> behindAngles(const SourceText &text, size_t i);

/// Whether a name before a ( is an attribute's, or noexcept and the like, and no function's.
bool isAttributeName(llvm::StringRef name);

/// Behind `noexcept` or `noexcept(...)`, if tokens[i] begins it; otherwise `i`.
size_t behindNoexcept(const SourceText &text, size_t i);

/// The parameters in the parentheses from tokens[open] to tokens[close], without their names and
/// default arguments, and what else makes no other function: "(int,const T &)", "()" of (void).
std::string spellParameters(const SourceText &text, size_t open, size_t close);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DECLARATORS_H
