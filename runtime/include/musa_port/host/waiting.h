//===- musa_port/host/waiting.h - what lets other threads of a block run --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libmusart that device code calls. mcc knows by their names, __musa_wait_*, that a
// kernel which may reach one needs a fiber for each of its threads.
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

/// What a barrier computes over all threads of the block.
enum __musa_reduction { __musa_count, __musa_and, __musa_or };

/// __syncthreads(). `file` and `line` say where it stands, for messages.
__MUSA_DEVICE_API void __musa_wait_block(__musa_thread *thread, const char *file, unsigned line);
/// __syncthreads_count/_and/_or(): of `predicate` of all threads.
__MUSA_DEVICE_API int __musa_wait_block_reduce(__musa_thread *thread, int predicate,
                                               __musa_reduction reduction, const char *file,
                                               unsigned line);
/// What the lanes of a group handed over.
struct __musa_lanes {
  unsigned long values[128]; ///< by lane of the group
  unsigned arrived[4];       ///< a bit a lane: whose values these are, the others' are undefined
};
/// Waits for the lanes of `mask` and hands over 64 bits to them. The lanes are those of the
/// caller's group of `lanes` (32, 64 or 128, at most the warp's size); with more than 32, `mask` is
/// that of each 32 of them. Nobody waits for lanes that have returned. Once no thread can run any
/// more, a wait ends with those that came: without a mask, or for a whole warp of 128 lanes if all
/// or none of each 32 came. The result is valid until the thread waits again.
__MUSA_DEVICE_API const __musa_lanes *__musa_wait_lanes(__musa_thread *thread, unsigned mask,
                                                        unsigned lanes, unsigned long value,
                                                        const char *file, unsigned line);
/// The lanes of the caller's group of 32 that reach this place: all except those that wait
/// elsewhere or have returned.
__MUSA_DEVICE_API unsigned __musa_wait_active(__musa_thread *thread, const char *file,
                                              unsigned line);
/// Waits for the threads of the caller's tile: `size` of the block, a power of two.
__MUSA_DEVICE_API void __musa_wait_tile(__musa_thread *thread, unsigned size, const char *file,
                                        unsigned line);
/// Waits for all threads of the grid, which must have been launched cooperatively.
__MUSA_DEVICE_API void __musa_wait_grid(__musa_thread *thread, const char *file, unsigned line);
/// Lets others run, if some can: for loops that wait for a value in memory.
__MUSA_DEVICE_API void __musa_wait_yield(__musa_thread *thread);

} // extern "C"

#endif // MUSA_PORT_HOST_WAITING_H
