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

struct Registered {
  ReferenceType type;
  uint64_t registration = 0;
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void *, Registered> all;
  uint64_t last = 0;
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
  Registry &known = registry();
  const std::scoped_lock lock(known.mutex);
  known.all[shadow] = {type, ++known.last};
}

} // namespace

const void *findReferenceOf(const void *word, bool isTexture) {
  Registry &known = registry();
  const std::scoped_lock lock(known.mutex);
  for (const auto &[shadow, one] : known.all)
    try {
      if (one.type.isTexture == isTexture && findVariable(shadow).address == word)
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
    Registry &known = registry();
    const std::scoped_lock lock(known.mutex);
    const auto found = known.all.find(shadow);
    require(found != known.all.end() && found->second.type.isTexture == isTexture, otherwise);
    result.type = found->second.type;
    result.registration = found->second.registration;
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
