//===- rewrite/variable_macros.h - macros before variables ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_VARIABLE_MACROS_H
#define MUSAPORT_REWRITE_VARIABLE_MACROS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// Whether it has no small letter, or begins with an underscore.
bool looksLikeMacro(llvm::StringRef name);

/// The names that look like a macro's and stand before the type of a variable, or may do so:
/// `TABLE const float t[2] = {1, 2};`, `#define OTHER TABLE`. Sorted.
std::vector<std::string> findVariableMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

} // namespace musaport

#endif // MUSAPORT_REWRITE_VARIABLE_MACROS_H
