//===- scripts/port_cmake.h - the port of a CMake script --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the rules of the sections "cmake" and "build" (docs/reference/rules.md), names of CMake's own
// support for CUDA become those of the language MUSA and its packages (docs/reference/cmake.md);
// nvcc's flags become mcc's; names of files follow the tree's. What a script cannot be seen to mean
// is a diagnostic.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PORT_CMAKE_H
#define MUSAPORT_SCRIPTS_PORT_CMAKE_H

#include "scripts/script.h"

namespace musaport {

/// CMakeLists.txt, *.cmake, and templates of them (*.in). One that does not parse has no edits and
/// a diagnostic that says where.
FileResult portCMake(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                     const ScriptContext &context);

/// Adds what the script declares. `path`: in the tree.
void collectDeclarations(llvm::StringRef path, llvm::StringRef buffer, const RuleSet &rules,
                         ScriptDeclarations &declarations);

/// CMakePresets.json and CMakeUserPresets.json: cache variables and the environment.
FileResult portCMakePresets(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                            const ScriptContext &context);

/// A header that configure_file() makes: references to CMake's variables.
FileResult portHeaderTemplate(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                              const ScriptContext &context);

/// The macros that it defines, by #define and #cmakedefine; parts of `buffer`.
std::vector<llvm::StringRef> macrosOfTemplate(llvm::StringRef buffer);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PORT_CMAKE_H
