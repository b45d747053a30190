//===- musa_port/device/sync.h - barriers and fences -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_SYNC_H
#define MUSA_PORT_DEVICE_SYNC_H

#include "musa_port/device/builtin_variables.h"
#include "musa_port/device/keywords.h"
#include "musa_port/host/kernel_entry.h"
#include "musa_port/host/waiting.h"

// The source place of the call: a default argument is evaluated at the call.
#define __MUSA_PLACE const char *__file = __builtin_FILE(), unsigned __line = __builtin_LINE()

// A macro, because Clang has an nvptx64 function of this name, which takes no place. A program may
// declare the function, `extern __device__ void __syncthreads(void);`, which then means nothing.
#define __syncthreads(...) __musa_syncthreads##__VA_OPT__(_declared)(__VA_ARGS__)
__device__ __forceinline__ void __musa_syncthreads(__MUSA_PLACE) {
  __musa_wait_block(__musa_self(), __file, __line);
}

/// How many threads of the block have come, and of how many the predicate holds. A thread takes
/// back what it has added only when all have read the sum: nobody has to know who is the last.
struct __musa_sum {
  unsigned yes;
  unsigned all;
};
__device__ __forceinline__ __musa_sum __musa_sum_of_block(bool predicate, const char *file,
                                                          unsigned line) {
  __musa_thread *self = __musa_self();
  unsigned long *counts = __musa_counts_of_block(self);
  const unsigned long mine = 1UL << 32 | predicate;
  *counts += mine;
  __musa_wait_block(self, file, line);
  const unsigned long sum = *counts;
  __musa_wait_block(self, file, line);
  *counts -= mine;
  return {static_cast<unsigned>(sum), static_cast<unsigned>(sum >> 32)};
}
__device__ __forceinline__ int __syncthreads_count(int predicate, __MUSA_PLACE) {
  return static_cast<int>(__musa_sum_of_block(predicate != 0, __file, __line).yes);
}
__device__ __forceinline__ int __syncthreads_and(int predicate, __MUSA_PLACE) {
  const __musa_sum sum = __musa_sum_of_block(predicate != 0, __file, __line);
  return sum.yes == sum.all;
}
__device__ __forceinline__ int __syncthreads_or(int predicate, __MUSA_PLACE) {
  return __musa_sum_of_block(predicate != 0, __file, __line).yes != 0;
}
/// In a warp of 128 lanes, `mask` applies to each group of 32 lanes, as in a shuffle.
__device__ __forceinline__ void __syncwarp(unsigned mask = 0xffffffffu, __MUSA_PLACE) {
  __musa_wait_lanes(__musa_self(), mask, static_cast<unsigned>(warpSize), 0, __file, __line);
}

__device__ __forceinline__ void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__device__ __forceinline__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__device__ __forceinline__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#endif // MUSA_PORT_DEVICE_SYNC_H
