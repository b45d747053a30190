//===- scripts/make/port.h - ports Makefiles --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies the rules of the section "build" (docs/reference/rules.md): calls of nvcc become calls of
// mcc, its flags mcc's, and CUDA's libraries, folders and variables MUSA's; file names and suffixes
// follow the tree's new ones. Anything ambiguous gets a diagnostic.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_MAKE_PORT_H
#define MUSAPORT_SCRIPTS_MAKE_PORT_H

#include "scripts/script.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport {

/// If the script does not parse, there are no edits and a diagnostic says where.
FileResult portMakefile(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                        const ScriptContext &context);

/// What the Makefiles of a tree say about their variables, together and in any order: a Makefile
/// that includes another one uses its variables.
MakeVariables readMakeVariables(llvm::ArrayRef<std::string> makefiles, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_MAKE_PORT_H
