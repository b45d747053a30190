//===- source/ignore.h - gitignore patterns ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_IGNORE_H
#define MUSAPORT_SOURCE_IGNORE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace musaport {

/// An ordered list of patterns in gitignore syntax (`*`, `**`, `?`, `[a-z]`, a trailing / for
/// folders only, a / elsewhere anchors at the root, `!` negates, the last match wins).
class IgnoreList {
public:
  /// Fails with a reason for a pattern that can never match (empty, a comment, unbalanced [).
  llvm::Error add(llvm::StringRef pattern);
  bool empty() const { return patterns.empty(); }
  /// `path` is relative to the tree's root and uses /. Parent folders are not checked: to behave
  /// like gitignore, a walk must not enter ignored folders.
  enum class Match { None, Ignore, Negated };
  Match match(llvm::StringRef path, bool isFolder) const {
    size_t steps = 0;
    return match(path, isFolder, steps);
  }
  /// The same, and adds how many bytes and names it looked at, which is what it costs.
  Match match(llvm::StringRef path, bool isFolder, size_t &steps) const;

private:
  struct Pattern {
    /// The globs between the slashes. An unanchored pattern starts with `**`.
    std::vector<std::string> segments;
    bool negated = false;
    bool foldersOnly = false;
  };
  std::vector<Pattern> patterns;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_IGNORE_H
