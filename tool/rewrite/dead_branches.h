//===- rewrite/dead_branches.h - branches that no port takes ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some branches of #if are dead in the port, whatever the build defines: MUSA defines no
// __CUDACC_VER__, so nothing behind `#ifdef __CUDACC_VER__` needs a person's decision.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_DEAD_BRANCHES_H
#define MUSAPORT_REWRITE_DEAD_BRANCHES_H

#include "rewrite/source_text.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace musaport {

class DeadBranches {
public:
  /// Whether the macro at a token is defined in the port; nothing if that is not known.
  using IsDefined = llvm::function_ref<std::optional<bool>(size_t)>;

  explicit DeadBranches(const SourceText &text) : text(text) {}

  /// Call this once per token, in order. `directive`: see DirectiveTracker::word().
  void visit(size_t i, llvm::StringRef directive, IsDefined isDefined) {
    if (text.startsLine(i) && text.is(i, clang::tok::hash))
      beginDirective(i, directive, isDefined);
  }

  /// Whether the port never compiles the token at `i`, which is the one visited last.
  bool isDead(size_t i) const;
  /// Whether the token at `i` is a name whose condition asks only whether it is defined, or true.
  static bool isQuestion(const SourceText &text, size_t i, llvm::StringRef directive);

private:
  struct Level {
    bool isParentDead = false;
    bool isTaken = false; ///< an earlier branch is certainly compiled
    bool isDead = false;  ///< the present branch is not
  };

  void beginDirective(size_t i, llvm::StringRef directive, IsDefined isDefined);
  std::optional<bool> evaluate(size_t first, llvm::StringRef directive, IsDefined isDefined);

  const SourceText &text;
  std::vector<Level> levels;
  std::vector<TokenRange> unread; ///< parts of the present condition that && or || passes over
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_DEAD_BRANCHES_H
