//===- tree/tree_declarations.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/tree_declarations.h"

#include "rewrite/include_guard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace musaport {
namespace {

llvm::StringMap<std::string> findIncludeGuards(llvm::ArrayRef<FileRecord> files, const Tree &tree,
                                               const NewNames &names, Direction direction) {
  llvm::StringMap<std::string> guards;
  llvm::StringMap<unsigned> uses;
  for (const FileRecord &file : files) {
    const std::string &guard = file.declarations.includeGuard;
    if (guard.empty())
      continue;
    std::string renamed = renameIncludeGuard(guard, tree.files[file.number].path,
                                             names.paths[file.number], direction);
    if (++uses[guard] > 1)
      guards.erase(guard);
    else if (renamed != guard)
      guards[guard] = std::move(renamed);
  }
  llvm::SmallVector<std::string, 4> taken;
  for (const auto &guard : guards)
    if (uses.contains(guard.second))
      taken.push_back(guard.first().str());
  for (const std::string &guard : taken)
    guards.erase(guard);
  return guards;
}

/// By its extension: whether other files include it.
bool isHeader(llvm::StringRef path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(path))
      .Cases(".c", ".cc", ".cpp", ".cxx", ".C", ".cu", ".mu", false)
      .Default(true);
}

} // namespace

TreeDeclarations mergeDeclarations(llvm::ArrayRef<FileRecord> files, ScriptDeclarations scripts,
                                   const Tree &tree, const NewNames &names, Direction direction) {
  TreeDeclarations merged;
  std::vector<const DeviceMacros *> deviceMacros;
  std::vector<VariableMacros::Alias> aliases;
  std::vector<const PathMacro *> pathMacros;
  for (const FileRecord &file : files) {
    for (const std::string &name : file.declarations.names)
      merged.names.insert(name);
    for (const std::string &name : file.declarations.usedOtherwise)
      merged.usedOtherwise.insert(name);
    for (const std::string &name : file.declarations.scopes)
      merged.scopes.insert(name);
    for (const std::string &name : file.declarations.includeMacros)
      merged.includeMacros.insert(name);
    merged.includesLibcudacxx |= file.includesLibcudacxx;
    addPastings(merged.pastings, file.pastings, isHeader(tree.files[file.number].path));
    addAffixes(merged.joinedNames, file.affixes);
    merged.carryChains.add(file.carryFacts);
    deviceMacros.push_back(&file.deviceMacros);
    for (const std::string &macro : file.variableMacros.names)
      merged.variableMacros.insert(macro);
    llvm::append_range(aliases, file.variableMacros.aliases);
    for (const PathMacro &macro : file.pathMacros)
      pathMacros.push_back(&macro);
    for (const NumberMacro &macro : file.declarations.numbers)
      if (auto [known, isNew] = merged.numbers.try_emplace(macro.name, macro.value);
          !isNew && known->second != macro.value)
        known->second = 0;
  }
  followAliases(merged.variableMacros, aliases);
  addPathMacros(merged.includeMacros, pathMacros);
  merged.deviceMacros = resolveDeviceMacros(deviceMacros);
  for (const FileRecord &file : files) {
    addDeviceMembers(merged.deviceMembers, file.deviceMembers, merged.deviceMacros);
    addDeclaredFunctions(merged.functions, file.declaredFunctions, file.number,
                         merged.deviceMacros);
  }
  for (const auto &macro : scripts.macros)
    merged.names.insert(macro.first());
  merged.includeGuards = findIncludeGuards(files, tree, names, direction);
  merged.scripts = std::move(scripts);
  return merged;
}

} // namespace musaport
