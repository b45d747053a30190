//===- host/model/shared_handle.h - handles for other processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_SHARED_HANDLE_H
#define MUSAPORT_HOST_MODEL_SHARED_HANDLE_H

#include "model/error.h"
#include "model/settings.h"
#include "model/shared_file.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <unistd.h>

namespace musart {

/// What the bytes of each handle begin with. A type that derives from it has a number `known`,
/// which tells its handles from other bytes.
struct SharedName {
  uint32_t kind = 0;
  int device = 0; ///< its number for all processes
  SharedFileName file;
};

/// `device`: as this process sees it.
template <typename Handle, typename Name> Handle toHandle(Name name, int device) {
  static_assert(sizeof(Name) <= sizeof(Handle));
  name.kind = Name::known;
  name.device = settings().numberOf(device);
  Handle handle = {};
  std::memcpy(&handle, &name, sizeof name);
  return handle;
}

/// What another process's handle says, with the device as this process sees it. Throws
/// ApiError{musaErrorInvalidResourceHandle}, musaErrorDeviceUninitialized if the handle is this
/// process's own, as CUDA does it, or musaErrorInvalidDevice.
template <typename Name, typename Handle> Name fromHandle(const Handle &handle) {
  Name name;
  std::memcpy(&name, &handle, sizeof name);
  require(name.kind == Name::known, musaErrorInvalidResourceHandle);
  require(name.file.process != getpid(), musaErrorDeviceUninitialized);
  const std::optional<int> device = settings().deviceOfNumber(name.device);
  require(device.has_value(), musaErrorInvalidDevice);
  name.device = *device;
  return name;
}

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_HANDLE_H
