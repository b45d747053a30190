//===- host/driver/device_file.h - what a program passes as device code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_DEVICE_FILE_H
#define MUSAPORT_HOST_DRIVER_DEVICE_FILE_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace musart {

enum class DeviceFile : uint8_t {
  Library, ///< a shared library, with all of its device code: `mcc -shared -fPIC`, MTRTC
  Object,  ///< an object file; what `mcc -dc` makes has relocatable device code
  Archive, ///< a static library of such files
  Ptx,     ///< a GPU's code, as text
  Other
};

/// Programs pass an image without its size. Text ends with a null.
DeviceFile kindOf(const void *image);
/// Of all of a file's bytes, which may be cut.
DeviceFile kindOf(const std::string &file);

/// All of a file. Throws MUSA_ERROR_FILE_NOT_FOUND, also for a folder.
std::string readFile(const char *path);

/// Of an ELF file: a library or an object.
size_t sizeOfElf(const void *image);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_DEVICE_FILE_H
