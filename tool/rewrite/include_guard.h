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

/// What the include guard `guard` of a file that becomes `output` is called afterwards: the part of
/// it that stands for the extension follows (X_CUH -> X_MUH, X_CU_H_ -> X_MU_H_); unchanged if
/// there is none.
std::string renameIncludeGuard(llvm::StringRef guard, llvm::StringRef path, llvm::StringRef output,
                               Direction direction);

} // namespace musaport

#endif // MUSAPORT_REWRITE_INCLUDE_GUARD_H
