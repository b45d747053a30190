//===- host/driver/device_link.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/device_link.h"

#include "compiler/mcc_process.h"
#include "compiler/temporary_folder.h"
#include "driver/driver.h"

#include <algorithm>

namespace fs = std::filesystem;

namespace musart {

bool isRelocatable(std::string_view object) {
  return object.find(".llvm.offloading") != std::string_view::npos; // mcc/device_unit.h
}

std::string linkDevice(const std::vector<LinkInput> &inputs, std::optional<unsigned> level,
                       std::string &log) {
  if (compilerPath().empty()) {
    log += "mcc, which links device code, is not installed with libmusart\n";
    throw DriverError{MUSA_ERROR_JIT_COMPILER_NOT_FOUND};
  }
  try {
    const TemporaryFolder folder;
    const fs::path made = folder.path() / "linked.so", messages = folder.path() / "log";
    std::vector<std::string> command = {compilerPath(), "--cuda-device-only",
                                        "-fno-color-diagnostics"};
    if (level)
      command.push_back("-O" + std::to_string(std::min(*level, 3u)));
    for (const LinkInput &input : inputs) {
      const fs::path file = folder.path() / ("input" + std::to_string(command.size()) +
                                             (input.kind == DeviceFile::Archive ? ".a" : ".o"));
      TemporaryFolder::write(file, input.bytes);
      command.push_back(file);
    }
    command.insert(command.end(), {"-o", made});
    const bool isDone = runCommand(command, messages);
    log += TemporaryFolder::read(messages);
    requireDriver(isDone && fs::exists(made), MUSA_ERROR_INVALID_IMAGE);
    return TemporaryFolder::read(made);
  } catch (const fs::filesystem_error &error) {
    log += std::string(error.what()) + "\n";
    throw DriverError{MUSA_ERROR_OPERATING_SYSTEM};
  }
}

} // namespace musart
