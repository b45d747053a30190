//===- scripts/copied_script.h - names in copied scripts --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SCRIPTS_COPIED_SCRIPT_H
#define MUSAPORT_SCRIPTS_COPIED_SCRIPT_H

#include "report/diagnostic.h"
#include "rules/rule_set.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// Warnings ([musa-build-script]) where a build script names a file that the port renames, uses a
/// pattern for its extension (`*.cu`), or has what a rule would change in a script that is ported:
/// a program (nvcc), a flag of it, a library, the toolkit's folder, an environment variable.
/// `renamed`: old file names -> new ones, without folders. One warning per name and script; per
/// tree for environment variables.
std::vector<Diagnostic> checkBuildScript(llvm::StringRef shownPath, llvm::StringRef buffer,
                                         const llvm::StringMap<std::string> &renamed,
                                         const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_COPIED_SCRIPT_H
