//===- host/driver/texture.cpp - textures and surfaces in the driver API -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture.h"
#include "driver/addresses.h"
#include "driver/array_format.h"
#include "driver/driver.h"
#include "driver/sampling.h"
#include "model/array.h"

#include "musa_runtime_api.h"

#include <algorithm>
#include <iterator>

namespace musart {
namespace {

struct Flag {
  unsigned flag;
  int musaTextureDesc::*field;
};
/// But for the read mode.
constexpr Flag flags[] = {
    {MU_TRSF_NORMALIZED_COORDINATES, &musaTextureDesc::normalizedCoords},
    {MU_TRSF_SRGB, &musaTextureDesc::sRGB},
    {MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION, &musaTextureDesc::disableTrilinearOptimization},
    {MU_TRSF_SEAMLESS_CUBEMAP, &musaTextureDesc::seamlessCubemap},
};
constexpr unsigned knownFlags = MU_TRSF_READ_AS_INTEGER | MU_TRSF_NORMALIZED_COORDINATES |
                                MU_TRSF_SRGB | MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                                MU_TRSF_SEAMLESS_CUBEMAP;

musaResourceDesc resourceOf(const MUSA_RESOURCE_DESC &given) {
  requireDriver(given.flags == 0);
  musaResourceDesc result = {};
  switch (given.resType) {
  case MU_RESOURCE_TYPE_ARRAY:
    result.resType = musaResourceTypeArray;
    result.res.array.array = arrayOf(given.res.array.hArray);
    return result;
  case MU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    result.resType = musaResourceTypeMipmappedArray;
    result.res.mipmap.mipmap = mipmappedArrayOf(given.res.mipmap.hMipmappedArray);
    return result;
  case MU_RESOURCE_TYPE_LINEAR: {
    const auto &of = given.res.linear;
    result.resType = musaResourceTypeLinear;
    result.res.linear = {pointer(of.devPtr), channelsOf(of.format, of.numChannels), of.sizeInBytes};
    return result;
  }
  case MU_RESOURCE_TYPE_PITCH2D: {
    const auto &of = given.res.pitch2D;
    result.resType = musaResourceTypePitch2D;
    result.res.pitch2D = {pointer(of.devPtr), channelsOf(of.format, of.numChannels), of.width,
                          of.height, of.pitchInBytes};
    return result;
  }
  }
  throw DriverError{MUSA_ERROR_INVALID_VALUE};
}

MUSA_RESOURCE_DESC driverResource(const musaResourceDesc &is) {
  MUSA_RESOURCE_DESC result = {};
  switch (is.resType) {
  case musaResourceTypeArray:
    result.resType = MU_RESOURCE_TYPE_ARRAY;
    result.res.array.hArray = reinterpret_cast<MUarray>(is.res.array.array);
    break;
  case musaResourceTypeMipmappedArray:
    result.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    result.res.mipmap.hMipmappedArray = reinterpret_cast<MUmipmappedArray>(is.res.mipmap.mipmap);
    break;
  case musaResourceTypeLinear: {
    const ArrayFormat format = formatOf(is.res.linear.desc);
    result.resType = MU_RESOURCE_TYPE_LINEAR;
    result.res.linear = {address(is.res.linear.devPtr), format.format, format.channels,
                         is.res.linear.sizeInBytes};
    break;
  }
  case musaResourceTypePitch2D: {
    const auto &of = is.res.pitch2D;
    const ArrayFormat format = formatOf(of.desc);
    result.resType = MU_RESOURCE_TYPE_PITCH2D;
    result.res.pitch2D = {address(of.devPtr), format.format, format.channels,
                          of.width,           of.height,     of.pitchInBytes};
    break;
  }
  }
  return result;
}

/// Integers of 8 and 16 bits are read as numbers from 0 or -1 to 1, unless the flag says otherwise.
musaTextureReadMode readModeOf(const musaChannelFormatDesc &elements, unsigned given) {
  const bool isNormalized = (given & MU_TRSF_READ_AS_INTEGER) == 0 &&
                            elements.f != musaChannelFormatKindFloat && elements.x < 32;
  return isNormalized ? musaReadModeNormalizedFloat : musaReadModeElementType;
}

unsigned flagsOf(const musaTextureDesc &is, const musaChannelFormatDesc &elements) {
  unsigned result = 0;
  for (const Flag &row : flags)
    result |= is.*row.field != 0 ? row.flag : 0;
  if (is.readMode == musaReadModeElementType && elements.f != musaChannelFormatKindFloat)
    result |= MU_TRSF_READ_AS_INTEGER;
  return result;
}

MUSA_TEXTURE_DESC driverSampling(const Texture &texture) {
  const musaTextureDesc &is = texture.texture;
  MUSA_TEXTURE_DESC result = {};
  for (int i = 0; i < 3; ++i)
    result.addressMode[i] = static_cast<MUaddress_mode>(is.addressMode[i]);
  result.filterMode = static_cast<MUfilter_mode>(is.filterMode);
  result.flags =
      texture.driverFlags ? *texture.driverFlags : flagsOf(is, elementsOf(texture.resource));
  std::copy(std::begin(is.borderColor), std::end(is.borderColor), result.borderColor);
  result.maxAnisotropy = is.maxAnisotropy;
  result.mipmapFilterMode = static_cast<MUfilter_mode>(is.mipmapFilterMode);
  result.mipmapLevelBias = is.mipmapLevelBias;
  result.minMipmapLevelClamp = is.minMipmapLevelClamp;
  result.maxMipmapLevelClamp = is.maxMipmapLevelClamp;
  return result;
}

std::shared_ptr<Texture> findTexture(MUtexObject handle) {
  return textures().find(reinterpret_cast<__musa_texture *>(handle));
}

/// Resource views differ only in what is reserved.
musaResourceViewDesc viewOf(const MUSA_RESOURCE_VIEW_DESC &given) {
  return {static_cast<musaResourceViewFormat>(given.format),
          given.width,
          given.height,
          given.depth,
          given.firstMipmapLevel,
          given.lastMipmapLevel,
          given.firstLayer,
          given.lastLayer};
}
MUSA_RESOURCE_VIEW_DESC driverView(const musaResourceViewDesc &is) {
  return {static_cast<MUresourceViewFormat>(is.format),
          is.width,
          is.height,
          is.depth,
          is.firstMipmapLevel,
          is.lastMipmapLevel,
          is.firstLayer,
          is.lastLayer,
          {}};
}

} // namespace

musaChannelFormatDesc elementsOf(const musaResourceDesc &resource) {
  switch (resource.resType) {
  case musaResourceTypeArray:
    return findArray(resource.res.array.array).format;
  case musaResourceTypeMipmappedArray: {
    musaArray_t level = nullptr;
    check(musaGetMipmappedArrayLevel(&level, resource.res.mipmap.mipmap, 0));
    return findArray(level).format;
  }
  case musaResourceTypeLinear:
    return resource.res.linear.desc;
  default:
    return resource.res.pitch2D.desc;
  }
}

musaTextureDesc samplingOf(const MUSA_TEXTURE_DESC &given, const musaChannelFormatDesc &elements) {
  requireDriver((given.flags & ~knownFlags) == 0);
  musaTextureDesc result = {};
  for (int i = 0; i < 3; ++i)
    result.addressMode[i] = static_cast<musaTextureAddressMode>(given.addressMode[i]);
  result.filterMode = static_cast<musaTextureFilterMode>(given.filterMode);
  result.readMode = readModeOf(elements, given.flags);
  for (const Flag &row : flags)
    result.*row.field = (given.flags & row.flag) != 0;
  std::copy(std::begin(given.borderColor), std::end(given.borderColor), result.borderColor);
  result.maxAnisotropy = given.maxAnisotropy;
  result.mipmapFilterMode = static_cast<musaTextureFilterMode>(given.mipmapFilterMode);
  result.mipmapLevelBias = given.mipmapLevelBias;
  result.minMipmapLevelClamp = given.minMipmapLevelClamp;
  result.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  return result;
}

} // namespace musart

using namespace musart;

extern "C" {

MUresult muTexObjectCreate(MUtexObject *pTexObject, const MUSA_RESOURCE_DESC *pResDesc,
                           const MUSA_TEXTURE_DESC *pTexDesc,
                           const MUSA_RESOURCE_VIEW_DESC *pResViewDesc) {
  return driver([&] {
    requireDriver(pTexObject != nullptr && pResDesc != nullptr && pTexDesc != nullptr);
    const musaResourceDesc resource = resourceOf(*pResDesc);
    const musaTextureDesc sampling = samplingOf(*pTexDesc, elementsOf(resource));
    const musaResourceViewDesc view =
        pResViewDesc != nullptr ? viewOf(*pResViewDesc) : musaResourceViewDesc{};
    check(musaCreateTextureObject(pTexObject, &resource, &sampling,
                                  pResViewDesc != nullptr ? &view : nullptr));
    findTexture(*pTexObject)->driverFlags = pTexDesc->flags;
  });
}

MUresult muTexObjectDestroy(MUtexObject texObject) {
  return driver([&] { return musaDestroyTextureObject(texObject); });
}

MUresult muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUtexObject texObject) {
  return driver([&] {
    requireDriver(pResDesc != nullptr);
    musaResourceDesc resource = {};
    check(musaGetTextureObjectResourceDesc(&resource, texObject));
    *pResDesc = driverResource(resource);
  });
}

MUresult muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC *pTexDesc, MUtexObject texObject) {
  return driver([&] {
    requireDriver(pTexDesc != nullptr);
    *pTexDesc = driverSampling(*findTexture(texObject));
  });
}

MUresult muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC *pResViewDesc,
                                        MUtexObject texObject) {
  return driver([&] {
    requireDriver(pResViewDesc != nullptr);
    musaResourceViewDesc view = {};
    check(musaGetTextureObjectResourceViewDesc(&view, texObject));
    *pResViewDesc = driverView(view);
  });
}

MUresult muSurfObjectCreate(MUsurfObject *pSurfObject, const MUSA_RESOURCE_DESC *pResDesc) {
  return driver([&] {
    requireDriver(pSurfObject != nullptr && pResDesc != nullptr);
    const musaResourceDesc resource = resourceOf(*pResDesc);
    return musaCreateSurfaceObject(pSurfObject, &resource);
  });
}

MUresult muSurfObjectDestroy(MUsurfObject surfObject) {
  return driver([&] { return musaDestroySurfaceObject(surfObject); });
}

MUresult muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUsurfObject surfObject) {
  return driver([&] {
    requireDriver(pResDesc != nullptr);
    musaResourceDesc resource = {};
    check(musaGetSurfaceObjectResourceDesc(&resource, surfObject));
    *pResDesc = driverResource(resource);
  });
}

} // extern "C"
