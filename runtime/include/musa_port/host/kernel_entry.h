//===- musa_port/host/kernel_entry.h - how a kernel is entered -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates for mcc: it makes a copy of one of them for each kernel, in which __musa_body is that
// kernel. Everything is inlined into the copy, so that the thread index becomes the variable of a
// loop before the code is optimised.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_KERNEL_ENTRY_H
#define MUSA_PORT_HOST_KERNEL_ENTRY_H

#include "musa_port/host/thread.h"

extern "C" {

/// The kernel, its arguments taken from `parameters`.
__attribute__((device)) void __musa_body(const void *parameters, __musa_thread *thread);

/// For kernels whose threads never wait for each other: __musa_run_blocks of device_image.h.
__attribute__((device, used)) inline void
__musa_run_blocks_of(const void *parameters, const __musa_grid *grid, unsigned long first,
                     unsigned long last) {
  // A thread of its own for the compiler to take apart; copies of what does not change.
  __musa_thread thread;
  const __musa_dim grid_dim = grid->grid_dim;
  const __musa_dim block_dim = grid->block_dim;
  thread.grid_dim = grid_dim;
  thread.block_dim = block_dim;
  thread.shared = grid->shared;
  thread.dynamic_shared_offset = grid->static_shared_bytes;
  for (unsigned long block = first; block < last; ++block) {
    const unsigned row = static_cast<unsigned>(block / grid_dim.x);
    thread.block_idx.x = static_cast<unsigned>(block % grid_dim.x);
    thread.block_idx.y = row % grid_dim.y;
    thread.block_idx.z = row / grid_dim.y;
    for (unsigned z = 0; z < block_dim.z; ++z) {
      for (unsigned y = 0; y < block_dim.y; ++y) {
        for (unsigned x = 0; x < block_dim.x; ++x) {
          thread.thread_idx.x = x;
          thread.thread_idx.y = y;
          thread.thread_idx.z = z;
          thread.rank = x + block_dim.x * (y + block_dim.y * z);
          __musa_body(parameters, &thread);
        }
      }
    }
  }
}

/// For the others: __musa_run_thread of device_image.h.
__attribute__((device, used)) inline void __musa_run_thread_of(const void *parameters,
                                                               __musa_thread *thread) {
  __musa_body(parameters, thread);
}

/// What a use of a __shared__ variable becomes: `offset` bytes into the block's shared memory.
__attribute__((device, used, always_inline)) inline void *__musa_shared(unsigned long offset);
/// The same for `extern __shared__`.
__attribute__((device, used, always_inline)) inline void *__musa_dynamic_shared();

/// The thread that runs the calling code.
__attribute__((device, const)) __musa_thread *__musa_self();

__attribute__((device, used, always_inline)) inline void *__musa_shared(unsigned long offset) {
  return __musa_self()->shared + offset;
}
__attribute__((device, used, always_inline)) inline void *__musa_dynamic_shared() {
  const __musa_thread *self = __musa_self();
  return self->shared + self->dynamic_shared_offset;
}

} // extern "C"

#endif // MUSA_PORT_HOST_KERNEL_ENTRY_H
