//===- ptx/expressions.h - builds C++ expressions ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_EXPRESSIONS_H
#define MUSAPORT_PTX_EXPRESSIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport::ptx {

/// Whether `text` is a name or a literal, judging by its characters.
bool isOneToken(llvm::StringRef text);

/// `text` in parentheses, unless it needs none.
std::string parenthesised(llvm::StringRef text);

/// `(type)text` for text that the user wrote, which is parenthesised unless it is one token.
std::string cast(llvm::StringRef type, llvm::StringRef text);

/// The same for an expression of the table, which is parenthesised unless it is one call, cast or
/// name.
std::string castOf(llvm::StringRef type, llvm::StringRef expression);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_EXPRESSIONS_H
