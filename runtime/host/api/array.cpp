//===- host/api/array.cpp - the API of arrays -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/array.h"

#include "api/error.h"
#include "api/memory.h"
#include "model/device.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <iterator>

namespace musart {
namespace {

/// The size of an element, which has one channel, two or four.
size_t elementBytes(const musaChannelFormatDesc &format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  const auto channels = static_cast<size_t>(
      std::find_if(std::begin(bits), std::end(bits), [&](int one) { return one != bits[0]; }) -
      std::begin(bits));
  const bool isRest =
      std::all_of(std::begin(bits) + channels, std::end(bits), [](int one) { return one == 0; });
  require(isRest && channels != 3, musaErrorInvalidChannelDescriptor);
  require(bits[0] == 8 || bits[0] == 16 || bits[0] == 32, musaErrorInvalidChannelDescriptor);
  require(bits[0] != 8 || format.f != musaChannelFormatKindFloat,
          musaErrorInvalidChannelDescriptor);
  return channels * static_cast<size_t>(bits[0]) / 8;
}

/// Cubes have six square faces each; without layers, an array of three dimensions has a height.
void checkShape(const musaExtent &extent, unsigned flags) {
  constexpr unsigned known = musaArrayLayered | musaArraySurfaceLoadStore | musaArrayCubemap |
                             musaArrayTextureGather | musaArrayColorAttachment | musaArraySparse |
                             musaArrayDeferredMapping;
  require(extent.width > 0 && (flags & ~known) == 0);
  const bool isLayered = (flags & musaArrayLayered) != 0;
  if ((flags & musaArrayCubemap) != 0)
    require(extent.width == extent.height && extent.depth > 0 &&
            (isLayered ? extent.depth % 6 == 0 : extent.depth == 6));
  require(isLayered || extent.depth == 0 || extent.height > 0);
}

/// An array without memory.
std::shared_ptr<musaArray> describe(const musaChannelFormatDesc *format, const musaExtent &extent,
                                    unsigned flags) {
  require(format != nullptr);
  checkShape(extent, flags);
  auto array = std::make_shared<musaArray>();
  array->format = *format;
  array->extent = extent;
  array->flags = flags;
  array->device = currentDevice().ordinal;
  array->elementBytes = elementBytes(*format);
  require((flags & (musaArraySparse | musaArrayDeferredMapping)) == 0, musaErrorNotSupported);
  return array;
}

size_t bytesOf(const musaArray &array) {
  return product({array.extent.width, array.elementBytes, array.rows(), array.slices()});
}

char *allocateArray(size_t bytes) {
  return static_cast<char *>(allocateDevice(bytes, Allocation::Kind::Array));
}

musaArray_t makeArray(const musaChannelFormatDesc *format, const musaExtent &extent,
                      unsigned flags) {
  std::shared_ptr<musaArray> array = describe(format, extent, flags);
  array->data = allocateArray(bytesOf(*array));
  return addArray(std::move(array));
}

bool isLayered(unsigned flags) { return (flags & (musaArrayLayered | musaArrayCubemap)) != 0; }

/// Down to one element; layers and faces stay as many.
unsigned mostLevels(const musaExtent &extent, unsigned flags) {
  size_t longest = std::max(extent.width, extent.height);
  if (!isLayered(flags))
    longest = std::max(longest, extent.depth);
  unsigned levels = 1;
  while (longest >>= 1)
    ++levels;
  return levels;
}

musaExtent extentOfLevel(const musaExtent &extent, unsigned flags, unsigned level) {
  const auto half = [=](size_t one) { return one == 0 ? 0 : std::max<size_t>(1, one >> level); };
  return {half(extent.width), half(extent.height),
          isLayered(flags) ? extent.depth : half(extent.depth)};
}

musaMipmappedArray_t makeMipmappedArray(const musaChannelFormatDesc *format,
                                        const musaExtent &extent, unsigned levels, unsigned flags) {
  auto array = std::make_shared<musaMipmappedArray>();
  std::vector<size_t> offsets;
  size_t bytes = 0;
  describe(format, extent, flags);
  levels = std::clamp(levels, 1u, mostLevels(extent, flags));
  for (unsigned level = 0; level < levels; ++level) {
    array->levels.push_back(describe(format, extentOfLevel(extent, flags, level), flags));
    array->levels.back()->isLevel = true;
    offsets.push_back(bytes);
    const size_t most = product({bytesOf(*array->levels.back()), 2}); // and so for the sum
    bytes += (most / 2 + allocationAlignment - 1) / allocationAlignment * allocationAlignment;
  }
  array->device = array->levels.front()->device;
  array->data = allocateArray(bytes);
  for (unsigned level = 0; level < levels; ++level)
    array->levels[level]->data = array->data + offsets[level];
  return addMipmappedArray(std::move(array));
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaMallocArray(musaArray_t *array, const musaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned flags) {
  return api([&] {
    require(array != nullptr);
    *array = makeArray(desc, {width, height, 0}, flags);
  });
}

musaError_t musaMalloc3DArray(musaArray_t *array, const musaChannelFormatDesc *desc,
                              musaExtent extent, unsigned flags) {
  return api([&] {
    require(array != nullptr);
    *array = makeArray(desc, extent, flags);
  });
}

musaError_t musaFreeArray(musaArray_t array) {
  return api([&] {
    if (array == nullptr)
      return;
    deviceAt(findArray(array).device).synchronize();
    destroyArray(array);
  });
}

musaError_t musaArrayGetInfo(musaChannelFormatDesc *desc, musaExtent *extent, unsigned *flags,
                             musaArray_t array) {
  return api([&] {
    const musaArray &found = findArray(array);
    if (desc != nullptr)
      *desc = found.format;
    if (extent != nullptr)
      *extent = found.extent;
    if (flags != nullptr)
      *flags = found.flags;
  });
}

musaError_t musaGetChannelDesc(musaChannelFormatDesc *desc, musaArray_const_t array) {
  return api([&] {
    require(desc != nullptr);
    *desc = findArray(array).format;
  });
}

musaChannelFormatDesc musaCreateChannelDesc(int x, int y, int z, int w, musaChannelFormatKind f) {
  return {x, y, z, w, f};
}

musaError_t musaMallocMipmappedArray(musaMipmappedArray_t *mipmappedArray,
                                     const musaChannelFormatDesc *desc, musaExtent extent,
                                     unsigned numLevels, unsigned flags) {
  return api([&] {
    require(mipmappedArray != nullptr);
    *mipmappedArray = makeMipmappedArray(desc, extent, numLevels, flags);
  });
}

musaError_t musaGetMipmappedArrayLevel(musaArray_t *levelArray,
                                       musaMipmappedArray_const_t mipmappedArray, unsigned level) {
  return api([&] {
    require(levelArray != nullptr);
    const musaMipmappedArray &found = findMipmappedArray(mipmappedArray);
    require(level < found.levels.size());
    *levelArray = found.levels[level].get();
  });
}

musaError_t musaFreeMipmappedArray(musaMipmappedArray_t mipmappedArray) {
  return api([&] {
    if (mipmappedArray == nullptr)
      return;
    deviceAt(findMipmappedArray(mipmappedArray).device).synchronize();
    destroyMipmappedArray(mipmappedArray);
  });
}

} // extern "C"
