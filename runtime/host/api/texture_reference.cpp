//===- host/api/texture_reference.cpp - binding references ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture_reference.h"
#include "api/error.h"
#include "model/allocations.h"
#include "model/texture.h"

#include "musa_runtime_api.h"

#include <algorithm>
#include <climits>

namespace musart {
namespace {

TextureReference findTexture(const textureReference *reference) {
  return findReference(reference, /*isTexture=*/true, musaErrorInvalidTexture);
}

void bindTexture(const textureReference *texref, const musaResourceDesc &resource) {
  const TextureReference reference = findTexture(texref);
  musaTextureDesc sampling = {};
  std::copy(texref->addressMode, texref->addressMode + 3, sampling.addressMode);
  sampling.filterMode = texref->filterMode;
  sampling.readMode = reference.type.readMode;
  sampling.sRGB = texref->sRGB;
  sampling.normalizedCoords = texref->normalized;
  sampling.maxAnisotropy = texref->maxAnisotropy;
  sampling.mipmapFilterMode = texref->mipmapFilterMode;
  sampling.mipmapLevelBias = texref->mipmapLevelBias;
  sampling.minMipmapLevelClamp = texref->minMipmapLevelClamp;
  sampling.maxMipmapLevelClamp = texref->maxMipmapLevelClamp;
  bindReference(reference, makeTexture(resource, sampling));
}

/// `desc` has to be given; the format is the array's own.
musaResourceDesc resourceOf(musaArray_const_t array, const musaChannelFormatDesc *desc) {
  require(desc != nullptr);
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = const_cast<musaArray_t>(array);
  return resource;
}

/// `size`, or less, to the end of the allocation. Programs pass no size, which means 4 GiB.
size_t sizeWithin(const void *address, size_t size) {
  const std::optional<Allocation> found = allocations().find(address);
  require(found.has_value());
  const auto left = static_cast<size_t>(found->address + found->size - //
                                        static_cast<const char *>(address));
  return std::min(size, left);
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaBindTexture(size_t *offset, const textureReference *texref, const void *devPtr,
                            const musaChannelFormatDesc *desc, size_t size) {
  return api([&] {
    require(desc != nullptr);
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeLinear;
    resource.res.linear = {const_cast<void *>(devPtr), *desc, sizeWithin(devPtr, size)};
    bindTexture(texref, resource);
    if (offset != nullptr)
      *offset = 0;
  });
}

musaError_t musaBindTexture2D(size_t *offset, const textureReference *texref, const void *devPtr,
                              const musaChannelFormatDesc *desc, size_t width, size_t height,
                              size_t pitch) {
  return api([&] {
    require(desc != nullptr);
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypePitch2D;
    resource.res.pitch2D = {const_cast<void *>(devPtr), *desc, width, height, pitch};
    bindTexture(texref, resource);
    if (offset != nullptr)
      *offset = 0;
  });
}

musaError_t musaBindTextureToArray(const textureReference *texref, musaArray_const_t array,
                                   const musaChannelFormatDesc *desc) {
  return api([&] { bindTexture(texref, resourceOf(array, desc)); });
}

musaError_t musaBindTextureToMipmappedArray(const textureReference *texref,
                                            musaMipmappedArray_const_t mipmappedArray,
                                            const musaChannelFormatDesc *desc) {
  return api([&] {
    require(desc != nullptr);
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<musaMipmappedArray_t>(mipmappedArray);
    bindTexture(texref, resource);
  });
}

musaError_t musaUnbindTexture(const textureReference *texref) {
  return api([&] { bindReference(findTexture(texref), nullptr); });
}

musaError_t musaGetTextureAlignmentOffset(size_t *offset, const textureReference *texref) {
  return api([&] {
    require(offset != nullptr);
    require(*findTexture(texref).object != nullptr, musaErrorInvalidTextureBinding);
    *offset = 0;
  });
}

musaError_t musaGetTextureReference(const textureReference **texref, const void *symbol) {
  return api([&] {
    require(texref != nullptr);
    const auto *reference = static_cast<const textureReference *>(symbol);
    findTexture(reference);
    *texref = reference;
  });
}

musaError_t musaBindSurfaceToArray(const surfaceReference *surfref, musaArray_const_t array,
                                   const musaChannelFormatDesc *desc) {
  return api([&] {
    bindReference(findReference(surfref, /*isTexture=*/false, musaErrorInvalidSurface),
                  makeSurface(resourceOf(array, desc)));
  });
}

musaError_t musaGetSurfaceReference(const surfaceReference **surfref, const void *symbol) {
  return api([&] {
    require(surfref != nullptr);
    findReference(symbol, /*isTexture=*/false, musaErrorInvalidSurface);
    *surfref = static_cast<const surfaceReference *>(symbol);
  });
}

} // extern "C"
