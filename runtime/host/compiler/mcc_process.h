//===- host/compiler/mcc_process.h - mcc, while a program runs --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_COMPILER_MCC_PROCESS_H
#define MUSAPORT_HOST_COMPILER_MCC_PROCESS_H

#include <filesystem>
#include <string>
#include <vector>

namespace musart {

/// Of the mcc that is installed with this library; empty if nobody knows where that is.
const std::filesystem::path &compilerPath();

/// Runs a command whose output goes to `log`. False if it cannot be started, or fails.
bool runCommand(const std::vector<std::string> &command, const std::filesystem::path &log);

} // namespace musart

#endif // MUSAPORT_HOST_COMPILER_MCC_PROCESS_H
