//===- mcc/segment_chains.h - pieces that a whole warp runs in a row -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime decides after each piece of a kernel which one comes next. Where only one can, and
// all lanes of a warp of 32 exchange values before it, the warp may go on by itself.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_MCC_SEGMENT_CHAINS_H
#define MUSAPORT_MCC_SEGMENT_CHAINS_H

#include "kernel_splitting.h"

#include <vector>

namespace musaport {

/// For each segment those that follow it.
using SegmentChains = std::vector<std::vector<unsigned>>;

/// The first segment's are any, as a warp runs alone up to the first barrier. Behind a barrier
/// warps take turns (lane_segments.h): there what follows has to touch nothing but the thread's
/// frame, so that nobody sees that it runs early. What is part of another one's has none of its
/// own.
SegmentChains findChains(const SplitKernel &split);

} // namespace musaport

#endif // MUSAPORT_MCC_SEGMENT_CHAINS_H
