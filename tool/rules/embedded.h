//===- rules/embedded.h - the default rules, compiled in --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// embed_main.cpp writes these tables from rules/*.json at build time. They are constants, so they
// cost nothing at startup: no code runs, and a static executable needs no relocations for them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_EMBEDDED_H
#define MUSAPORT_RULES_EMBEDDED_H

#include "rules/rule.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <cstddef>
#include <cstdint>

namespace musaport::embedded {

struct File {
  llvm::StringRef path;
  llvm::StringRef library;
  llvm::StringRef title;
  llvm::StringRef package;
};

/// A library that the file with index `file` lists under ports_declared.
struct PortsDeclared {
  uint16_t file;
  llvm::StringRef library;
};

/// `rules` is sorted by lookupRank(): the rules that one lookup returns are adjacent, in order of
/// precedence. Patterns and names with a trailing * come last and are not in the index.
struct Tables {
  llvm::ArrayRef<File> files;
  llvm::ArrayRef<Rule> rules;
  llvm::ArrayRef<GuardRule> guards;
  llvm::ArrayRef<PathRule> paths;
  llvm::ArrayRef<PortsDeclared> portsDeclared;
  llvm::ArrayRef<uint32_t> order; ///< rule numbers, by file, in the order written there
  llvm::ArrayRef<uint32_t> index; ///< a hash table, see find()
  size_t indexed = 0;             ///< the first `indexed` rules are in the index
  uint8_t contexts = 0;           ///< the union over all rules
};

const Tables &tables();

/// Code guarded by `__CUDA_ARCH__ >= n` with n <= `cuda` needs features that MUSA has from
/// `__MUSA_ARCH__` == `musa` on.
struct Threshold {
  unsigned cuda;
  unsigned musa;
};

/// In ascending order.
llvm::ArrayRef<Threshold> thresholds();

/// The text of rules/schema/rules.schema.json.
llvm::StringRef ruleSchema();

/// The flag without its value: `-arch` for `-arch=sm_70` and for `-arch sm_$value`.
inline llvm::StringRef flagName(llvm::StringRef flag) {
  return flag.take_front(flag.find_first_of("= $"));
}

/// The key a rule is looked up by: the last component of a namespace, the name of a flag, or
/// `from`. Empty for kinds that are not in the index.
inline llvm::StringRef lookupKey(const Rule &rule) {
  switch (rule.kind) {
  case RuleKind::Identifier:
    return rule.from;
  case RuleKind::Header:
  case RuleKind::CMakeVariable:
    return rule.from.ends_with("*") ? llvm::StringRef() : rule.from;
  case RuleKind::Namespace:
    return rule.from.substr(rule.from.rfind(':') + 1);
  case RuleKind::Flag:
    return flagName(rule.from);
  case RuleKind::Pattern:
  case RuleKind::IdentifierPart:
  case RuleKind::HeaderPart:
    return {};
  default:
    return rule.from;
  }
}

/// The index is an open-addressed hash table whose size is a power of two. The low bits of a slot
/// hold 1 + the number of the first rule with the key (0: free). The high bits hold bits of the
/// hash, so that a failed lookup rarely touches a rule.
constexpr unsigned slotRuleBits = 20;
constexpr uint32_t slotRuleMask = (uint32_t(1) << slotRuleBits) - 1;

inline uint64_t hashKey(RuleKind kind, llvm::StringRef key) {
  return llvm::xxh3_64bits(key) + static_cast<uint64_t>(kind) * 0x9E3779B97F4A7C15u;
}

inline uint32_t slotTag(uint64_t hash) { return static_cast<uint32_t>(hash >> 32) & ~slotRuleMask; }

/// The rules of `kind` whose key is `key`.
inline llvm::ArrayRef<Rule> find(const Tables &tables, RuleKind kind, llvm::StringRef key) {
  if (tables.index.empty())
    return {};
  const uint64_t hash = hashKey(kind, key);
  const size_t mask = tables.index.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    const uint32_t slot = tables.index[i];
    if (slot == 0)
      return {};
    if ((slot & ~slotRuleMask) != slotTag(hash))
      continue;
    const size_t first = (slot & slotRuleMask) - 1;
    auto matches = [&](size_t at) {
      return at < tables.indexed && tables.rules[at].kind == kind &&
             lookupKey(tables.rules[at]) == key;
    };
    if (!matches(first))
      continue;
    size_t last = first + 1;
    while (matches(last))
      ++last;
    return tables.rules.slice(first, last - first);
  }
}

} // namespace musaport::embedded

#endif // MUSAPORT_RULES_EMBEDDED_H
