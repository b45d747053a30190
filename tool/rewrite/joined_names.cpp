//===- rewrite/joined_names.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/joined_names.h"

#include "rewrite/macro_definition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {

std::string portedBeginning(const RuleSet &rules, StringRef word) {
  const Side &from = sourceSide(rules.direction()), &to = targetSide(rules.direction());
  for (size_t i = 0; i < from.lowerFamilies.size(); ++i) {
    StringRef rest = word;
    if (rest.consume_front(from.lowerFamilies[i]) && (rest.empty() || llvm::isUpper(rest.front())))
      return (to.lowerFamilies[i] + rest).str();
  }
  for (size_t i = 0; i < std::min(from.upperFamilies.size(), to.upperFamilies.size()); ++i)
    if (StringRef rest = word; rest.consume_front(from.upperFamilies[i]))
      return (to.upperFamilies[i] + rest).str();
  return {};
}

std::vector<Affixes> findAffixes(StringRef buffer, llvm::ArrayRef<Token> tokens,
                                 const RuleSet &rules) {
  std::vector<Affixes> found;
  if (!rules.hasDefaults())
    return found;
  const SourceText text{buffer, tokens};
  forEachDefinition(text, [&](const MacroDefinition &macro) {
    for (size_t at = macro.text.first; at + 1 < macro.text.last; ++at) {
      Affixes own;
      size_t parameters = 0;
      bool isOfWords = true;
      const size_t first = at;
      for (;; at += 2) { // each part
        isOfWords &= tokens[at].isIdentifier();
        if (llvm::is_contained(macro.parameters, text.bytes(at)))
          ++parameters;
        else
          (parameters == 0 ? own.before : own.behind) += text.spelling(at);
        if (at + 2 >= macro.text.last || !text.is(at + 1, clang::tok::hashhash))
          break;
      }
      if (at > first && isOfWords && parameters == 1 && portedBeginning(rules, own.before).empty())
        found.push_back(std::move(own));
    }
  });
  return found;
}

void addAffixes(JoinedNames &all, llvm::ArrayRef<Affixes> found) {
  for (const Affixes &one : found) {
    std::vector<std::string> &behind = all[one.before];
    if ((!one.before.empty() || !one.behind.empty()) && !llvm::is_contained(behind, one.behind))
      behind.push_back(one.behind);
  }
}

std::string portedJoinedName(const JoinedNames &joined, StringRef name, const RuleSet &rules,
                             const llvm::StringSet<> &ownNames) {
  for (size_t i = 0; i < name.size() && !joined.empty(); ++i) {
    const auto known = joined.find(name.take_front(i));
    if (known == joined.end())
      continue;
    for (const std::string &behind : known->second) {
      StringRef argument = name.drop_front(i);
      if (!argument.consume_back(behind) || ownNames.contains(argument))
        continue;
      llvm::SmallVector<const Rule *, 2> found;
      rules.identifier(argument, found);
      if (!found.empty() && found.front()->owner == Owner::Cuda && found.front()->edits())
        return (name.take_front(i) + found.front()->to + behind).str();
    }
  }
  return {};
}

} // namespace musaport
