//===- source/git.h - is there anything uncommitted? ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_GIT_H
#define MUSAPORT_SOURCE_GIT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// The root of the git work tree that `folder`, a real path, is in; empty if it is in none. Without
/// git's help, since it may not be installed.
std::string gitRoot(llvm::StringRef folder);

enum class GitState { NoRepository, Clean, Dirty, Unknown };

/// The state of `folder` in its git work tree, by `git status --porcelain`; untracked files that
/// are not ignored count as dirty. Unknown: `folder` is in a repository, but git could not be run.
GitState gitState(llvm::StringRef folder);

} // namespace musaport

#endif // MUSAPORT_SOURCE_GIT_H
