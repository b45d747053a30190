//===- host/model/settings.h - settings from the environment ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_SETTINGS_H
#define MUSAPORT_HOST_MODEL_SETTINGS_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace musart {

/// Read once, at the first use of the API. docs/reference/runtime.md explains each setting.
struct Settings {
  unsigned workers = 1;          ///< MUSA_HOST_WORKERS
  unsigned devices = 1;          ///< MUSA_HOST_DEVICES
  size_t memoryBytes = 0;        ///< MUSA_HOST_MEMORY, per device
  std::string architecture;      ///< MUSA_HOST_ARCH; empty: the program's
  unsigned sdkVersion = 0;       ///< MUSA_HOST_SDK_VERSION
  bool check = false;            ///< MUSA_HOST_CHECK
  bool blockingLaunches = false; ///< MUSA_LAUNCH_BLOCKING
  bool abort = false;            ///< MUSA_HOST_ABORT
  std::vector<int> visible;      ///< MUSA_VISIBLE_DEVICES: which of the devices, in order

  /// A device's number for all processes, whatever each of them sees.
  int numberOf(int device) const { return visible[static_cast<size_t>(device)]; }
  /// The device with that number; none: this process does not see it.
  std::optional<int> deviceOfNumber(int number) const;
};

const Settings &settings();

/// `4096`, `64K`, `512M`, `8G`.
std::optional<size_t> parseSize(const std::string &text);
/// The list up to the first entry that is not a number or not a device; the rest is invisible.
std::vector<int> parseDeviceList(const std::string &text, unsigned devices);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SETTINGS_H
