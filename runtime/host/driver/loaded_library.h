//===- host/driver/loaded_library.h - device code that comes later -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_LOADED_LIBRARY_H
#define MUSAPORT_HOST_DRIVER_LOADED_LIBRARY_H

#include "musa_port/host/device_image.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace musart {

/// A shared library that `mcc -shared -fPIC` or MTRTC made, in memory of its own: loaded twice, it
/// has two sets of variables.
class LoadedLibrary {
public:
  /// Null if it cannot be loaded; `reason` then says why.
  static std::shared_ptr<const LoadedLibrary> load(std::string_view bytes, std::string &reason);
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;
  /// Waits for the kernels that run.
  ~LoadedLibrary();

  const std::vector<const __musa_device_image *> &images() const { return ownImages; }

private:
  LoadedLibrary(int file, void *handle) : file(file), handle(handle) {}

  int file; ///< open as long as the library is, since its number is a part of the library's name
  void *handle;
  std::vector<const __musa_device_image *> ownImages;
};

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_LOADED_LIBRARY_H
