//===- host/driver/device_link.h - device code that is linked while a program runs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_DEVICE_LINK_H
#define MUSAPORT_HOST_DRIVER_DEVICE_LINK_H

#include "driver/device_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace musart {

struct LinkInput {
  DeviceFile kind; ///< Object or Archive
  std::string bytes;
};

/// Whether an object file has device code that can be linked.
bool isRelocatable(std::string_view object);

/// Has mcc link the device code of these, and returns a library that LoadedLibrary loads. `level`:
/// of optimization; without one, the highest that an input was compiled with. `log` gets mcc's
/// messages. Throws DriverError: MUSA_ERROR_INVALID_IMAGE, MUSA_ERROR_JIT_COMPILER_NOT_FOUND, and
/// MUSA_ERROR_OPERATING_SYSTEM for files that cannot be written.
std::string linkDevice(const std::vector<LinkInput> &inputs, std::optional<unsigned> level,
                       std::string &log);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_DEVICE_LINK_H
