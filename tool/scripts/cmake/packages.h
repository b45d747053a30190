//===- scripts/cmake/packages.h - packages and modules ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H
#define MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H

#include "rules/rule_set.h"

namespace musaport::cmake {

/// If `path` is a package's find module, or a file that comes with it (FindCUDA.cmake,
/// FindCUDA/run_nvcc.cmake), and the port replaces that package: the rule for it. Otherwise null.
const Rule *replacedPackage(llvm::StringRef path, const RuleSet &rules);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H
