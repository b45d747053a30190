//===- rules/lint.h - faults of rule files ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_LINT_H
#define MUSAPORT_RULES_LINT_H

#include "report/diagnostic.h"
#include "rules/rule_file.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace musaport {

/// What `musa-port rules lint FILE...` finds beyond what parseRuleFile() refuses, in order of file
/// and line. `files` are in the order they are given in, so that a later one wins.
///
///   [musa-rule-duplicate]      a name that two rules map alike, or twice in one file
///   [musa-rule-shadowed]       a rule that another one always comes before; with `withDefaults`,
///   as a
///                              remark: a rule that decides otherwise than the embedded one
///   [musa-rule-identity]       a rule that maps a name to itself
///   [musa-rule-unbalanced]     two sides whose brackets or outer punctuation differ
///   [musa-rule-never-matches]  a rule for what no source can have
///
/// `withDefaults`: compare with the embedded rules, too.
std::vector<Diagnostic> lintRules(llvm::ArrayRef<RuleFile> files, bool withDefaults);

} // namespace musaport

#endif // MUSAPORT_RULES_LINT_H
