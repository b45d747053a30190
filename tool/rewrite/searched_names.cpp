//===- rewrite/searched_names.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/searched_names.h"

#include "rules/side_names.h"

using llvm::StringRef;

namespace musaport {

SearchedNames::SearchedNames(const RuleSet &rules) : rules(rules) {
  rules.forEachPattern([&](const Pattern &pattern) {
    if (pattern.rule->owner == Owner::Framework)
      patternNames.insert(libraryNameOf(pattern));
  });
}

DeclarationSearch SearchedNames::searchFor(StringRef name) const {
  // A tree's own namespace cuda is no part of CUDA's.
  if (name == sourceSide(rules.direction()).word)
    return DeclarationSearch::Scope;
  llvm::SmallVector<const Rule *, 2> found;
  rules.identifier(name, found);
  if (patternNames.contains(name) || (!found.empty() && found.front()->owner == Owner::Framework))
    return DeclarationSearch::Certain;
  // A macro that MUSA lacks may be the tree's own, and then it is defined (DeadBranches).
  if (!found.empty() && found.front()->status == Status::Unsupported && !found.front()->edits())
    return DeclarationSearch::Certain;
  if (found.empty() && looksLike(sourceSide(rules.direction()), name))
    return DeclarationSearch::Likely;
  return DeclarationSearch::No;
}

} // namespace musaport
