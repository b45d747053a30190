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

/// Where the elements lie and what they are.
std::shared_ptr<Texture> makeOver(const musaResourceDesc &resource) {
  auto texture = std::make_shared<Texture>();
  texture->resource = resource;
  texture->device = currentDevice().ordinal;
  switch (resource.resType) {
  case musaResourceTypeArray: {
    const musaArray &array = findArray(resource.res.array.array);
    setFormat(*texture, array.format);
    setExtent(*texture, array.extent.width, array.rows(), array.slices());
    texture->data = array.data;
    texture->row_bytes = array.rowBytes();
    texture->slice_bytes = array.sliceBytes();
    return texture;
  }
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
  case musaResourceTypeMipmappedArray:
    break;
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

} // namespace

std::shared_ptr<Texture> makeTexture(const musaResourceDesc &resource,
                                     const musaTextureDesc &sampling) {
  std::shared_ptr<Texture> texture = makeOver(resource);
  setSampling(*texture, sampling);
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
