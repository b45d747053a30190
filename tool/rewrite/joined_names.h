//===- rewrite/joined_names.h - words around a macro's argument -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_JOINED_NAMES_H
#define MUSAPORT_REWRITE_JOINED_NAMES_H

#include "rules/rule_set.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// What names that begin with `word` begin with in the port: mublas for cublas, MU_ for CU_; empty
/// if it is no such word.
std::string portedBeginning(const RuleSet &rules, llvm::StringRef word);

/// The words that a macro puts around an argument: t and nothing of `t##name`, t and _ of
/// `t##name##_`.
struct Affixes {
  std::string before, behind;
};

/// Those of a file's macros but for what CUDA's names begin with. If the argument is one of CUDA's
/// names, the joined name follows its port wherever the tree spells it: tcuInit becomes tmuInit.
std::vector<Affixes> findAffixes(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                                 const RuleSet &rules);

/// Those of a tree: what may stand behind the argument, by what stands before it.
using JoinedNames = llvm::StringMap<std::vector<std::string>>;

void addAffixes(JoinedNames &all, llvm::ArrayRef<Affixes> found);

/// What a joined name is in the port; empty if `name` is none, or if the argument is one of
/// `ownNames`, which stay.
std::string portedJoinedName(const JoinedNames &joined, llvm::StringRef name, const RuleSet &rules,
                             const llvm::StringSet<> &ownNames);

} // namespace musaport

#endif // MUSAPORT_REWRITE_JOINED_NAMES_H
