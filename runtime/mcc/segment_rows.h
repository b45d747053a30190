//===- mcc/segment_rows.h - pieces that a whole warp runs in a row -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime decides after each piece of a kernel which one comes next. Where only one can, and
// all lanes of a warp of 32 exchange values before it, the warp may go on by itself.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_MCC_SEGMENT_ROWS_H
#define MUSAPORT_MCC_SEGMENT_ROWS_H

#include "kernel_splitting.h"

#include <vector>

namespace musaport {

/// The segments that a whole warp runs behind one.
struct SegmentRow {
  std::vector<unsigned> rest;
  bool isOpen = false; ///< the segment before them may also be a lane's last
};
using SegmentRows = std::vector<SegmentRow>; ///< by that segment

/// The row of the kernel's first segment may have any segments, as a warp runs alone up to the
/// first barrier. Behind a barrier warps take turns (lane_segments.h): there a row has only
/// segments that touch nothing but the thread's frame, so that nobody sees that they run early. A
/// segment that is part of a row before it has none of its own.
SegmentRows findRows(const SplitKernel &split);

} // namespace musaport

#endif // MUSAPORT_MCC_SEGMENT_ROWS_H
