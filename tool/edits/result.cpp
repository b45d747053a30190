//===- edits/result.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "edits/result.h"

using llvm::StringRef;

namespace musaport {

std::string describeEdit(const Rule &rule, const RuleSet &rules, StringRef from, StringRef to) {
  static constexpr StringRef statusNames[] = {"supported", "unverified", "differs", "unsupported",
                                              "keep"};
  return (from + " -> " + to + " by " + rules.file(rule.file).path + ":" +
          std::to_string(rule.line) + " (" + statusNames[size_t(rule.status)] + ")")
      .str();
}

} // namespace musaport
