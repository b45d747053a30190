//===- scripts/port_makefile.h - the port of a Makefile ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the rules of the section "build" (docs/reference/rules.md), calls of nvcc become calls of mcc,
// its flags mcc's, CUDA's libraries, folders and variables MUSA's; names of files and suffixes
// follow the tree's. What a script cannot be seen to mean is a diagnostic.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PORT_MAKEFILE_H
#define MUSAPORT_SCRIPTS_PORT_MAKEFILE_H

#include "scripts/script.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport {

/// One that does not parse has no edits and a diagnostic that says where.
FileResult portMakefile(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                        const ScriptContext &context);

/// What the Makefiles of a tree say of their variables, together and in any order: one that
/// includes another uses its variables.
MakeVariables readMakeVariables(llvm::ArrayRef<std::string> makefiles, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PORT_MAKEFILE_H
