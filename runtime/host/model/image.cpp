//===- host/model/image.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/image.h"

#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/operation.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace musart {
namespace {

struct RegisteredVariable : Variable {
  std::vector<char> initial; ///< its first value; empty: all bytes are 0
};

struct Registered {
  const __musa_device_image *image = nullptr;
  const void *wrapper = nullptr; ///< what it was registered by
  /// Somebody has looked for what is in it. Otherwise no work uses it.
  mutable std::atomic<bool> isUsed = false;
  bool isOfModule = false; ///< a module has loaded it, and it is no part of the program
  std::unordered_map<const void *, std::unique_ptr<Function>> functions;
  std::unordered_map<const void *, RegisteredVariable> variables;
};

struct Registry {
  std::shared_mutex mutex;
  std::vector<std::unique_ptr<Registered>> images; ///< in order of registration
};

/// Never destroyed: images are unregistered when the program's own objects are gone already.
Registry &registry() {
  static auto *result = new Registry;
  return *result;
}

/// The executable is the first file in the dynamic linker's list.
bool isInExecutable(const void *address) {
  Dl_info where;
  link_map *file = nullptr;
  return dladdr1(address, &where, reinterpret_cast<void **>(&file), RTLD_DL_LINKMAP) != 0 &&
         file->l_prev == nullptr;
}

bool isZero(const char *value, size_t size) {
  return std::all_of(value, value + size, [](char byte) { return byte == 0; });
}

std::vector<char> initialValue(const Variable &variable) {
  const char *value = static_cast<const char *>(variable.address);
  if (isZero(value, variable.size))
    return {};
  return {value, value + variable.size};
}

/// Programs know a static variable of no namespace by the name in its source, as nvcc leaves it.
std::string mangledStatic(const char *name) {
  return "_ZL" + std::to_string(std::strlen(name)) + name;
}

/// Holds the registry's lock.
void addVariable(Registered &registered, const void *shadow, const __musa_variable &variable,
                 size_t size) {
  allocations().addVariable(variable.address, variable.size, variable.managed != 0);
  const Variable known = {variable.address, std::min<size_t>(size, variable.size)};
  registered.variables[shadow] = {known, initialValue(known)};
}

/// As Clang writes it: the image is the third word.
struct FatBinary {
  int magic;
  int version;
  const __musa_device_image *image;
  void *unused;
};

} // namespace

Function &findFunction(const void *stub) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images)
    if (const auto found = one->functions.find(stub); found != one->functions.end()) {
      one->isUsed = true;
      return *found->second;
    }
  throw ApiError{musaErrorInvalidDeviceFunction};
}

Variable findVariable(const void *shadow) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images)
    if (const auto found = one->variables.find(shadow); found != one->variables.end()) {
      one->isUsed = true;
      return found->second;
    }
  throw ApiError{musaErrorInvalidSymbol};
}

Function *findFunctionNamed(const char *name, const __musa_device_image *image) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images)
    if (image == nullptr || one->image == image)
      for (const auto &[stub, function] : one->functions)
        if (std::strcmp(function->kernel->name, name) == 0) {
          one->isUsed = true;
          return function.get();
        }
  return nullptr;
}

const __musa_variable *findVariableNamed(const char *name,
                                         const std::vector<const __musa_device_image *> &images) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::string &mangled : {std::string(name), mangledStatic(name)})
    for (const std::unique_ptr<Registered> &one : all.images) {
      if (std::ranges::find(images, one->image) == images.end())
        continue;
      for (uint32_t i = 0; i < one->image->variable_count; ++i)
        if (one->image->variables[i].name == mangled) {
          one->isUsed = true;
          return &one->image->variables[i];
        }
    }
  return nullptr;
}

unsigned programArchitecture() {
  unsigned ofLibrary = 0;
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images) {
    const __musa_device_image *image = one->image;
    if (image->musa_arch != 0 && isInExecutable(image))
      return image->musa_arch;
    if (ofLibrary == 0)
      ofLibrary = image->musa_arch;
  }
  return ofLibrary;
}

void resetVariables() {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images)
    for (const auto &[shadow, variable] : one->variables) {
      char *value = static_cast<char *>(variable.address);
      const std::vector<char> &initial = variable.initial;
      const bool isSame = initial.empty() ? isZero(value, variable.size)
                                          : std::equal(initial.begin(), initial.end(), value);
      if (isSame) // what is const cannot be written
        continue;
      std::memset(value, 0, variable.size);
      std::copy(initial.begin(), initial.end(), value);
    }
}

std::vector<const __musa_device_image *> registeredImages() {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  std::vector<const __musa_device_image *> result;
  result.reserve(all.images.size());
  for (const std::unique_ptr<Registered> &one : all.images)
    if (!one->isOfModule)
      result.push_back(one->image);
  return result;
}

void giveToModule(const std::vector<const __musa_device_image *> &images) {
  Registry &all = registry();
  const std::unique_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images)
    if (std::find(images.begin(), images.end(), one->image) != images.end())
      one->isOfModule = true;
}

} // namespace musart

using namespace musart;

#pragma GCC visibility push(default)
extern "C" {

void **__musaRegisterFatBinary(const void *wrapper) {
  const __musa_device_image *image = static_cast<const FatBinary *>(wrapper)->image;
  if (image == nullptr || image->magic != __MUSA_DEVICE_IMAGE_MAGIC ||
      image->version != __MUSA_DEVICE_IMAGE_VERSION) {
    printError("the program's device code is not of this version of mcc; compile it again");
    return nullptr;
  }
  auto registered = std::make_unique<Registered>();
  registered->image = image;
  registered->wrapper = wrapper;
  auto *handle = reinterpret_cast<void **>(registered.get());
  Registry &all = registry();
  const std::unique_lock lock(all.mutex);
  all.images.push_back(std::move(registered));
  return handle;
}

/// Static variables that host code does not name are registered by nobody else.
void __musaRegisterFatBinaryEnd(void **handle) {
  if (handle == nullptr)
    return;
  auto &registered = *reinterpret_cast<Registered *>(handle);
  const std::unique_lock lock(registry().mutex);
  std::unordered_set<const void *> known;
  for (const auto &[shadow, variable] : registered.variables)
    known.insert(variable.address);
  const __musa_device_image &image = *registered.image;
  for (uint32_t i = 0; i < image.variable_count; ++i)
    if (const __musa_variable &variable = image.variables[i]; !known.contains(variable.address))
      addVariable(registered, variable.address, variable, variable.size);
}

/// When the program ends, or the library that the image is in is closed.
void __musaUnregisterFatBinary(void **handle) {
  Registry &all = registry();
  const auto find = [&] {
    return std::find_if(all.images.begin(), all.images.end(), [=](const auto &one) {
      return reinterpret_cast<void **>(one.get()) == handle;
    });
  };
  bool isUsed = false;
  {
    const std::shared_lock lock(all.mutex);
    const auto found = find();
    isUsed = found != all.images.end() && (*found)->isUsed;
  }
  if (isUsed && !inHostFunction) // which may call exit(), and is work itself
    finishAllWork();
  std::unique_ptr<Registered> removed;
  {
    const std::unique_lock lock(all.mutex);
    const auto found = find();
    if (found == all.images.end())
      return;
    removed = std::move(*found);
    all.images.erase(found);
  }
  for (const auto &[shadow, variable] : removed->variables)
    allocations().removeVariable(variable.address);
}

/// Separately compiled files share the image that a device link has made of them. Each registers
/// what is its own.
void __musaRegisterLinkedBinary(void (*registerGlobals)(void **), const void *wrapper, const void *,
                                void (*)(void *)) {
  if (void **handle = __musaRegisterFatBinary(wrapper))
    registerGlobals(handle);
}

void __musaUnregisterLinkedBinary(const void *wrapper) {
  Registry &all = registry();
  void **handle = nullptr;
  {
    const std::shared_lock lock(all.mutex);
    for (const std::unique_ptr<Registered> &one : all.images)
      if (one->wrapper == wrapper)
        handle = reinterpret_cast<void **>(one.get());
  }
  __musaUnregisterFatBinary(handle);
}

int __musaRegisterFunction(void **handle, const void *stub, char *, const char *name, int, void *,
                           void *, void *, void *, int *) {
  if (handle == nullptr)
    return 0;
  auto &registered = *reinterpret_cast<Registered *>(handle);
  const __musa_device_image &image = *registered.image;
  const __musa_kernel *end = image.kernels + image.kernel_count;
  const __musa_kernel *kernel = std::find_if(image.kernels, end, [=](const __musa_kernel &one) {
    return std::strcmp(one.name, name) == 0;
  });
  if (kernel == end)
    return 0; // a launch of it is refused
  auto function = std::make_unique<Function>();
  function->kernel = kernel;
  function->stub = stub;
  function->musaArch = image.musa_arch;
  const std::unique_lock lock(registry().mutex);
  registered.functions[stub] = std::move(function);
  return 0;
}

void __musaRegisterVar(void **handle, char *shadow, char *, const char *name, int, size_t size, int,
                       int) {
  if (handle == nullptr)
    return;
  auto &registered = *reinterpret_cast<Registered *>(handle);
  const __musa_device_image &image = *registered.image;
  for (uint32_t i = 0; i < image.variable_count; ++i) {
    const __musa_variable &variable = image.variables[i];
    if (std::strcmp(variable.name, name) != 0)
      continue;
    const std::unique_lock lock(registry().mutex);
    addVariable(registered, shadow, variable, size);
    return;
  }
}

/// Device code that was linked without host code, which would have stubs and shadows: its own rows
/// stand for them.
void __musaRegisterModule(const __musa_device_image *image) {
  const FatBinary binary = {0, 0, image, nullptr};
  void **handle = __musaRegisterFatBinary(&binary);
  if (handle == nullptr)
    return;
  reinterpret_cast<Registered *>(handle)->wrapper = image;
  for (uint32_t i = 0; i < image->kernel_count; ++i)
    __musaRegisterFunction(handle, &image->kernels[i], nullptr, image->kernels[i].name, 0, nullptr,
                           nullptr, nullptr, nullptr, nullptr);
  __musaRegisterFatBinaryEnd(handle);
}

const char *__musaSymbolName(const void *address) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  for (const std::unique_ptr<Registered> &one : all.images) {
    if (const auto found = one->functions.find(address); found != one->functions.end())
      return found->second->kernel->name;
    if (const auto found = one->variables.find(address); found != one->variables.end())
      for (uint32_t i = 0; i < one->image->variable_count; ++i)
        if (one->image->variables[i].address == found->second.address)
          return one->image->variables[i].name;
  }
  return nullptr;
}

} // extern "C"
#pragma GCC visibility pop
