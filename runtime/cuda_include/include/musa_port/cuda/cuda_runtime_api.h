//===- musa_port/cuda/cuda_runtime_api.h - default arguments ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUDA_RUNTIME_API_H
#define MUSA_PORT_CUDA_CUDA_RUNTIME_API_H

#if defined(__cplusplus)
// Flags may be left out in C++.
static inline cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
                                                   const struct cudaChannelFormatDesc *desc,
                                                   struct cudaExtent extent,
                                                   unsigned int numLevels) {
  return ::cudaMallocMipmappedArray(mipmappedArray, desc, extent, numLevels, 0);
}
#endif

#endif // MUSA_PORT_CUDA_CUDA_RUNTIME_API_H
