//===- musa_pipeline_primitives.h - asynchronous copies of a thread ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copies are done when they are called, so that nothing is left to wait for.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_MUSA_PIPELINE_PRIMITIVES_H
#define MUSA_PORT_MUSA_PIPELINE_PRIMITIVES_H

#include "musa_awbarrier_primitives.h"

#if defined(__MUSACC__)

/// Fills `bytes` at `destination`: the last `zeros` of them with zeros, the others by a copy.
__device__ __forceinline__ void __pipeline_memcpy_async(void *destination, const void *source,
                                                        size_t bytes, size_t zeros = 0) {
  __builtin_memcpy(destination, source, bytes - zeros);
  __builtin_memset(static_cast<char *>(destination) + (bytes - zeros), 0, zeros);
}
__device__ __forceinline__ void __pipeline_commit() {}
__device__ __forceinline__ void __pipeline_wait_prior(size_t) {}
__device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t *) {}

#endif // __MUSACC__

#endif // MUSA_PORT_MUSA_PIPELINE_PRIMITIVES_H
