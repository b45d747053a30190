//===- scripts/python/rules.cpp - rules for Python files --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/rules.h"

#include "source/script_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <iterator>

using llvm::StringRef;

namespace musaport {
namespace {

/// The kinds of rules for names that musa-converter looks for, and what it calls them.
constexpr std::pair<RuleKind, llvm::StringLiteral> namedKinds[] = {
    {RuleKind::Environment, "environment"},
    {RuleKind::Program, "program"},
    {RuleKind::Library, "library"},
    {RuleKind::Folder, "folder"},
    {RuleKind::PythonMember, "member"}};

/// Of a kind's rules those that decide: for each name the first. Which one decides about a flag
/// depends on its argument, too; so of these all.
void addRules(RuleKind kind, const RuleSet &rules, std::vector<const Rule *> &all) {
  llvm::SmallPtrSet<const Rule *, 32> seen;
  llvm::SmallVector<const Rule *, 8> found;
  rules.forEach([&](const Rule &rule) {
    if (rule.kind != kind)
      return;
    rules.script(kind, rule.from, found);
    llvm::copy_if(llvm::ArrayRef(found).take_front(kind == RuleKind::Flag ? found.size() : 1),
                  std::back_inserter(all),
                  [&](const Rule *each) { return seen.insert(each).second; });
  });
}

} // namespace

std::vector<const Rule *> pythonRules(const RuleSet &rules) {
  std::vector<const Rule *> all;
  for (const auto &[kind, name] : namedKinds)
    addRules(kind, rules, all);
  addRules(RuleKind::Flag, rules, all);
  return all;
}

nlohmann::ordered_json describePythonRules(const RuleSet &rules) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const Rule *rule : pythonRules(rules)) {
    const auto *kind =
        llvm::find_if(namedKinds, [&](const auto &each) { return each.first == rule->kind; });
    if (kind != std::end(namedKinds))
      all.push_back(Json{{"kind", kind->second.str()},
                         {"from", rule->from.str()},
                         {"to", rule->edits() ? Json(rule->to.str()) : Json(nullptr)}});
  }
  Json files = Json::array();
  for (const ScriptNames &row : scriptNames())
    if (row.type == ScriptType::Python)
      for (const StringRef name : row.names)
        files.push_back(name.str());
  return {{"rules", std::move(all)}, {"files", std::move(files)}};
}

} // namespace musaport
