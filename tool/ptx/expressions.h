//===- ptx/expressions.h - C++ that is put together -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_EXPRESSIONS_H
#define MUSAPORT_PTX_EXPRESSIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport::ptx {

/// A name or a literal, as far as its characters say.
bool isOneToken(llvm::StringRef text);

/// `text` in parentheses, unless it needs none.
std::string parenthesised(llvm::StringRef text);

/// `(type)text`, of what a user wrote: in parentheses unless it is one token.
std::string cast(llvm::StringRef type, llvm::StringRef text);

/// The same of what the table has: in parentheses unless it is one call, cast or name.
std::string castOf(llvm::StringRef type, llvm::StringRef expression);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_EXPRESSIONS_H
