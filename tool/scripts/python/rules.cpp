//===- scripts/python/rules.cpp - rules for Python files --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// The kinds of rules that there are for Python files, and what musa-converter calls them.
constexpr std::pair<RuleKind, llvm::StringLiteral> pythonKinds[] = {
    {RuleKind::Flag, "flag"},       {RuleKind::Environment, "environment"},
    {RuleKind::Program, "program"}, {RuleKind::Library, "library"},
    {RuleKind::Folder, "folder"},   {RuleKind::PythonMember, "member"}};

StringRef nameOfKind(RuleKind kind) {
  return llvm::find_if(pythonKinds, [&](const auto &each) { return each.first == kind; })->second;
}

/// All rules of a kind, each name's in order of precedence.
void addRules(RuleKind kind, const RuleSet &rules, std::vector<const Rule *> &all) {
  llvm::SmallPtrSet<const Rule *, 32> seen;
  llvm::SmallVector<const Rule *, 8> found;
  rules.forEach([&](const Rule &rule) {
    if (rule.kind != kind)
      return;
    rules.script(kind, rule.from, found);
    // Of one file's rules those that have a flag's argument in them go first, as in findFlag().
    for (auto group = found.begin(); group != found.end();) {
      auto next = std::find_if(group, found.end(),
                               [&](const Rule *each) { return each->file != (*group)->file; });
      std::stable_partition(group, next,
                            [](const Rule *each) { return !each->from.ends_with("$value"); });
      group = next;
    }
    llvm::copy_if(found, std::back_inserter(all),
                  [&](const Rule *each) { return seen.insert(each).second; });
  });
}

} // namespace

std::vector<const Rule *> pythonRules(const RuleSet &rules) {
  std::vector<const Rule *> all;
  for (const auto &[kind, name] : pythonKinds)
    addRules(kind, rules, all);
  return all;
}

nlohmann::ordered_json describePythonRules(const RuleSet &rules) {
  using Json = nlohmann::ordered_json;
  Json json = {{"architecture", rules.architecture().name.str()}, {"rules", Json::array()}};
  for (const Rule *rule : pythonRules(rules))
    json["rules"].push_back(Json{{"kind", nameOfKind(rule->kind).str()},
                                 {"from", rule->from.str()},
                                 {"to", rule->edits() ? Json(rule->to.str()) : Json(nullptr)},
                                 {"device", (rule->contexts & InDevice) != 0}});
  return json;
}

} // namespace musaport
