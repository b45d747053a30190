//===- mcc/compile.h - one source file, compiled -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_COMPILE_H
#define MUSAPORT_MCC_COMPILE_H

#include "rules/architecture.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace musaport {

struct DeviceUnit;

/// What Clang is told about one MUSA source.
struct CompileJob {
  /// Arguments of `clang -cc1` for the host's side and for the device's, made by Clang's driver.
  /// The host's arguments say what to write, and where.
  std::vector<const char *> hostArguments;
  std::vector<const char *> deviceArguments;
  Architecture architecture;
  bool runsOnAll = false;   ///< the image is for devices of all architectures
  std::string deviceCpu;    ///< "x86-64-v3"; empty: the host side's
  unsigned deviceLevel = 1; ///< optimization level, 0 to 3
  bool deviceUnroll = false;
  bool splitsAtLanes = false; ///< kernels are cut at exchanges between lanes, too
  bool isSeparate = false;    ///< the device code waits in the object file for a link
  bool isModule = false;      ///< linked device code is a module: no host code makes it known
  std::string sourceName;     ///< what a device link calls it; empty: the file's name
  bool printHost = true;      ///< with -E
  bool printDevice = true;
  std::string precompiledHeader; ///< path, to write it instead; the device's goes beside
  std::string lackingNames;      ///< path of the list (lacking_names.h)
};

/// Compiles, preprocesses or checks both sides. Prints diagnostics as Clang does; those that both
/// sides have, only once. Returns false if there was an error.
bool compile(const CompileJob &job);

/// Links device code, and compiles it into the object file that the job's host arguments name. Of
/// the job, the options of code generation count. Returns false after an error.
bool linkDevice(const CompileJob &job, llvm::ArrayRef<DeviceUnit> units);

/// The same as compile() for a source that is not MUSA's; `arguments` are those of `clang -cc1`.
bool compileOther(llvm::ArrayRef<const char *> arguments, const std::string &lackingNames);

} // namespace musaport

#endif // MUSAPORT_MCC_COMPILE_H
