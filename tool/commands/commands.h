//===- commands/commands.h - runs what the command line asks for -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_COMMANDS_H
#define MUSAPORT_COMMANDS_COMMANDS_H

#include "commands/options.h"

namespace musaport {

inline constexpr int exitDone = 0;
inline constexpr int exitNeedsPerson = 1; ///< completed with errors, or --dry-run found work
inline constexpr int exitUnusable = 2;    ///< invalid arguments or input, or a read or write error
inline constexpr int exitStanding = 3;    ///< --dry-run found no work, but errors that stand

/// Runs the command and returns the process's exit status (128 + signal after an interruption).
int runCommand(const Options &options);

} // namespace musaport

#endif // MUSAPORT_COMMANDS_COMMANDS_H
