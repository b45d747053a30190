//===- edits/result.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "edits/result.h"

using llvm::StringRef;

namespace musaport {

std::string describeEdit(const Rule &rule, const RuleSet &rules, StringRef from, StringRef to) {
  return (from + " -> " + to + " by " + rules.file(rule.file).path + ":" +
          std::to_string(rule.line) + " (" + nameOf(rule.status) + ")")
      .str();
}

} // namespace musaport
