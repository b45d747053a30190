//===- host/driver/loaded_library.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/loaded_library.h"

#include "model/image.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace musart {
namespace {

/// Which a file of memory has as long as it is open.
std::string nameOf(int file) { return "/proc/self/fd/" + std::to_string(file); }

/// Those that lie in the library.
std::vector<const __musa_device_image *> imagesOf(void *handle) {
  link_map *library = nullptr;
  std::vector<const __musa_device_image *> result;
  if (dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void *>(&library)) != 0)
    return result;
  for (const __musa_device_image *image : registeredImages()) {
    Dl_info where;
    link_map *file = nullptr;
    if (dladdr1(image, &where, reinterpret_cast<void **>(&file), RTLD_DL_LINKMAP) != 0 &&
        file == library)
      result.push_back(image);
  }
  return result;
}

} // namespace

std::shared_ptr<const LoadedLibrary> LoadedLibrary::load(std::string_view bytes,
                                                         std::string &reason) {
  const int file = memfd_create("musa-module", MFD_CLOEXEC);
  if (file < 0) {
    reason = std::strerror(errno);
    return nullptr;
  }
  std::ofstream(nameOf(file), std::ios::binary) << bytes; // a part of it cannot be opened
  void *handle = dlopen(nameOf(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    reason = dlerror();
    close(file);
    return nullptr;
  }
  std::shared_ptr<LoadedLibrary> library(new LoadedLibrary(file, handle));
  library->ownImages = imagesOf(handle);
  giveToModule(library->ownImages);
  if (!library->ownImages.empty())
    return library;
  reason = "it has no device code that mcc has compiled";
  return nullptr;
}

LoadedLibrary::~LoadedLibrary() {
  const std::string name = nameOf(file);
  dlclose(handle);
  // It may stay, for objects of threads; then no other library may get its name.
  void *stays = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (stays == nullptr)
    close(file);
  else
    dlclose(stays);
}

} // namespace musart
