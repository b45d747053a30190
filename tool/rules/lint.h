//===- rules/lint.h - faults of rule files ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_LINT_H
#define MUSAPORT_RULES_LINT_H

#include "report/diagnostic.h"
#include "rules/rule_file.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace musaport {

/// What `musa-port rules lint FILE...` finds beyond what parseRuleFile() refuses: a rule that is
/// shadowed by another of the same file or of another one given, a name that two files map (with the
/// defaults: differently from the embedded rule, a remark), a rule that maps a name to itself, that is unbalanced
/// ("::cuda::" -> "::musa:"), or that can never match. `withDefaults`: compare with the embedded rules too.
std::vector<Diagnostic> lintRules(llvm::ArrayRef<RuleFile> files, bool withDefaults);

} // namespace musaport

#endif // MUSAPORT_RULES_LINT_H
