//===- mcc/command_line.h - what mcc was asked for ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_COMMAND_LINE_H
#define MUSAPORT_MCC_COMMAND_LINE_H

#include "rules/architecture.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace musaport {

/// A command line of mcc. Clang's driver plans the work, so the options that only mcc knows are
/// taken out before, and the language MUSA gets the name by which Clang knows it, CUDA.
struct CommandLine {
  /// Which sides -E prints.
  enum class Sides : uint8_t { Both, Host, Device };

  std::vector<std::string> arguments; ///< all arguments for Clang's driver
  std::vector<std::string> options;   ///< those of them that say how one file is compiled
  std::string output;                 ///< of -o; may be empty
  Architecture architecture;
  bool runsOnAll = false;              ///< also on devices of other architectures
  std::string deviceCpu = "x86-64-v3"; ///< empty: the host side's, given by -march
  unsigned deviceLevel = 1;
  bool levelIsGiven = false; ///< by -O or -Od
  bool deviceUnroll = false;
  bool splitsAtLanes = true;    ///< -fno-musa-split-lanes
  bool relocatable = false;     ///< -fmusa-rdc: the device code of several files is linked
  bool linksDeviceOnly = false; ///< -dlink
  std::vector<std::string> moduleObjects; ///< --cuda-device-only of object files and archives
  std::string sourceName;                 ///< in messages of a device link; empty: the file's
  bool deviceFastMath = false;            ///< -use_fast_math, -ffast-math
  Sides sides = Sides::Both;
  unsigned inputs = 0;            ///< objects and libraries included
  bool links = true;              ///< no -c, -S, -E or the like
  bool precompiles = false;       ///< its inputs are headers: -x musa-header
  bool verbose = false;           ///< -v, -###
  bool asksVersion = false;       ///< --version
  bool asksHelp = false;          ///< --help
  std::vector<std::string> notes; ///< about options that mean nothing on the host
};

/// Parses `arguments`, which lack the program's name. Expands response files. An error says which
/// argument is wrong and what would be right.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace musaport

#endif // MUSAPORT_MCC_COMMAND_LINE_H
