//===- source/git.h - is there anything uncommitted? ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_GIT_H
#define MUSAPORT_SOURCE_GIT_H

#include "llvm/ADT/StringRef.h"

namespace musaport {

enum class GitState { NoRepository, Clean, Dirty, Unknown };

/// The state of `folder` in its git work tree, by `git status --porcelain`; untracked files that
/// are not ignored count as dirty. Unknown: `folder` is in a repository, but git could not be run.
GitState gitState(llvm::StringRef folder);

} // namespace musaport

#endif // MUSAPORT_SOURCE_GIT_H
