//===- tree/tree_declarations.h - what the files of a tree declare -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_TREE_DECLARATIONS_H
#define MUSAPORT_TREE_TREE_DECLARATIONS_H

#include "rewrite/carry_chains.h"
#include "rewrite/device_members.h"
#include "rewrite/free_functions.h"
#include "rewrite/pasted_names.h"
#include "scripts/script.h"
#include "tree/file_record.h"
#include "tree/output_names.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace musaport {

/// What pass 1 finds, and pass 2 asks for; see TreeContext.
struct TreeDeclarations {
  llvm::StringSet<> names;         ///< declared by sources and header templates
  llvm::StringSet<> usedOtherwise; ///< see Declarations
  llvm::StringSet<> includeMacros;
  llvm::StringMap<std::string> includeGuards; ///< to be renamed with their file -> new names
  llvm::StringMap<unsigned> numbers;          ///< see TreeContext
  bool includesLibcudacxx = false;            ///< see TreeContext
  llvm::StringSet<> scopes;                   ///< see TreeContext::declaredScopes
  Pastings pastings;
  JoinedNames joinedNames;
  DeviceMembers deviceMembers;
  llvm::StringSet<> deviceMacros;   ///< see TreeContext
  llvm::StringSet<> variableMacros; ///< see findVariableMacros()
  FunctionDeclarations functions;
  CarryChains carryChains;
  ScriptDeclarations scripts;
};

/// Merges what the sources in `files` and the scripts declare. Leaves out an include guard that two
/// files have, or whose new name some file already has.
TreeDeclarations mergeDeclarations(llvm::ArrayRef<FileRecord> files, ScriptDeclarations scripts,
                                   const Tree &tree, const NewNames &names, Direction direction);

} // namespace musaport

#endif // MUSAPORT_TREE_TREE_DECLARATIONS_H
