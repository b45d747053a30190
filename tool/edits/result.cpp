//===- edits/result.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "edits/result.h"

#include <tuple>

using llvm::StringRef;

namespace musaport {

size_t UseIndex::find(std::vector<NameUse> &uses, NameUse use,
                      llvm::function_ref<std::pair<uint32_t, uint32_t>()> placeOf) {
  std::string key = use.name + '\0' + char('0' + int(use.outcome)) + use.to + '\0' + use.reason;
  auto [position, isNew] = known.try_emplace(key, uses.size());
  if (isNew) {
    std::tie(use.line, use.column) = placeOf();
    uses.push_back(std::move(use));
  }
  return position->second;
}

std::string describeEdit(const Rule &rule, const RuleSet &rules, StringRef from, StringRef to) {
  return (from + " -> " + to + " by " + rules.file(rule.file).path + ":" +
          std::to_string(rule.line) + " (" + nameOf(rule.status) + ")")
      .str();
}

} // namespace musaport
