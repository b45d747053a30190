//===- rewrite/declarations.h - names a file declares -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_DECLARATIONS_H
#define MUSAPORT_REWRITE_DECLARATIONS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

struct Declarations {
  /// Of the names asked for: macros, types, functions with a body, variables, enumerators that the
  /// file declares.
  std::vector<std::string> names;
  std::string includeGuard;
  /// Macros that an `#include NAME` names.
  std::vector<std::string> includeMacros;
};

/// X of `#ifndef X` (or `#if !defined(X)`) and `#define X` as the file's first two directives;
/// empty if there is none.
std::string findIncludeGuard(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// Looks only for names for which `isCandidate` is true. Lexical: it sees every branch of every
/// #if, and where a statement could be read two ways it says "no declaration", since a name taken
/// for the tree's own is not ported.
Declarations findDeclarations(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                              llvm::function_ref<bool(llvm::StringRef)> isCandidate);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DECLARATIONS_H
