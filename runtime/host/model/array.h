//===- host/model/array.h - memory for textures -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_ARRAY_H
#define MUSAPORT_HOST_MODEL_ARRAY_H

#include "driver_types.h"

#include <memory>
#include <vector>

/// What a musaArray_t points to. Elements lie row after row, slice after slice, without gaps.
struct musaArray {
  musaChannelFormatDesc format = {};
  musaExtent extent = {}; ///< in elements, as given by the program: height and depth may be 0
  unsigned flags = 0;
  int device = 0;
  size_t elementBytes = 0;
  char *data = nullptr;
  bool isLevel = false; ///< of a mipmapped array, which has its memory

  size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  size_t rowBytes() const { return extent.width * elementBytes; }
  size_t sliceBytes() const { return rowBytes() * rows(); }
  char *at(size_t xBytes, size_t y, size_t z) const {
    return data + z * sliceBytes() + y * rowBytes() + xBytes;
  }
};

/// What a musaMipmappedArray_t points to: arrays of halving size.
struct musaMipmappedArray {
  int device = 0;
  char *data = nullptr; ///< of all levels
  std::vector<std::shared_ptr<musaArray>> levels;
};

namespace musart {

/// Registers the array and returns its handle.
musaArray_t addArray(std::shared_ptr<musaArray> array);
/// Destroys the array and its memory. Throws like findArray(), also for a level.
void destroyArray(musaArray_t handle);
/// Throws musaErrorInvalidResourceHandle if the handle is invalid or destroyed.
musaArray &findArray(musaArray_const_t handle);
/// Registers the array and its levels, and returns its handle.
musaMipmappedArray_t addMipmappedArray(std::shared_ptr<musaMipmappedArray> array);
/// Destroys the array, its levels and their memory. Throws like findMipmappedArray().
void destroyMipmappedArray(musaMipmappedArray_t handle);
/// Throws like findArray().
musaMipmappedArray &findMipmappedArray(musaMipmappedArray_const_t handle);
/// For musaDeviceReset: of both kinds.
void destroyArraysOf(int device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ARRAY_H
