//===- mcc/compile.h - one .mu file, compiled for the host -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_COMPILE_H
#define MUSAPORT_MCC_COMPILE_H

#include "rules/architecture.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace musaport {

/// What Clang is told about one translation unit.
struct CompileJob {
  /// Arguments of `clang -cc1` for the host's side and for the device's, made by Clang's driver.
  std::vector<const char *> hostArguments;
  std::vector<const char *> deviceArguments;
  Architecture architecture;
  std::string deviceCpu;    ///< "x86-64-v3"
  unsigned deviceLevel = 1; ///< of optimisation, 0 to 3
  bool deviceUnroll = false;
};

/// Compiles both sides and writes what the host's arguments ask for. Diagnostics are printed as
/// Clang prints them, those that both sides have once. False if there was an error.
bool compile(const CompileJob &job);

} // namespace musaport

#endif // MUSAPORT_MCC_COMPILE_H
