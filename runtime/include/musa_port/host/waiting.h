//===- musa_port/host/waiting.h - what lets other threads of a block run --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls these functions of libmusart. mcc knows them by the prefix __musa_wait_.
// A kernel that may reach one needs a fiber for each thread, unless mcc splits it
// (segments.h, lane_segments.h).
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_WAITING_H
#define MUSA_PORT_HOST_WAITING_H

#include "musa_port/host/thread.h"

#if !defined(__MUSACC__)
#define __MUSA_DEVICE_API __attribute__((visibility("default")))
#else
#define __MUSA_DEVICE_API __attribute__((device))
#endif

extern "C" {

/// Implements __syncthreads(). `file` and `line` are its place in the source, for messages.
__MUSA_DEVICE_API void __musa_wait_block(__musa_thread *thread, const char *file, unsigned line);
/// Of a group of 32 lanes, whose bits need one word: what all of them get, such as a ballot. In
/// warps of more than 32 lanes, the first lane that reads the values computes it for the others.
struct __musa_common_value {
  unsigned arrived;
  unsigned is_computed;
  unsigned value;
};
/// The values that the lanes of a group exchange.
struct __musa_lanes {
  unsigned long values[128]; ///< indexed by lane of the group
  union {
    unsigned arrived[4]; ///< a bit for each lane that gave a value; other values are undefined
    __musa_common_value common;
  };
};
/// Waits for the lanes of `mask` and exchanges the 64 bits of `value` with them. They are in the
/// caller's group of `lanes` lanes (32, 64 or 128, at most a warp); above 32, `mask` applies to
/// each 32. Nobody waits for lanes that have returned. When no thread can run any more, two waits
/// end with the lanes that came: one without a mask, whose lanes meet at one place, and one for a
/// whole warp of 128 if of each 32 lanes either all or none came. The result is valid until the
/// thread waits again.
__MUSA_DEVICE_API const __musa_lanes *__musa_wait_lanes(__musa_thread *thread, unsigned mask,
                                                        unsigned lanes, unsigned long value,
                                                        const char *file, unsigned line);
/// Waits for the caller's tile: `size` consecutive threads of the block, a power of two.
__MUSA_DEVICE_API void __musa_wait_tile(__musa_thread *thread, unsigned size, const char *file,
                                        unsigned line);
/// Arrives at the barrier of the thread's cluster, and waits for it: for all of the cluster's
/// threads that have not returned to have arrived. A thread does both in turn.
__MUSA_DEVICE_API void __musa_arrive_at_cluster(__musa_thread *thread, const char *file,
                                                unsigned line);
__MUSA_DEVICE_API void __musa_wait_cluster(__musa_thread *thread, const char *file, unsigned line);
/// Waits for all threads of the grid, which must have been launched cooperatively.
__MUSA_DEVICE_API void __musa_wait_grid(__musa_thread *thread, const char *file, unsigned line);
/// Lets other threads run, if any can. Loops that wait for a value in memory call this.
__MUSA_DEVICE_API void __musa_wait_yield(__musa_thread *thread);
/// Says that the thread waits for a value in memory, in a loop whose barriers let the others run.
__MUSA_DEVICE_API void __musa_wait_look(__musa_thread *thread);

} // extern "C"

#endif // MUSA_PORT_HOST_WAITING_H
