//===- ported_script.h - one build script, ported ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TESTS_PORTED_SCRIPT_H
#define MUSAPORT_TESTS_PORTED_SCRIPT_H

#include "scripts/script_kinds.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace musaport {

struct Ported {
  std::string text;
  std::vector<std::string> diagnostics; ///< "line:column message"
  std::vector<Severity> severities;     ///< of these
  std::vector<NameUse> uses;
};

/// Ports `text` as a script in a tree with a kernel and a header. `rules` add to the default rules.
/// `declared`: what the sources declare.
inline Ported portScript(llvm::StringRef text, llvm::StringRef rules = {},
                         std::string name = "CMakeLists.txt",
                         const llvm::StringSet<> &declared = {}) {
  std::vector<RuleFile> files;
  if (!rules.empty()) {
    std::vector<Diagnostic> faults;
    EXPECT_TRUE(parseRuleFile("rules.json", rules, files.emplace_back(), faults));
    for (const Diagnostic &fault : faults)
      ADD_FAILURE() << fault.message;
  }
  RuleSet::Options options;
  options.architecture = *findArchitecture("mp_31");
  const RuleSet set(options, std::move(files));
  Tree tree;
  for (std::string path :
       {std::move(name), std::string("src/add.cu"), std::string("src/add.cuh")}) {
    TreeFile file;
    file.kind = classifyFile(path, {});
    file.path = std::move(path);
    tree.files.push_back(std::move(file));
  }
  std::vector<std::string> outputs;
  outputs.reserve(tree.files.size());
  for (const TreeFile &file : tree.files)
    outputs.push_back(renameExtension(file.path, Direction::CudaToMusa));
  const IncludeResolver includes(tree, outputs);
  ScriptDeclarations declarations;
  const ScriptKind *kind = findScriptKind(tree.files[0].path);
  if (kind->declare)
    kind->declare(tree.files[0].path, text, set, declarations);
  completeDeclarations(set, declarations);
  const ScriptContext context{set, tree, includes, declared, declarations, true};
  FileResult result = kind->port(0, tree.files[0].path, text, context);
  Ported ported;
  ported.text = applyEdits(text, result.edits);
  ported.uses = result.uses;
  for (const Diagnostic &diagnostic : result.diagnostics) {
    ported.diagnostics.push_back(std::to_string(diagnostic.place.line) + ":" +
                                 std::to_string(diagnostic.place.column) + " " +
                                 diagnostic.message);
    ported.severities.push_back(diagnostic.severity);
  }
  return ported;
}

} // namespace musaport

#endif // MUSAPORT_TESTS_PORTED_SCRIPT_H
