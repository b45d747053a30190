//===- rewrite/path_macros.h - macros that paths are made of ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PATH_MACROS_H
#define MUSAPORT_REWRITE_PATH_MACROS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// In tokens. No path of an include has as many.
constexpr size_t longestPath = 64;

/// Whether paths are made of such tokens.
bool isOfPath(const Token &token);
/// Whether a path ends before such a token: < > ( ) and the comma.
bool isDelimiter(const Token &token);

/// A macro that may be a part of an include's path.
struct PathMacro {
  std::string name;
  std::vector<std::string> words; ///< that it stands for, or that an include passes to it
};
std::vector<PathMacro> findPathMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// Adds to the macros that includes name those that these are made of. `found`: of all files.
void addPathMacros(llvm::StringSet<> &includeMacros, llvm::ArrayRef<const PathMacro *> found);

} // namespace musaport

#endif // MUSAPORT_REWRITE_PATH_MACROS_H
