//===- scripts/cmake/passes.h - the passes over a command -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the order in which they are run. Each is in the file that is called after what it is about.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PASSES_H
#define MUSAPORT_SCRIPTS_CMAKE_PASSES_H

#include "scripts/cmake/command.h"
#include "scripts/cmake/porter.h"

namespace musaport::cmake {

/// The command's own name.
void portCommandName(Porter &porter, Command &command);
/// What values are values of, as far as it is known; the loops around a command.
void findValues(Porter &porter, Command &command);
/// Of programs within the script, which are not ported.
void warnOfSources(Porter &porter, const Command &command);
/// The package that find_package() looks for, and the version that it has to have.
void portPackage(Porter &porter, Command &command);
/// The variable of FindCUDA's that gets nvcc's flags is set to what they become.
void portArchitectureFlags(Porter &porter, Command &command);
/// What a variable is compared with.
void portComparisons(Porter &porter, Command &command);
/// Arguments that are, as a whole, names of a certain kind.
void portNames(Porter &porter, Command &command);
/// Arguments become words.
void splitArguments(Porter &porter, Command &command);
/// Lists of architectures: the first is the one that is ported for, the others go.
void portArchitectures(Porter &porter, Command &command);
/// Flags, libraries, folders and all else that words can be.
void portWords(Porter &porter, Command &command);
/// What the others have dropped goes.
void removeDropped(Porter &porter, Command &command);
/// References to variables in what is left.
void portReferences(Porter &porter, const Command &command);

/// One of them.
void portReference(Porter &porter, const Argument &argument, const CMakeReference &reference);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PASSES_H
