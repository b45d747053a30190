//===- rules/lint.h - faults of rule files ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_LINT_H
#define MUSAPORT_RULES_LINT_H

#include "report/diagnostic.h"
#include "rules/rule_file.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace musaport {

/// The findings of `musa-port rules lint FILE...` beyond the errors of parseRuleFile(), sorted by
/// file and line. `files` are in the order given on the command line: a later file wins.
///
///   [musa-rule-duplicate]      a name that two rules map alike, or that one file maps twice
///   [musa-rule-shadowed]       a rule that another rule always precedes; with `withDefaults`, a
///                              remark: a rule that decides differently from the embedded one
///   [musa-rule-identity]       a rule that maps a name to itself
///   [musa-rule-unbalanced]     two sides whose brackets or outer punctuation differ
///   [musa-rule-never-matches]  a rule for something that cannot occur in a source
///
/// `withDefaults`: compare with the embedded rules, too.
std::vector<Diagnostic> lintRules(llvm::ArrayRef<RuleFile> files, bool withDefaults);

} // namespace musaport

#endif // MUSAPORT_RULES_LINT_H
