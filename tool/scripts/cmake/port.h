//===- scripts/cmake/port.h - ports CMake scripts ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies the rules of the sections "cmake" and "build" (docs/reference/rules.md): CMake's own
// names for CUDA become those of the language MUSA and its packages (docs/reference/cmake.md),
// nvcc's flags become mcc's, and file names follow the tree's new ones. Anything ambiguous gets a
// diagnostic.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PORT_H
#define MUSAPORT_SCRIPTS_CMAKE_PORT_H

#include "scripts/script.h"

namespace musaport {

/// CMakeLists.txt, *.cmake, and templates of them (*.in). If the script does not parse, there are
/// no edits and a diagnostic says where.
FileResult portCMake(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                     const ScriptContext &context);

/// Adds what the script declares. `path`: relative to the tree's root.
void collectDeclarations(llvm::StringRef path, llvm::StringRef buffer, const RuleSet &rules,
                         ScriptDeclarations &declarations);

/// CMakePresets.json and CMakeUserPresets.json: cache variables and the environment.
FileResult portCMakePresets(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                            const ScriptContext &context);

/// Ports the references to CMake variables in a header template for configure_file().
FileResult portHeaderTemplate(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                              const ScriptContext &context);

/// The macros that a header template defines, by #define and #cmakedefine; parts of `buffer`.
std::vector<llvm::StringRef> macrosOfTemplate(llvm::StringRef buffer);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_CMAKE_PORT_H
