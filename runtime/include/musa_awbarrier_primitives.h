//===- musa_awbarrier_primitives.h - barriers in shared memory ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_MUSA_AWBARRIER_PRIMITIVES_H
#define MUSA_PORT_MUSA_AWBARRIER_PRIMITIVES_H

#include "musa_port/phase_barrier.h"

#if defined(__MUSACC__)

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

__device__ __forceinline__ uint32_t __mbarrier_maximum_count() {
  return musa_port::phase_barrier::most;
}
__device__ __forceinline__ void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected) {
  musa_port::phase_barrier::of(barrier).init(expected);
}
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t *) {}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  musa_port::no_completion nothing;
  return musa_port::phase_barrier::of(barrier).arrive(1, 0, 0, nothing);
}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  musa_port::no_completion nothing;
  return musa_port::phase_barrier::of(barrier).arrive(1, 1, 0, nothing);
}
__device__ __forceinline__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return musa_port::phase_barrier::pending(token);
}
__device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
  return musa_port::phase_barrier::of(barrier).has_ended(parity);
}
__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t *barrier,
                                                     __mbarrier_token_t token) {
  return __mbarrier_test_wait_parity(barrier, musa_port::phase_barrier::parity(token));
}
/// May wait before it answers. Here the others run once.
__device__ __forceinline__ bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                                           uint32_t /*nanoseconds*/ = 0) {
  if (!__mbarrier_test_wait_parity(barrier, parity))
    musa_port::yield();
  return __mbarrier_test_wait_parity(barrier, parity);
}
__device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                                    uint32_t nanoseconds = 0) {
  return __mbarrier_try_wait_parity(barrier, musa_port::phase_barrier::parity(token), nanoseconds);
}

#endif // __MUSACC__

#endif // MUSA_PORT_MUSA_AWBARRIER_PRIMITIVES_H
