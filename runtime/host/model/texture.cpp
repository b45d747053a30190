//===- host/model/texture.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture.h"

#include "model/array.h"
#include "model/device.h"
#include "model/error.h"

#include <algorithm>
#include <climits>

namespace musart {
namespace {

__musa_component componentOf(const musaChannelFormatDesc &format) {
  const int bits = format.x;
  require(bits == 8 || bits == 16 || bits == 32, musaErrorInvalidChannelDescriptor);
  switch (format.f) {
  case musaChannelFormatKindSigned:
    return bits == 8 ? __musa_signed8 : bits == 16 ? __musa_signed16 : __musa_signed32;
  case musaChannelFormatKindUnsigned:
    return bits == 8 ? __musa_unsigned8 : bits == 16 ? __musa_unsigned16 : __musa_unsigned32;
  case musaChannelFormatKindFloat:
    require(bits != 8, musaErrorInvalidChannelDescriptor);
    return bits == 16 ? __musa_float16 : __musa_float32;
  default:
    throw ApiError{musaErrorInvalidChannelDescriptor};
  }
}

void setFormat(Texture &texture, const musaChannelFormatDesc &format) {
  texture.component = componentOf(format);
  texture.channels = 0;
  for (const int bits : {format.x, format.y, format.z, format.w}) {
    require(bits == 0 || bits == format.x, musaErrorInvalidChannelDescriptor);
    texture.channels += bits != 0 ? 1 : 0;
  }
  require(texture.channels != 3, musaErrorInvalidChannelDescriptor);
  texture.texel_bytes = texture.channels * static_cast<unsigned>(format.x) / 8;
}

void setExtent(Texture &texture, size_t width, size_t height, size_t depth) {
  const size_t extent[] = {width, height, depth};
  for (int i = 0; i < 3; ++i) {
    require(extent[i] > 0 && extent[i] <= INT_MAX);
    texture.extent[i] = static_cast<unsigned>(extent[i]);
  }
}

void setArray(Texture &texture, const musaArray &array) {
  setFormat(texture, array.format);
  setExtent(texture, array.extent.width, array.rows(), array.slices());
  texture.data = array.data;
  texture.row_bytes = array.rowBytes();
  texture.slice_bytes = array.sliceBytes();
}

/// Of all levels; setView() takes some of them.
void setLevels(Texture &texture, const musaMipmappedArray &array) {
  for (const std::shared_ptr<musaArray> &level : array.levels) {
    setArray(texture, *level);
    texture.ownLevels.push_back({texture.data,
                                 texture.row_bytes,
                                 texture.slice_bytes,
                                 {texture.extent[0], texture.extent[1], texture.extent[2]}});
  }
  setArray(texture, *array.levels.front());
}

/// Where the elements lie and what they are.
std::shared_ptr<Texture> makeOver(const musaResourceDesc &resource) {
  auto texture = std::make_shared<Texture>();
  texture->resource = resource;
  texture->device = currentDevice().ordinal;
  switch (resource.resType) {
  case musaResourceTypeArray:
    setArray(*texture, findArray(resource.res.array.array));
    return texture;
  case musaResourceTypeMipmappedArray:
    setLevels(*texture, findMipmappedArray(resource.res.mipmap.mipmap));
    return texture;
  case musaResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    require(linear.devPtr != nullptr);
    setFormat(*texture, linear.desc);
    setExtent(*texture, linear.sizeInBytes / texture->texel_bytes, 1, 1);
    texture->data = static_cast<char *>(linear.devPtr);
    texture->row_bytes = texture->slice_bytes = linear.sizeInBytes;
    return texture;
  }
  case musaResourceTypePitch2D: {
    const auto &pitched = resource.res.pitch2D;
    require(pitched.devPtr != nullptr);
    setFormat(*texture, pitched.desc);
    setExtent(*texture, pitched.width, pitched.height, 1);
    require(pitched.pitchInBytes >= pitched.width * texture->texel_bytes);
    texture->data = static_cast<char *>(pitched.devPtr);
    texture->row_bytes = pitched.pitchInBytes;
    texture->slice_bytes = pitched.pitchInBytes * pitched.height;
    return texture;
  }
  }
  throw ApiError{musaErrorInvalidValue};
}

/// How it is sampled.
void setSampling(Texture &texture, const musaTextureDesc &desc) {
  texture.texture = desc;
  const bool isFloat = texture.component == __musa_float16 || texture.component == __musa_float32;
  const bool is32Bits = texture.component == __musa_signed32 ||
                        texture.component == __musa_unsigned32 ||
                        texture.component == __musa_float32;
  require(desc.readMode != musaReadModeNormalizedFloat || !is32Bits, musaErrorInvalidNormSetting);
  texture.normalized_read = !isFloat && desc.readMode == musaReadModeNormalizedFloat;
  texture.linear = desc.filterMode == musaFilterModeLinear;
  require(!texture.linear || isFloat || texture.normalized_read, musaErrorInvalidFilterSetting);
  texture.normalized_coords = desc.normalizedCoords != 0;
  texture.srgb = desc.sRGB != 0 && texture.normalized_read && texture.component == __musa_unsigned8;
  for (int i = 0; i < 3; ++i) {
    const musaTextureAddressMode mode = desc.addressMode[i];
    require(mode >= musaAddressModeWrap && mode <= musaAddressModeBorder);
    // Wrapping and mirroring are for normalised coordinates.
    const bool periodic = mode == musaAddressModeWrap || mode == musaAddressModeMirror;
    texture.address[i] = periodic && !texture.normalized_coords ? musaAddressModeClamp : mode;
  }
  std::copy(desc.borderColor, desc.borderColor + 4, texture.border);
}

/// How reads choose a level; behind setSampling(). Anisotropy changes nothing.
void setLevelSampling(Texture &texture, const musaTextureDesc &desc) {
  texture.level_count = static_cast<unsigned>(std::max<size_t>(1, texture.ownLevels.size()));
  if (texture.ownLevels.empty())
    return;
  require(texture.normalized_coords);
  const bool isFloat = texture.component == __musa_float16 || texture.component == __musa_float32;
  texture.linear_levels = desc.mipmapFilterMode == musaFilterModeLinear;
  require(!texture.linear_levels || isFloat || texture.normalized_read,
          musaErrorInvalidFilterSetting);
  texture.levels = texture.ownLevels.data();
  texture.level_bias = desc.mipmapLevelBias;
  texture.least_level = desc.minMipmapLevelClamp;
  texture.greatest_level = desc.maxMipmapLevelClamp;
}

/// Of an array with layers; of a cube map they are its sides.
bool hasLayers(const musaResourceDesc &resource) {
  const musaArray &array = resource.resType == musaResourceTypeArray
                               ? findArray(resource.res.array.array)
                               : *findMipmappedArray(resource.res.mipmap.mipmap).levels.front();
  return (array.flags & (musaArrayLayered | musaArrayCubemap)) != 0;
}

/// `Part`: the texture, or one of its levels.
template <typename Part> void takeLayers(Part &part, const musaResourceViewDesc &view) {
  part.data += view.firstLayer * part.slice_bytes;
  part.extent[2] = view.lastLayer - view.firstLayer + 1;
}

/// Takes the view's levels and layers; the first of them are then level 0 and layer 0.
void setView(Texture &texture, const musaResourceViewDesc &view) {
  require(texture.resource.resType == musaResourceTypeArray ||
          texture.resource.resType == musaResourceTypeMipmappedArray);
  texture.view = view;
  std::vector<__musa_texture_level> &levels = texture.ownLevels;
  if (hasLayers(texture.resource)) {
    require(view.firstLayer <= view.lastLayer && view.lastLayer < texture.extent[2]);
    takeLayers(texture, view);
    for (__musa_texture_level &level : levels)
      takeLayers(level, view);
  }
  const size_t last = levels.empty() ? 0 : levels.size() - 1;
  require(view.firstMipmapLevel <= view.lastMipmapLevel && view.lastMipmapLevel <= last);
  if (levels.empty())
    return;
  levels.erase(levels.begin() + view.lastMipmapLevel + 1, levels.end());
  levels.erase(levels.begin(), levels.begin() + view.firstMipmapLevel);
  const __musa_texture_level &first = levels.front();
  texture.data = first.data;
  texture.row_bytes = first.row_bytes;
  texture.slice_bytes = first.slice_bytes;
  std::copy(first.extent, first.extent + 3, texture.extent);
}

} // namespace

std::shared_ptr<Texture> makeTexture(const musaResourceDesc &resource,
                                     const musaTextureDesc &sampling,
                                     const musaResourceViewDesc *view) {
  std::shared_ptr<Texture> texture = makeOver(resource);
  if (view != nullptr)
    setView(*texture, *view);
  setSampling(*texture, sampling);
  setLevelSampling(*texture, sampling);
  return texture;
}

std::shared_ptr<Texture> makeSurface(const musaResourceDesc &resource) {
  require(resource.resType == musaResourceTypeArray);
  const musaArray &array = findArray(resource.res.array.array);
  require((array.flags & musaArraySurfaceLoadStore) != 0);
  return makeOver(resource);
}

TextureTable &textures() {
  static auto *result = new TextureTable("texture object");
  return *result;
}

TextureTable &surfaces() {
  static auto *result = new TextureTable("surface object");
  return *result;
}

} // namespace musart
