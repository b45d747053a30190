//===- port_test.h - porting a piece of text --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_PORT_TEST_H
#define MUSAPORT_TESTS_PORT_TEST_H

#include "rewrite/free_functions.h"
#include "rewrite/include_guard.h"
#include "rewrite/namespaces.h"
#include "rewrite/path_macros.h"
#include "rewrite/port_file.h"
#include "rewrite/searched_names.h"
#include "rewrite/variable_macros.h"
#include "rules/architecture.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {

struct Ported {
  std::string text;
  FileResult result; ///< keeps only the first of the diagnostics that are reported once

  /// The IDs of the diagnostics, in order.
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    all.reserve(result.diagnostics.size());
    for (const Diagnostic &diagnostic : result.diagnostics)
      all.push_back(diagnostic.id.str());
    return all;
  }
  /// The uses whose outcome is Edited, or, with `isEdited` false, all others.
  std::vector<NameUse> uses(bool isEdited) const {
    std::vector<NameUse> all;
    for (const NameUse &use : result.uses)
      if ((use.outcome == Outcome::Edited) == isEdited)
        all.push_back(use);
    return all;
  }
};

/// Ports `source` as the only file of a tree. `rules` is a user's rule file, flat or native; if it
/// is empty, there is none.
inline Ported port(llvm::StringRef source, llvm::StringRef rules = {},
                   llvm::StringRef name = "x.cu", bool defaults = true,
                   Direction direction = Direction::CudaToMusa, bool analyze = false) {
  std::vector<RuleFile> files;
  if (!rules.empty()) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_TRUE(parseRuleFile("rules.json", rules, files.emplace_back(), diagnostics));
    for (const Diagnostic &diagnostic : diagnostics)
      ADD_FAILURE() << diagnostic.message;
  }
  RuleSet::Options options;
  options.defaults = defaults;
  options.direction = direction;
  options.architecture = *findArchitecture("mp_31");
  const RuleSet set(options, std::move(files));

  Tree tree;
  tree.files.emplace_back().path = name.str();
  const std::vector<std::string> outputs = {renameExtension(name, direction)};
  const IncludeResolver includes(tree, outputs);
  const std::string text = source.str();
  const std::vector<Token> tokens = tokenize(text);
  SearchedNames names(set);
  const Declarations found =
      findDeclarations(text, tokens, [&](llvm::StringRef one) { return names.lookUp(one); });
  llvm::StringSet<> declared, usedOtherwise, declaredScopes, ownNames, includeMacros;
  for (const std::string &one : found.usedOtherwise)
    usedOtherwise.insert(one);
  for (const std::string &one : found.scopes)
    declaredScopes.insert(one);
  for (const std::string &one : found.names)
    declared.insert(one);
  for (const std::string &one : found.includeMacros)
    includeMacros.insert(one);
  const std::vector<PathMacro> pathMacros = findPathMacros(text, tokens);
  std::vector<const PathMacro *> ofPaths;
  for (const PathMacro &one : pathMacros)
    ofPaths.push_back(&one);
  addPathMacros(includeMacros, ofPaths);
  llvm::StringMap<std::string> guards;
  const std::string guard = renameIncludeGuard(found.includeGuard, name, outputs[0], direction);
  if (guard != found.includeGuard)
    guards[found.includeGuard] = guard;
  llvm::StringMap<unsigned> numbers;
  for (const NumberMacro &macro : found.numbers)
    numbers[macro.name] = macro.value;
  Pastings pastings;
  addPastings(pastings, findPastings(text, tokens, set), /*isHeader=*/false);
  JoinedNames joinedNames;
  addAffixes(joinedNames, findAffixes(text, tokens, set));
  DeviceMembers members;
  const DeviceMacros foundMacros = findDeviceMacros(text, tokens);
  const llvm::StringSet<> deviceMacros = resolveDeviceMacros(&foundMacros);
  addDeviceMembers(members, findDeviceMembers(text, tokens), deviceMacros);
  llvm::StringSet<> variableMacros;
  const VariableMacros beforeVariables = findVariableMacros(text, tokens);
  for (const std::string &macro : beforeVariables.names)
    variableMacros.insert(macro);
  followAliases(variableMacros, beforeVariables.aliases);
  FunctionDeclarations functions;
  addDeclaredFunctions(functions, findDeclaredFunctions(text, tokens), 0, deviceMacros);
  CarryChains carryChains;
  carryChains.add(findCarryFacts(text, tokens));
  carryChains.follow(
      [&](llvm::function_ref<void(const SourceText &)> visit) { visit({text, tokens}); });
  const bool translatesPtx = analyze && defaults && direction == Direction::CudaToMusa;
  const bool libcudacxx = includesLibcudacxx(text, tokens, set, includes, 0);
  const TreeContext context{set,           tree,           includes,       declared,
                            usedOtherwise, declaredScopes, ownNames,       includeMacros,
                            guards,        numbers,        pastings,       joinedNames,
                            members,       deviceMacros,   variableMacros, functions,
                            carryChains,   libcudacxx,     translatesPtx,  analyze};

  Ported ported;
  ported.result = FilePorter(context).port(0, name, text, tokens);
  ported.text = applyEdits(text, ported.result.edits);
  llvm::StringSet<> said;
  llvm::erase_if(ported.result.diagnostics, [&](const Diagnostic &diagnostic) {
    return !diagnostic.once.empty() && !said.insert(diagnostic.once).second;
  });
  return ported;
}

/// Ports `text` from MUSA to CUDA.
inline Ported portBack(llvm::StringRef text, llvm::StringRef name = "x.mu") {
  return port(text, {}, name, /*defaults=*/true, Direction::MusaToCuda);
}

/// Texts that stay, and that nothing is said of.
inline void expectUntouched(std::initializer_list<llvm::StringRef> texts) {
  for (llvm::StringRef text : texts) {
    const Ported ported = port(text);
    EXPECT_EQ(ported.text, text.str());
    EXPECT_THAT(ported.ids(), testing::IsEmpty()) << text.str();
  }
}

} // namespace musaport

#endif // MUSAPORT_TESTS_PORT_TEST_H
