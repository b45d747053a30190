//===- musa_port/host/kernel_entry.h - how a kernel is entered -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates for mcc: it makes a copy of one of them for each kernel, in which __musa_body is that
// kernel. Everything is inlined into the copy, so that the thread index becomes the variable of a
// loop before the code is optimised.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_KERNEL_ENTRY_H
#define MUSA_PORT_HOST_KERNEL_ENTRY_H

#include "musa_port/host/segments.h"
#include "musa_port/host/thread.h"

extern "C" {

/// Where a block's shared memory is. What these two load, mcc knows to be such an address, and that
/// atomics on it may be plain; so nothing else here reads it.
__attribute__((device, used, always_inline)) inline char *
__musa_shared_of_grid(const __musa_grid *grid) {
  return grid->shared;
}
__attribute__((device, used, always_inline)) inline char *
__musa_shared_of_thread(const __musa_thread *thread) {
  return thread->shared;
}

/// The kernel, its arguments taken from `parameters`.
__attribute__((device)) void __musa_body(const void *parameters, __musa_thread *thread);

/// For kernels whose threads never wait for each other: __musa_run_blocks of device_image.h.
__attribute__((device, used)) inline void __musa_run_blocks_of(const void *parameters,
                                                               const __musa_grid *grid,
                                                               unsigned long first,
                                                               unsigned long last) {
  // A thread of its own for the compiler to take apart; copies of what does not change.
  __musa_thread thread;
  const __musa_dim grid_dim = grid->grid_dim;
  const __musa_dim block_dim = grid->block_dim;
  thread.grid_dim = grid_dim;
  thread.block_dim = block_dim;
  thread.shared = __musa_shared_of_grid(grid);
  thread.dynamic_shared_offset = grid->dynamic_shared_offset;
  __musa_dim block_idx;
  block_idx.x = static_cast<unsigned>(first % grid_dim.x);
  block_idx.y = static_cast<unsigned>(first / grid_dim.x % grid_dim.y);
  block_idx.z = static_cast<unsigned>(first / grid_dim.x / grid_dim.y);
  for (unsigned long block = first; block < last; ++block) {
    thread.block_idx = block_idx;
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
    // Counted, not divided: the compiler reasons about an index made of it.
    if (++block_idx.x == grid_dim.x) {
      block_idx.x = 0;
      if (++block_idx.y == grid_dim.y) {
        block_idx.y = 0;
        ++block_idx.z;
      }
    }
  }
}

/// For the others: __musa_run_thread of device_image.h.
__attribute__((device, used)) inline void __musa_run_thread_of(const void *parameters,
                                                               __musa_thread *thread) {
  __musa_body(parameters, thread);
}

/// The kernel's segments, and one of them for one thread.
extern __attribute__((device)) const __musa_segment __musa_segments[];
__attribute__((device)) unsigned __musa_segment_body(const void *parameters, __musa_thread *thread,
                                                     char *frames, unsigned long threads,
                                                     unsigned long index);

__attribute__((device, used)) inline unsigned
__musa_run_all_of(const void *parameters, const __musa_thread *block, char *frames) {
  __musa_thread thread = *block;
  thread.shared = __musa_shared_of_thread(block);
  const __musa_dim block_dim = block->block_dim;
  const unsigned long threads = static_cast<unsigned long>(block_dim.x) * block_dim.y * block_dim.z;
  unsigned *next_of = reinterpret_cast<unsigned *>(frames);
  unsigned any = 0;
  unsigned common = ~0u;
  unsigned long index = 0;
  for (unsigned z = 0; z < block_dim.z; ++z) {
    for (unsigned y = 0; y < block_dim.y; ++y) {
      for (unsigned x = 0; x < block_dim.x; ++x) {
        thread.thread_idx.x = x;
        thread.thread_idx.y = y;
        thread.thread_idx.z = z;
        thread.rank = static_cast<unsigned>(index);
        const unsigned next = __musa_segment_body(parameters, &thread, frames, threads, index);
        next_of[index] = next;
        any |= next;
        common &= next;
        ++index;
      }
    }
  }
  return any == common ? any : __musa_segment_apart;
}

__attribute__((device, used)) inline void __musa_run_some_of(const void *parameters,
                                                             const __musa_thread *block,
                                                             char *frames, unsigned segment) {
  __musa_thread thread = *block;
  thread.shared = __musa_shared_of_thread(block);
  const __musa_dim block_dim = block->block_dim;
  const unsigned long threads = static_cast<unsigned long>(block_dim.x) * block_dim.y * block_dim.z;
  unsigned *next_of = reinterpret_cast<unsigned *>(frames);
  unsigned long index = 0;
  for (unsigned z = 0; z < block_dim.z; ++z) {
    for (unsigned y = 0; y < block_dim.y; ++y) {
      for (unsigned x = 0; x < block_dim.x; ++x, ++index) {
        if (next_of[index] != segment)
          continue;
        thread.thread_idx.x = x;
        thread.thread_idx.y = y;
        thread.thread_idx.z = z;
        thread.rank = static_cast<unsigned>(index);
        next_of[index] = __musa_segment_advanced |
                         __musa_segment_body(parameters, &thread, frames, threads, index);
      }
    }
  }
}

/// __musa_run_blocks of device_image.h, for such a kernel.
__attribute__((device, used)) inline void __musa_run_split_of(const void *parameters,
                                                              const __musa_grid *grid,
                                                              unsigned long first,
                                                              unsigned long last) {
  __musa_thread thread;
  thread.grid_dim = grid->grid_dim;
  thread.block_dim = grid->block_dim;
  thread.shared = __musa_shared_of_grid(grid);
  thread.dynamic_shared_offset = grid->dynamic_shared_offset;
  thread.thread_idx.x = thread.thread_idx.y = thread.thread_idx.z = thread.rank = 0;
  for (unsigned long block = first; block < last; ++block) {
    thread.block_idx.x = static_cast<unsigned>(block % grid->grid_dim.x);
    thread.block_idx.y = static_cast<unsigned>(block / grid->grid_dim.x % grid->grid_dim.y);
    thread.block_idx.z = static_cast<unsigned>(block / grid->grid_dim.x / grid->grid_dim.y);
    unsigned at = 0;
    do
      at = __musa_segments[at].run_all(parameters, &thread, grid->frames);
    while (at < __musa_segment_apart);
    if (at == __musa_segment_apart)
      __musa_run_apart(__musa_segments, parameters, &thread, grid->frames);
  }
}

/// What a use of a __shared__ variable becomes: `offset` bytes into the block's shared memory.
__attribute__((device, used, always_inline)) inline void *__musa_shared(unsigned long offset);
/// The same for `extern __shared__`.
__attribute__((device, used, always_inline)) inline void *__musa_dynamic_shared();

/// The thread that runs the calling code.
__attribute__((device, const)) __musa_thread *__musa_self();

__attribute__((device, used, always_inline)) inline void *__musa_shared(unsigned long offset) {
  return __musa_shared_of_thread(__musa_self()) + offset;
}
__attribute__((device, used, always_inline)) inline void *__musa_dynamic_shared() {
  const __musa_thread *self = __musa_self();
  return __musa_shared_of_thread(self) + self->dynamic_shared_offset;
}

} // extern "C"

#endif // MUSA_PORT_HOST_KERNEL_ENTRY_H
