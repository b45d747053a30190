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

/// A command line of mcc. Clang's driver plans what is done for it; what only mcc knows is taken
/// out of it before, and MUSA's language is called by the name that Clang knows it by, CUDA's.
struct CommandLine {
  /// Which sides -E prints.
  enum class Sides : uint8_t { Both, Host, Device };

  std::vector<std::string> arguments; ///< for Clang's driver: all of it
  std::vector<std::string> options;   ///< of these, what says how one file is compiled
  std::string output;                 ///< of -o; may be empty
  Architecture architecture;
  bool runsOnAll = false;              ///< on devices of other architectures as well
  std::string deviceCpu = "x86-64-v3"; ///< empty: the host side's, of -march
  unsigned deviceLevel = 1;
  bool deviceUnroll = false;
  Sides sides = Sides::Both;
  unsigned inputs = 0;            ///< objects and libraries included
  bool links = true;              ///< no -c, -S, -E or the like
  bool precompiles = false;       ///< its inputs are headers: -x musa-header
  bool verbose = false;           ///< -v, -###
  bool asksVersion = false;       ///< --version
  bool asksHelp = false;          ///< --help
  std::vector<std::string> notes; ///< on options that mean nothing on the host
};

/// `arguments` without the program's name; response files are expanded. An error says which
/// argument is wrong and what would be right.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace musaport

#endif // MUSAPORT_MCC_COMMAND_LINE_H
