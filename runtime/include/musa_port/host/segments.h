//===- musa_port/host/segments.h - kernels that are cut at their barriers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc splits a kernel that waits only at barriers of its block into segments, at these barriers.
// All threads of a block run one segment before any of them runs the next. Meanwhile a thread keeps
// its values in its frame, which begins with the number of the segment to continue with. Frames are
// interleaved by variable, so these numbers form an array at the beginning.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_SEGMENTS_H
#define MUSA_PORT_HOST_SEGMENTS_H

#include "musa_port/host/device_image.h"
#include "musa_port/host/thread.h"

enum : unsigned {
  __musa_segment_done = __MUSA_SEGMENT_DONE, ///< the thread has returned
  __musa_segment_apart = 0x7ffffffe, ///< not all threads of the block go on with the same segment
  __musa_segment_advanced = 0x80000000, ///< a bit: has run in this round
};

struct __musa_segment {
  /// For all threads of a block. Returns the segment they all go on with, or one of the above.
  unsigned (*run_all)(const void *parameters, const __musa_thread *block, char *frames);
  /// For the threads that go on with `segment`; sets the bit.
  void (*run_some)(const void *parameters, const __musa_thread *block, char *frames,
                   unsigned segment);
  const char *file; ///< of the barrier before it; null for the first
  unsigned line;
};

extern "C" {

/// Of libmusart: runs a block to its end whose threads go on with several segments.
#if defined(__MUSACC__)
__attribute__((device))
#else
__attribute__((visibility("default")))
#endif
void __musa_run_apart(const __musa_segment *segments, const void *parameters,
                      __musa_thread *block, char *frames);

} // extern "C"

#endif // MUSA_PORT_HOST_SEGMENTS_H
