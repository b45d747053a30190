//===- scripts/copied_script.h - what a copied script names -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SCRIPTS_COPIED_SCRIPT_H
#define MUSAPORT_SCRIPTS_COPIED_SCRIPT_H

#include "report/diagnostic.h"
#include "rules/direction.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// Warnings ([musa-build-script]) for the places of a build script that name a file whose name the
/// port changes, and for patterns over their extensions (`*.cu`). `renamed`: old file names
/// (without folders) and their new ones. One warning a name and script.
std::vector<Diagnostic> checkBuildScript(llvm::StringRef shownPath, llvm::StringRef buffer,
                                         const llvm::StringMap<std::string> &renamed,
                                         Direction direction);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_COPIED_SCRIPT_H
