//===- rules/table_storage.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/table_storage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

namespace musaport::embedded {

void TableStorage::finish() {
  llvm::stable_sort(rules, [](const Rule &a, const Rule &b) {
    auto rank = [](const Rule &rule) {
      llvm::StringRef key = lookupKey(rule);
      return std::tuple(key.empty(), rule.kind, key, -int64_t(rule.from.size()), !rule.isLimited(),
                        rule.file, rule.line);
    };
    return rank(a) < rank(b);
  });
  indexed = static_cast<size_t>(
      llvm::partition_point(rules, [](const Rule &rule) { return !lookupKey(rule).empty(); }) -
      rules.begin());

  order.resize(rules.size());
  for (uint32_t i = 0; i < order.size(); ++i)
    order[i] = i;
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return std::tuple(rules[a].file, rules[a].line) < std::tuple(rules[b].file, rules[b].line);
  });
  contexts = 0;
  for (const Rule &rule : rules)
    contexts |= rule.contexts;

  index.assign(llvm::PowerOf2Ceil(std::max<uint64_t>(indexed, 1) * 2), 0);
  const size_t mask = index.size() - 1;
  for (size_t i = 0; i < indexed; ++i) {
    llvm::StringRef key = lookupKey(rules[i]);
    if (i > 0 && rules[i - 1].kind == rules[i].kind && lookupKey(rules[i - 1]) == key)
      continue; // find() goes on to it from the one before
    const uint64_t hash = hashKey(rules[i].kind, key);
    size_t slot = hash & mask;
    while (index[slot] != 0)
      slot = (slot + 1) & mask;
    index[slot] = slotTag(hash) | static_cast<uint32_t>(i + 1);
  }
}

Tables TableStorage::tables() const {
  return {files, rules, guards, paths, portsDeclared, order, index, indexed, contexts};
}

} // namespace musaport::embedded
