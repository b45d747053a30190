//===- rewrite/searched_names.h - whose declarations matter -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_SEARCHED_NAMES_H
#define MUSAPORT_REWRITE_SEARCHED_NAMES_H

#include "rewrite/declarations.h"
#include "rules/rule_set.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace musaport {

/// How the declarations of a name are looked for, by the rules: a framework's name may be the
/// tree's own, and so may one that looks like CUDA's. Each name is looked up once. One table a
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

private:
  DeclarationSearch searchFor(llvm::StringRef name) const;

  const RuleSet &rules;
  llvm::StringSet<> patternNames; ///< that the frameworks' patterns begin with
  llvm::StringMap<DeclarationSearch> names;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_SEARCHED_NAMES_H
