//===- rewrite/include_guard.h - the macro around a header ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_INCLUDE_GUARD_H
#define MUSAPORT_REWRITE_INCLUDE_GUARD_H

#include "rules/direction.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// X of `#ifndef X` (or `#if !defined(X)`) and `#define X` as the file's first two directives;
/// empty if there is none.
std::string findIncludeGuard(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// The new name of the include guard `guard` of the file `path`, which becomes `output`: the part
/// that stands for the extension changes with the extension (X_CUH -> X_MUH, X_CU_H_ -> X_MU_H_).
/// Unchanged if there is no such part.
std::string renameIncludeGuard(llvm::StringRef guard, llvm::StringRef path, llvm::StringRef output,
                               Direction direction);

} // namespace musaport

#endif // MUSAPORT_REWRITE_INCLUDE_GUARD_H
