//===- scripts/python/rules.h - rules for Python files ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_RULES_H
#define MUSAPORT_SCRIPTS_PYTHON_RULES_H

#include "rules/rule_set.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace musaport {

/// The rules for Python files. musa-converter refers to them by their index here.
std::vector<const Rule *> pythonRules(const RuleSet &rules);

/// What musa-converter is told: these rules, except those for flags, about which it asks, and the
/// names of the files that it reads.
nlohmann::ordered_json describePythonRules(const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_RULES_H
