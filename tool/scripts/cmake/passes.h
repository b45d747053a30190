//===- scripts/cmake/passes.h - the passes over a command -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the order in which they run. Each is in the file named after its subject.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PASSES_H
#define MUSAPORT_SCRIPTS_CMAKE_PASSES_H

#include "scripts/cmake/command.h"
#include "scripts/cmake/porter.h"

namespace musaport::cmake {

/// Ports the command's own name.
void portCommandName(Porter &porter, Command &command);
/// Finds out, as far as possible, what each value belongs to; tracks the loops around a command.
void findValues(Porter &porter, Command &command);
/// Finds the files of the language MUSA before a command that names it.
void findLanguage(Porter &porter, const Command &command, const Signature &signature);
/// Lets aux_source_directory() collect MUSA sources, too, where CUDA sources were.
void addSourcesOfFolder(Porter &porter, const Command &command);
/// Warns of program sources inside the script, which are not ported.
void warnOfSources(Porter &porter, const Command &command);
/// Ports the package that find_package() looks for, and its required version.
void portPackage(Porter &porter, Command &command);
/// include(FindCUDA) becomes the find_package() that the rule names.
void portModule(Porter &porter, Command &command);
/// Makes the variable in which FindCUDA stores nvcc's architecture flags hold those of mcc.
void portArchitectureFlags(Porter &porter, Command &command);
/// Ports what variables are compared with.
void portComparisons(Porter &porter, Command &command);
/// Ports arguments that are, as a whole, a name of a known kind.
void portNames(Porter &porter, Command &command);
/// Splits arguments into words.
void splitArguments(Porter &porter, Command &command);
/// Ports lists of architectures: the first becomes the target architecture, the others are dropped.
void portArchitectures(Porter &porter, Command &command);
/// Ports words: flags, libraries, folders and everything else.
void portWords(Porter &porter, Command &command);
/// Removes what the other passes dropped.
void removeDropped(Porter &porter, Command &command);
/// Ports references to variables in what is left.
void portReferences(Porter &porter, const Command &command);

/// Ports one such reference.
void portReference(Porter &porter, const Argument &argument, const CMakeReference &reference);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PASSES_H
