//===- rules/reverse.h - reversed rules -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for MUSA -> CUDA are the rules for CUDA -> MUSA with their sides swapped
// (docs/reference/rules.md, "Backwards"). The swap happens here, before any lookup, so that users
// of a RuleSet do not notice the direction.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_REVERSE_H
#define MUSAPORT_RULES_REVERSE_H

#include "rules/rule.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace musaport {

struct ReversedRules {
  /// In the order of the forward rules, with their files and lines.
  std::vector<Rule> rules;
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;

  /// A rule that edits forwards but contributes nothing to `rules` or `paths`.
  struct Left {
    uint16_t file = 0;
    uint32_t line = 0;
    llvm::StringRef from;
    std::string reason;
  };
  std::vector<Left> left;
};

/// Rules for build scripts cannot be reversed and are not listed in `left` either: scripts are
/// ported from CUDA to MUSA only.
ReversedRules reverseRules(llvm::ArrayRef<Rule> rules, llvm::ArrayRef<GuardRule> guards,
                           llvm::ArrayRef<PathRule> paths);

} // namespace musaport

#endif // MUSAPORT_RULES_REVERSE_H
