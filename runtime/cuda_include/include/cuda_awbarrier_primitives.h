//===- cuda_awbarrier_primitives.h - barriers in shared memory ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_AWBARRIER_PRIMITIVES_H
#define MUSA_PORT_CUDA_AWBARRIER_PRIMITIVES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__CUDACC__)
typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

__device__ uint32_t __mbarrier_maximum_count();
__device__ void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected);
__device__ void __mbarrier_inval(__mbarrier_t *barrier);
__device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier);
__device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier);
__device__ bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token);
__device__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity);
__device__ bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                    uint32_t nanoseconds);
__device__ bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                           uint32_t nanoseconds);
__device__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token);
#endif

#endif // MUSA_PORT_CUDA_AWBARRIER_PRIMITIVES_H
