//===- rewrite/tree_context.h - what a source's port knows of its tree -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_TREE_CONTEXT_H
#define MUSAPORT_REWRITE_TREE_CONTEXT_H

#include "rules/rule_set.h"
#include "source/include_resolver.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace musaport {

/// What the port of one file has to know of the others. Shared by all threads.
struct TreeContext {
  const RuleSet &rules;
  const Tree &tree;
  const IncludeResolver &includes;
  /// Names of frameworks, and names that look like CUDA's, that the tree itself declares.
  const llvm::StringSet<> &declared;
  /// Names like CUDA's that are the tree's own wherever they stand.
  const llvm::StringSet<> &ownNames;
  /// Macros that some #include names.
  const llvm::StringSet<> &includeMacros;
  /// Include guards that follow their file's new extension.
  const llvm::StringMap<std::string> &includeGuards;
  bool translatesPtx = false;
  /// What is good to know of names that are ported is said, too: deprecated and unverified ones.
  bool judgesNames = false;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_TREE_CONTEXT_H
