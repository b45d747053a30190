//===- tree/single_source.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/single_source.h"

#include "tree/source_files.h"

namespace musaport {

FileResult portSingleSource(const RuleSet &rules, llvm::StringRef text) {
  Tree tree;
  TreeFile &only = tree.files.emplace_back();
  only.path = rules.portsFromCuda() ? "source.cu" : "source.mu";
  only.kind = FileKind::Source;
  std::vector<Diagnostic> collisions;
  const NewNames names(tree, rules, /*renameFolders=*/false, collisions);
  PortOptions options;
  options.translatePtx = true; // nobody can port a string once more, with --analyze
  PortContext context{tree, rules, options, names, {}};
  const SourceFiles sources(context);
  FileRecord file;
  file.bytes = text.str();
  DeclaringThread declaring;
  sources.declare(file, declaring);
  context.declared = mergeDeclarations(file, {}, tree, names, rules.direction());
  context.declared.carryChains.follow(
      [&](llvm::function_ref<void(const SourceText &)> visit) { sources.visitText(file, visit); });
  PortingThread porting;
  sources.port(file, porting, nullptr);
  return std::move(file.result);
}

} // namespace musaport
