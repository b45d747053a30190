//===- analysis/check_tree.h - checks of a whole tree -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_CHECK_TREE_H
#define MUSAPORT_ANALYSIS_CHECK_TREE_H

#include "analysis/findings_cache.h"
#include "analysis/translation_units.h"
#include "report/report.h"
#include "rules/rule_set.h"
#include "source/worker_processes.h"

#include "llvm/ADT/StringSet.h"

namespace musaport {

struct CheckDescription;

struct CheckedTree {
  std::vector<Diagnostic> diagnostics; ///< in the tree's files, by file and place
  llvm::StringSet<> ownNames;          ///< that the port leaves, see own_names.h
  std::vector<ParsedUnit> units;       ///< all, in the tree's order
  size_t parsed = 0;        ///< of the units; what was found in the others was in the cache
  size_t parsedForHost = 0; ///< of these, for the host, too
  size_t unitCount = 0;     ///< of the tree
};

/// What is certain as soon as a unit has been analyzed: findings that no other unit can refute,
/// each once, and the names that the unit resolved.
using FoundEarly = std::function<void(std::vector<Diagnostic>, llvm::ArrayRef<ResolvedName>)>;

struct CheckTreeOptions {
  unsigned threads = 1;   ///< also how many processes run at a time
  TaskLimits limits = {}; ///< of a unit
  const FindingsCache *cache = nullptr;
  bool hasFp64 = true;   ///< false if no unit may compute in double on the device
  FoundEarly found = {}; ///< called in the order of the units
  /// Called when a unit is begun: how many are done, of how many, and the source.
  std::function<void(size_t done, size_t all, llvm::StringRef source)> progress = {};
};

/// Parses the tree's CUDA sources and runs `checks` on them. Findings in files outside the tree are
/// left out. A unit that has errors is checked as far as it could be parsed, with a warning
/// (musa-parse-incomplete). If the user interrupts, the result has
/// fewer units than the tree, and nothing else.
llvm::Expected<CheckedTree> checkTree(const Tree &tree, const BuildArguments &build,
                                      llvm::ArrayRef<const CheckDescription *> checks,
                                      const RuleSet &rules, const ParseHeaders &headers,
                                      const CheckTreeOptions &options);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CHECK_TREE_H
