//===- rewrite/searched_names.h - names whose declarations matter -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_SEARCHED_NAMES_H
#define MUSAPORT_REWRITE_SEARCHED_NAMES_H

#include "rewrite/declarations.h"
#include "rules/rule_set.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace musaport {

/// Says, judging by the rules, how to search for declarations of a name. A framework's name may be
/// the tree's own, and so may a name that looks like CUDA's. Caches each lookup. One table per
/// thread.
class SearchedNames {
public:
  explicit SearchedNames(const RuleSet &rules);

  DeclarationSearch lookUp(llvm::StringRef name) {
    auto [position, isNew] = names.try_emplace(name, DeclarationSearch::No);
    if (isNew)
      position->second = searchFor(name);
    return position->second;
  }

  /// Searches for declarations of `name`, too.
  void add(llvm::StringRef name) {
    DeclarationSearch &search = names.try_emplace(name, searchFor(name)).first->second;
    if (search == DeclarationSearch::No)
      search = DeclarationSearch::Likely;
  }

private:
  DeclarationSearch searchFor(llvm::StringRef name) const;

  const RuleSet &rules;
  llvm::StringSet<> patternNames; ///< names that patterns of frameworks begin with
  llvm::StringMap<DeclarationSearch> names;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_SEARCHED_NAMES_H
