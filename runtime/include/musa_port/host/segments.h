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
  __musa_segment_apart = 0x7ffffffe, ///< the threads of the block continue with different segments
  __musa_segment_advanced = 0x80000000, ///< a flag bit: the thread has already run in this round
};

/// Values that all threads that run a segment together have kept alike.
struct __musa_common_values {
  unsigned long values[__MUSA_COMMON_VALUES];
};

struct __musa_segment {
  /// Runs it for all threads of a block. Returns their common next segment, or a value from above.
  unsigned (*run_all)(const void *parameters, const __musa_thread *block, char *frames);
  /// Runs it for the threads whose next segment is `segment`, and sets the bit for them.
  void (*run_some)(const void *parameters, const __musa_thread *block, char *frames,
                   unsigned segment);
  const char *file; ///< source file of the barrier before the segment; null for the first segment
  unsigned line;
};

extern "C" {

/// Part of libmusart. Runs a block to its end when its threads go on with different segments.
#if defined(__MUSACC__)
__attribute__((device))
#else
__attribute__((visibility("default")))
#endif
void __musa_run_apart(const __musa_segment *segments, const void *parameters,
                      __musa_thread *block, char *frames);

} // extern "C"

#endif // MUSA_PORT_HOST_SEGMENTS_H
