//===- mcc/command_line.h - what mcc was asked for ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_COMMAND_LINE_H
#define MUSAPORT_MCC_COMMAND_LINE_H

#include "rules/architecture.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct CommandLine {
  struct Input {
    std::string path;
    std::string language; ///< of -x; empty: by the file's name
    bool isMusa = false;
    bool isObject = false; ///< for the linker: objects, archives, -l and -Wl, in their order
  };
  enum class Phase : uint8_t { Preprocess, SyntaxOnly, Compile, Assemble, Link };

  std::vector<Input> inputs;
  std::vector<std::string> options; ///< for Clang: all but inputs, phase and output
  std::string output;               ///< of -o; may be empty
  Phase phase = Phase::Link;
  Architecture architecture;
  std::string deviceCpu = "x86-64-v3";
  unsigned deviceLevel = 1;
  bool deviceUnroll = false;
  std::vector<std::string> notes; ///< on options that mean nothing on the host
  bool verbose = false;           ///< -v, -###
};

/// `arguments` without the program's name; response files are expanded. An error says which
/// argument is wrong and what would be right.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace musaport

#endif // MUSAPORT_MCC_COMMAND_LINE_H
