//===- commands/rules.h - musa-port rules -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_RULES_H
#define MUSAPORT_COMMANDS_RULES_H

#include "rules/rule_set.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace musaport {

/// `musa-port rules ARGUMENTS...`: `list [LIBRARY...]`, `show NAME...`, `lint FILE...`.
/// `ruleFiles`: the user's, which override the default rules. Returns the exit status: 0; 1 if
/// `lint` warned or `show` knows no such name; 2 for arguments or files that cannot be used.
int runRulesCommand(llvm::ArrayRef<std::string> arguments, const RuleSet::Options &options,
                    llvm::ArrayRef<std::string> ruleFiles, llvm::raw_ostream &out,
                    llvm::raw_ostream &err, bool color);

} // namespace musaport

#endif // MUSAPORT_COMMANDS_RULES_H
