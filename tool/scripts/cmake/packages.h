//===- scripts/cmake/packages.h - packages and modules ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H
#define MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H

#include "rules/rule_set.h"

namespace musaport::cmake {

/// The rule for the package whose find module is `path`, or contains it, if the port replaces that
/// package: FindCUDA.cmake, FindCUDA/run_nvcc.cmake.
const Rule *replacedPackage(llvm::StringRef path, const RuleSet &rules);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PACKAGES_H
