//===- cuda_pipeline_primitives.h - asynchronous copies of a thread ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_PIPELINE_PRIMITIVES_H
#define MUSA_PORT_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_awbarrier_primitives.h"

#if defined(__CUDACC__)
__device__ void __pipeline_memcpy_async(void *destination, const void *source, size_t size,
                                        size_t zfill = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t prior);
__device__ void __pipeline_arrive_on(__mbarrier_t *barrier);
#endif

#endif // MUSA_PORT_CUDA_PIPELINE_PRIMITIVES_H
