//===- checks/check_tree.h - checks of a whole tree -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_CHECK_TREE_H
#define MUSAPORT_CHECKS_CHECK_TREE_H

#include "checks/translation_units.h"
#include "report/diagnostic.h"
#include "rules/rule_set.h"

namespace musaport {

struct CheckDescription;

/// Those that `globs` selects, "*,-musa-types*" for example: of the globs that fit an ID the last
/// one counts, and - before one takes away. An error names a glob that is none, or that fits no
/// check.
llvm::Expected<std::vector<const CheckDescription *>> selectChecks(llvm::StringRef globs);

struct CheckedTree {
  std::vector<Diagnostic> diagnostics; ///< in the tree's files, by file and place
  size_t units = 0;                    ///< that were parsed
};

/// Parses the tree's CUDA sources, on `threads` threads, and runs `checks` on them. What is found
/// in files that are not the tree's is left out. A unit that has errors is checked as far as it
/// could be parsed, with a warning (musa-parse-incomplete). `hasFp64` is false if no unit may
/// compute in double on the device, whatever its arguments say.
llvm::Expected<CheckedTree> checkTree(const Tree &tree, const BuildArguments &build,
                                      llvm::ArrayRef<const CheckDescription *> checks,
                                      const RuleSet &rules, const ParseHeaders &headers,
                                      unsigned threads, bool hasFp64);

} // namespace musaport

#endif // MUSAPORT_CHECKS_CHECK_TREE_H
