//===- musa_port/host/kernel_entry.h - how a kernel is entered -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates for mcc. For each kernel it copies one of them, replaces __musa_body by the kernel, and
// inlines everything into the copy. So the thread index is already the variable of a loop when the
// optimiser begins.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_KERNEL_ENTRY_H
#define MUSA_PORT_HOST_KERNEL_ENTRY_H

#include "musa_port/host/lane_segments.h"
#include "musa_port/host/segments.h"
#include "musa_port/host/thread.h"

extern "C" {

/// The address of a block's shared memory. mcc knows that these two return such an address and that
/// atomics on it may be plain accesses. So nothing else in this file reads the member.
__attribute__((device, used, always_inline)) inline char *
__musa_shared_of_grid(const __musa_grid *grid) {
  return grid->shared;
}
__attribute__((device, used, always_inline)) inline char *
__musa_shared_of_thread(const __musa_thread *thread) {
  return thread->shared;
}

/// What the block's barriers count, in front of its shared memory. 0 while no thread counts.
__attribute__((device, used, always_inline)) inline unsigned long *
__musa_counts_of_block(const __musa_thread *thread) {
  return reinterpret_cast<unsigned long *>(__musa_shared_of_thread(thread)) - 1;
}

/// Stands for the kernel, which takes its arguments from `parameters`.
__attribute__((device)) void __musa_body(const void *parameters, __musa_thread *thread);

/// The __musa_run_blocks (device_image.h) of a kernel whose threads never wait for each other.
__attribute__((device, used)) inline void __musa_run_blocks_of(const void *parameters,
                                                               const __musa_grid *grid,
                                                               unsigned long first,
                                                               unsigned long last) {
  // A local thread, which the compiler can take apart, and copies of what does not change.
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
    // Count instead of dividing, so that the compiler can reason about an index made from it.
    if (++block_idx.x == grid_dim.x) {
      block_idx.x = 0;
      if (++block_idx.y == grid_dim.y) {
        block_idx.y = 0;
        ++block_idx.z;
      }
    }
  }
}

/// The __musa_run_thread (device_image.h) of a kernel whose threads need fibers.
__attribute__((device, used)) inline void __musa_run_thread_of(const void *parameters,
                                                               __musa_thread *thread) {
  __musa_body(parameters, thread);
}

/// Takes what threads have kept alike out of the frame of the first of them, before any of them
/// keeps something else.
__attribute__((device)) void __musa_take_common(const char *frames, unsigned long threads,
                                                unsigned long first, __musa_common_values *common);

/// The kernel's segments, and the function that runs one of them for one thread.
extern __attribute__((device)) const __musa_segment __musa_segments[];
__attribute__((device)) unsigned __musa_segment_body(const void *parameters, __musa_thread *thread,
                                                     char *frames, unsigned long threads,
                                                     unsigned long index,
                                                     const __musa_common_values *common);

__attribute__((device, used)) inline unsigned
__musa_run_all_of(const void *parameters, const __musa_thread *block, char *frames) {
  __musa_thread thread = *block;
  thread.shared = __musa_shared_of_thread(block);
  const __musa_dim block_dim = block->block_dim;
  const unsigned long threads = static_cast<unsigned long>(block_dim.x) * block_dim.y * block_dim.z;
  unsigned *next_of = reinterpret_cast<unsigned *>(frames);
  __musa_common_values common;
  __musa_take_common(frames, threads, 0, &common);
  unsigned any = 0;
  unsigned all = ~0u;
  unsigned long index = 0;
  for (unsigned z = 0; z < block_dim.z; ++z) {
    for (unsigned y = 0; y < block_dim.y; ++y) {
      for (unsigned x = 0; x < block_dim.x; ++x) {
        thread.thread_idx.x = x;
        thread.thread_idx.y = y;
        thread.thread_idx.z = z;
        thread.rank = static_cast<unsigned>(index);
        const unsigned next =
            __musa_segment_body(parameters, &thread, frames, threads, index, &common);
        next_of[index] = next;
        any |= next;
        all &= next;
        ++index;
      }
    }
  }
  return any == all ? any : __musa_segment_apart;
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
        __musa_common_values common;
        __musa_take_common(frames, threads, index, &common);
        next_of[index] = __musa_segment_advanced |
                         __musa_segment_body(parameters, &thread, frames, threads, index, &common);
      }
    }
  }
}

/// The __musa_run_blocks (device_image.h) of a kernel that is split into segments.
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

// ---- kernels that are cut at exchanges between lanes, too

#if defined(__MUSA_PORT_WARP_SIZE__)
enum : unsigned { __musa_warp_size = __MUSA_PORT_WARP_SIZE__ };
#else
enum : unsigned { __musa_warp_size = 32 }; // the host's side of a file, which runs none of this
#endif

/// A lane leaves its value for an exchange among `width` lanes,
__attribute__((device, used, always_inline)) inline void
__musa_give_value(const __musa_thread *thread, __musa_handover *out, unsigned width,
                  unsigned long value) {
  const unsigned lane = thread->rank % __musa_warp_size;
  out->groups[lane / width].values[lane % width] = value;
  if (__musa_warp_size > 32)
    out->given[lane] = value;
}
/// and says with whom it exchanges, if its segment does not,
__attribute__((device, used, always_inline)) inline void
__musa_give_mask(const __musa_thread *thread, __musa_handover *out, unsigned width, unsigned mask) {
  const unsigned lane = thread->rank % __musa_warp_size;
  out->masks[lane] = mask;
  out->widths[lane] = width;
}
/// and gets what __musa_wait_lanes returns.
__attribute__((device, used, always_inline)) inline const __musa_lanes *
__musa_take_values(const __musa_thread *thread, const __musa_handover *in, unsigned width) {
  return &in->groups[thread->rank % __musa_warp_size / width];
}

/// The kernel's segments, and the function that runs one of them for one thread.
extern __attribute__((device)) const __musa_lane_segment __musa_lane_segments[];
__attribute__((device)) unsigned
__musa_lane_segment_body(const void *parameters, __musa_thread *thread, char *frames,
                         unsigned long threads, unsigned long index,
                         const __musa_common_values *common, const __musa_handover *in,
                         __musa_handover *out);

__attribute__((device, used)) inline unsigned
__musa_run_lane_segment_of(const void *parameters, const __musa_thread *first, unsigned count,
                           char *frames, const __musa_handover *in, __musa_handover *out) {
  __musa_thread thread = *first;
  thread.shared = __musa_shared_of_thread(first);
  const unsigned long threads =
      static_cast<unsigned long>(first->block_dim.x) * first->block_dim.y * first->block_dim.z;
  // The optimiser should know that these stay small, and what is added to them: no index wraps.
  const unsigned x = first->thread_idx.x & 0xffffffU;
  const unsigned rank = first->rank & 0xffffffU;
  count &= 0xffU;
  unsigned *next_of = reinterpret_cast<unsigned *>(frames) + rank;
  __musa_common_values common;
  __musa_take_common(frames, threads, rank, &common);
  unsigned any = 0;
  unsigned all = ~0u;
  for (unsigned lane = 0; lane < count; ++lane) {
    thread.thread_idx.x = x + lane;
    thread.rank = rank + lane;
    const unsigned next = __musa_lane_segment_body(parameters, &thread, frames, threads,
                                                   rank + lane, &common, in, out);
    next_of[lane] = next;
    any |= next;
    all &= next;
  }
  return any == all ? any : __musa_segment_apart;
}

/// A segment for a whole warp of 32 lanes, of which each comes to the same exchange behind it.
/// `follows`: another such segment, and not the runtime, has made `in`.
__attribute__((device, used)) inline void
__musa_run_link_of(const void *parameters, const __musa_thread *first, char *frames,
                   const __musa_handover *in, __musa_handover *out, bool follows) {
  if (follows)
    __builtin_assume(in->groups[0].common.arrived == ~0U);
  __musa_thread thread = *first;
  thread.shared = __musa_shared_of_thread(first);
  const unsigned long threads =
      static_cast<unsigned long>(first->block_dim.x) * first->block_dim.y * first->block_dim.z;
  const unsigned x = first->thread_idx.x;
  const unsigned rank = first->rank & ~31U; // a multiple of 32, as the optimiser should know
  __musa_common_values common;
  __musa_take_common(frames, threads, rank, &common);
  for (unsigned lane = 0; lane < 32; ++lane) {
    thread.thread_idx.x = x + lane;
    thread.rank = rank | lane;
    __musa_lane_segment_body(parameters, &thread, frames, threads, thread.rank, &common, in, out);
  }
  out->groups[0].common = {~0U, 0, 0};
}

/// The first of the segments below alone, and all of them; or, in an open row, those behind it.
__attribute__((device)) unsigned __musa_first_of_row(const void *parameters,
                                                     const __musa_thread *first, unsigned count,
                                                     char *frames, const __musa_handover *in,
                                                     __musa_handover *out);
__attribute__((device)) unsigned __musa_whole_row(const void *parameters,
                                                  const __musa_thread *first, char *frames,
                                                  const __musa_handover *in, __musa_handover *turn,
                                                  __musa_handover *other_turn,
                                                  __musa_handover *out);

/// Segments of which each always follows the one before it: a whole warp runs all of them.
__attribute__((device, used)) inline unsigned
__musa_run_row_of(const void *parameters, const __musa_thread *first, unsigned count, char *frames,
                  const __musa_handover *in, __musa_handover *out) {
  if (__musa_warp_size != 32 || count != 32)
    return __musa_first_of_row(parameters, first, count, frames, in, out);
  __musa_handover turns[2];
  return __musa_whole_row(parameters, first, frames, in, turns, turns + 1, out);
}

/// The number of the second of the segments below.
extern __attribute__((device)) const unsigned __musa_second_of_row;

/// The same for a row whose first segment may also be a lane's last.
__attribute__((device, used)) inline unsigned
__musa_run_open_row_of(const void *parameters, const __musa_thread *first, unsigned count,
                       char *frames, const __musa_handover *in, __musa_handover *out) {
  if (__musa_warp_size != 32 || count != 32)
    return __musa_first_of_row(parameters, first, count, frames, in, out);
  __musa_handover turns[2];
  const unsigned next = __musa_first_of_row(parameters, first, count, frames, in, turns);
  if (next == __musa_second_of_row) {
    turns->groups[0].common = {~0U, 0, 0};
    return __musa_whole_row(parameters, first, frames, turns, turns + 1, turns, out);
  }
  if (next != __musa_segment_apart)
    return next;
  *out = *turns;
  return __musa_segment_apart_at_once;
}

/// The __musa_run_blocks (device_image.h) of such a kernel.
__attribute__((device, used)) inline void __musa_run_lanes_of(const void *parameters,
                                                              const __musa_grid *grid,
                                                              unsigned long first,
                                                              unsigned long last) {
  __musa_run_lanes(__musa_lane_segments, parameters, grid, first, last, __musa_warp_size);
}

/// Replaces a use of a __shared__ variable: the address `offset` bytes into the shared memory.
__attribute__((device, used, always_inline)) inline void *__musa_shared(unsigned long offset);
/// Replaces a use of an `extern __shared__` variable: where dynamic shared memory begins.
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
