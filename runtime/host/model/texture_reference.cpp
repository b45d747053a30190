//===- host/model/texture_reference.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture_reference.h"

#include "model/device.h"
#include "model/error.h"
#include "model/image.h"

#include <mutex>
#include <unordered_map>

// In image.cpp: to device code, a reference is a variable of one word.
extern "C" void __musaRegisterVar(void **handle, char *shadow, char *, const char *name, int,
                                  size_t size, int, int);

namespace musart {
namespace {

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void *, ReferenceType> types;
};

/// Never destroyed, as the images' registry. An entry may outlive its image: findVariable() decides
/// whether there is a variable.
Registry &registry() {
  static auto *result = new Registry;
  return *result;
}

void add(void **handle, void *shadow, const char *name, ReferenceType type) {
  __musaRegisterVar(handle, static_cast<char *>(shadow), nullptr, name, 0, sizeof(__musa_texture *),
                    0, 0);
  Registry &all = registry();
  const std::scoped_lock lock(all.mutex);
  all.types[shadow] = type;
}

} // namespace

const void *findReferenceOf(const void *word, bool isTexture) {
  Registry &all = registry();
  const std::scoped_lock lock(all.mutex);
  for (const auto &[shadow, type] : all.types)
    try {
      if (type.isTexture == isTexture && findVariable(shadow).address == word)
        return shadow;
    } catch (const ApiError &) { // of a library that is gone
    }
  return nullptr;
}

void bindReference(const TextureReference &reference, std::shared_ptr<Texture> bound) {
  static std::mutex mutex; // of two threads that bind, one waits for the other
  const std::scoped_lock lock(mutex);
  for (const std::unique_ptr<Device> &device : devices())
    device->synchronize();
  TextureTable &table = reference.type.isTexture ? textures() : surfaces();
  if (__musa_texture *old = *reference.object)
    table.remove(old);
  *reference.object = bound ? table.add(std::move(bound)) : nullptr;
}

TextureReference findReference(const void *shadow, bool isTexture, musaError_t otherwise) {
  TextureReference result;
  {
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    const auto found = all.types.find(shadow);
    require(found != all.types.end() && found->second.isTexture == isTexture, otherwise);
    result.type = found->second;
  }
  result.object = static_cast<__musa_texture **>(findVariable(shadow).address);
  return result;
}

} // namespace musart

using namespace musart;

#pragma GCC visibility push(default)
extern "C" {

/// `normalized`: the third argument of texture<>.
void __musaRegisterTexture(void **handle, void *shadow, const void **, const char *name, int,
                           int normalized, int) {
  add(handle, shadow, name,
      {true, normalized != 0 ? musaReadModeNormalizedFloat : musaReadModeElementType});
}

void __musaRegisterSurface(void **handle, void *shadow, const void **, const char *name, int, int) {
  add(handle, shadow, name, {false, musaReadModeElementType});
}

} // extern "C"
#pragma GCC visibility pop
