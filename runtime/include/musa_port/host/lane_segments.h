//===- musa_port/host/lane_segments.h - kernels that are cut at exchanges --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc cuts a kernel whose threads wait for their block and for lanes of their warp at both. A
// warp's lanes run one segment after the other. A lane that exchanges values leaves its own in a
// __musa_handover, and its next segment reads those of the others. Two of these take turns, since a
// lane gives its next value before another one has read the last. Frames are those of segments.h.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_LANE_SEGMENTS_H
#define MUSA_PORT_HOST_LANE_SEGMENTS_H

#include "musa_port/host/segments.h"
#include "musa_port/host/waiting.h"

/// What the lanes of a warp hand over at an exchange.
struct __musa_handover {
  __musa_lanes groups[4]; ///< the values, by group of the lanes that wait for each other
  // By lane of the warp. In a warp of 128 lanes groups of different widths share places above.
  unsigned long given[128]; ///< the values again, in warps of more than 32 lanes
  // Not written where __musa_lane_segment has it.
  unsigned masks[128];
  unsigned widths[128]; ///< how many lanes a group has
};

enum : unsigned {
  /// __musa_segment_apart, and the lanes have not run what `early` counts.
  __musa_segment_apart_at_once = 0x7ffffffd,
};

struct __musa_lane_segment {
  /// Runs it for `count` lanes of a warp that differ in x alone, from the thread `first` on.
  /// Returns their common next segment, or a value of segments.h, or the one above.
  unsigned (*run)(const void *parameters, const __musa_thread *first, unsigned count, char *frames,
                  const __musa_handover *in, __musa_handover *out);
  const char *file; ///< of the wait before the segment; null for the first segment
  unsigned line;
  unsigned width;        ///< of an exchange before the segment: its lanes; 0 behind a barrier
  unsigned mask;         ///< of that exchange
  unsigned short varies; ///< 1: its mask and width are in the __musa_handover, by lane
  /// So many segments a whole warp of 32 lanes runs behind this one at once, before their turns,
  /// unless all of its lanes end with this one.
  unsigned short early;
};

extern "C" {

/// Part of libmusart. Runs blocks [first, last) of a grid.
__MUSA_DEVICE_API void __musa_run_lanes(const __musa_lane_segment *segments, const void *parameters,
                                        const __musa_grid *grid, unsigned long first,
                                        unsigned long last, unsigned warp_size);

} // extern "C"

#endif // MUSA_PORT_HOST_LANE_SEGMENTS_H
