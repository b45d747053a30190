//===- host/api/texture.cpp - texture and surface objects -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture.h"
#include "api/error.h"
#include "model/device.h"

#include "musa_runtime_api.h"

namespace musart {
namespace {

__musa_texture *pointerOf(unsigned long long object) {
  return reinterpret_cast<__musa_texture *>(object);
}

/// `field` of the object's, copied.
template <typename Value>
void get(const TextureTable &table, unsigned long long object, Value Texture::*field,
         Value *value) {
  require(value != nullptr);
  *value = (*table.find(pointerOf(object))).*field;
}

/// Kernels that may read the object are done first.
void destroy(TextureTable &table, unsigned long long object) {
  if (object == 0)
    return;
  deviceAt(table.find(pointerOf(object))->device).synchronize();
  table.remove(pointerOf(object));
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaCreateTextureObject(musaTextureObject_t *texObject, const musaResourceDesc *resDesc,
                                    const musaTextureDesc *texDesc,
                                    const musaResourceViewDesc *resViewDesc) {
  return api([&] {
    require(texObject != nullptr && resDesc != nullptr && texDesc != nullptr);
    require(resViewDesc == nullptr || resViewDesc->format == musaResViewFormatNone,
            musaErrorNotSupported);
    *texObject = reinterpret_cast<musaTextureObject_t>(
        textures().add(makeTexture(*resDesc, *texDesc, resViewDesc)));
  });
}

musaError_t musaDestroyTextureObject(musaTextureObject_t texObject) {
  return api([&] { destroy(textures(), texObject); });
}

musaError_t musaGetTextureObjectResourceDesc(musaResourceDesc *resDesc,
                                             musaTextureObject_t texObject) {
  return api([&] { get(textures(), texObject, &Texture::resource, resDesc); });
}

musaError_t musaGetTextureObjectTextureDesc(musaTextureDesc *texDesc,
                                            musaTextureObject_t texObject) {
  return api([&] { get(textures(), texObject, &Texture::texture, texDesc); });
}

musaError_t musaGetTextureObjectResourceViewDesc(musaResourceViewDesc *resViewDesc,
                                                 musaTextureObject_t texObject) {
  return api([&] { get(textures(), texObject, &Texture::view, resViewDesc); });
}

musaError_t musaCreateSurfaceObject(musaSurfaceObject_t *surfObject,
                                    const musaResourceDesc *resDesc) {
  return api([&] {
    require(surfObject != nullptr && resDesc != nullptr);
    *surfObject = reinterpret_cast<musaSurfaceObject_t>(surfaces().add(makeSurface(*resDesc)));
  });
}

musaError_t musaDestroySurfaceObject(musaSurfaceObject_t surfObject) {
  return api([&] { destroy(surfaces(), surfObject); });
}

musaError_t musaGetSurfaceObjectResourceDesc(musaResourceDesc *resDesc,
                                             musaSurfaceObject_t surfObject) {
  return api([&] { get(surfaces(), surfObject, &Texture::resource, resDesc); });
}

} // extern "C"
