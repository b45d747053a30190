//===- texture_test.h - arrays and memory for the tests of textures --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_TEXTURE_TEST_H
#define MUSAPORT_TESTS_RUN_TEXTURE_TEST_H

#include "check.h"

template <class T> T *managed(size_t count) {
  T *memory = nullptr;
  CHECK_MUSA(musaMallocManaged(&memory, count * sizeof(T)));
  return memory;
}

inline musaArray_t makeArray(const musaChannelFormatDesc &format, const void *data,
                             size_t texelBytes, musaExtent extent, unsigned flags) {
  musaArray_t array = nullptr;
  CHECK_MUSA(musaMalloc3DArray(&array, &format, extent, flags));
  musaMemcpy3DParms copy = {};
  const size_t rows = extent.height == 0 ? 1 : extent.height;
  copy.srcPtr =
      make_musaPitchedPtr(const_cast<void *>(data), extent.width * texelBytes, extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_musaExtent(extent.width, rows, extent.depth == 0 ? 1 : extent.depth);
  copy.kind = musaMemcpyHostToDevice;
  CHECK_MUSA(musaMemcpy3D(&copy));
  return array;
}
inline musaResourceDesc resourceOf(musaArray_t array) {
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

#endif // MUSAPORT_TESTS_RUN_TEXTURE_TEST_H
