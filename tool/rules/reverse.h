//===- rules/reverse.h - rules read backwards -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of MUSA -> CUDA are those of CUDA -> MUSA with their sides exchanged
// (docs/reference/rules.md, "Backwards"). It is done here, before anything is looked up: whoever
// uses a RuleSet sees rules.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_REVERSE_H
#define MUSAPORT_RULES_REVERSE_H

#include "rules/rule.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace musaport {

struct ReversedRules {
  /// In the order of those that they were made of, with their files and lines.
  std::vector<Rule> rules;
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;

  /// A rule that makes an edit forwards and has no part in `rules` or `paths`.
  struct Left {
    uint16_t file = 0;
    uint32_t line = 0;
    llvm::StringRef from;
    std::string reason;
  };
  std::vector<Left> left;
};

/// The rules of build scripts have no reverse and are not even in `left`: scripts are ported from
/// CUDA to MUSA only.
ReversedRules reverseRules(llvm::ArrayRef<Rule> rules, llvm::ArrayRef<GuardRule> guards,
                           llvm::ArrayRef<PathRule> paths);

} // namespace musaport

#endif // MUSAPORT_RULES_REVERSE_H
