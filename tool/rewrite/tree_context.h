//===- rewrite/tree_context.h - what a source's port knows of its tree -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_TREE_CONTEXT_H
#define MUSAPORT_REWRITE_TREE_CONTEXT_H

#include "report/report.h"
#include "rewrite/carry_chains.h"
#include "rewrite/device_members.h"
#include "rewrite/free_functions.h"
#include "rewrite/pasted_names.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// A header of the standard library, with its delimiters, that a source uses, or one of the tree's
/// headers that it includes, and that none of them includes before.
struct LackingHeader {
  std::string header;
  uint32_t line = 0; ///< the source's first that uses it, from 1; or beyond its end
};

/// What Clang said of a file when it parsed its tree. Without --analyze, nothing.
struct ParserFacts {
  std::vector<LackingHeader> lacking;
  struct Place {
    Mend mend = Mend::None;
    uint32_t line = 0, column = 0; ///< of the name, from 1
  };
  std::vector<Place> mends;
};

/// What porting one file needs to know about the other files. Shared by all threads.
struct TreeContext {
  const RuleSet &rules;
  const Tree &tree;
  const IncludeResolver &includes;
  /// Names of frameworks, and names that look like CUDA's, that the tree itself declares.
  const llvm::StringSet<> &declared;
  /// Names that look like CUDA's, that no rule knows, and that the tree does not only call.
  const llvm::StringSet<> &usedOtherwise;
  /// Namespaces and types of the tree that have the name of CUDA's own namespace.
  const llvm::StringSet<> &declaredScopes;
  /// Names that look like CUDA's but are the tree's own everywhere.
  const llvm::StringSet<> &ownNames;
  /// Macros that includes are made of: `#include NAME`, and those in what NAME stands for.
  const llvm::StringSet<> &includeMacros;
  /// Include guards that change with their file's extension, and their new names.
  const llvm::StringMap<std::string> &includeGuards;
  /// The values of macros that stand for a number; 0 if definitions differ.
  const llvm::StringMap<unsigned> &numbers;
  /// The macros that join names of CUDA's.
  const Pastings &pastings;
  const JoinedNames &joinedNames;
  const DeviceMembers &deviceMembers;
  /// Those that findDeviceMacros() finds, and that no source undefines.
  const llvm::StringSet<> &deviceMacros;
  /// See findVariableMacros().
  const llvm::StringSet<> &variableMacros;
  /// See findDeclaredFunctions().
  const FunctionDeclarations &functions;
  const CarryChains &carryChains;
  /// Whether a file includes a header of libcu++, see includesLibcudacxx(). A reference, as what is
  /// above: pass 1 finds it out later.
  const bool &includesLibcudacxx;
  bool translatesPtx = false;
  /// Whether deprecated and unverified names are reported, too.
  bool judgesNames = false;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_TREE_CONTEXT_H
