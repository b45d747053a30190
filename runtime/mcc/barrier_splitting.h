//===- mcc/barrier_splitting.h - splits kernels at their barriers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_BARRIER_SPLITTING_H
#define MUSAPORT_MCC_BARRIER_SPLITTING_H

#include "call_graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class Constant;
} // namespace llvm

namespace musaport {

/// A kernel that waits only at barriers of its block, split into the pieces between the barriers.
/// All threads of a block run one piece after the other, so a waiting thread needs no stack of its
/// own: the values it needs later are in its frame.
struct SplitKernel {
  struct Segment {
    /// i32 (the kernel's parameters..., ptr frames, i64 threads, i64 index): runs thread `index` of
    /// `threads` from its barrier, or from the beginning for the first one, to the next barrier.
    /// Returns that barrier's segment, or __MUSA_SEGMENT_DONE.
    llvm::Function *function = nullptr;
    llvm::Constant *file = nullptr; ///< the barrier's source file; null for the first piece
    llvm::Constant *line = nullptr;
  };
  std::vector<Segment> segments;
  /// Frame size of a thread. Frames are interleaved by variable: a variable of `size` bytes at
  /// `offset` is at frames + offset * threads + size * index.
  uint64_t frameBytes = 0;
};

/// Splits `kernel`, whose last parameter is the thread. Returns nullopt, without changing the
/// kernel's meaning, if it may wait for anything except its block, waits in a recursive function or
/// one called through a pointer, or is too large. `reserved`: bytes at the start of a frame that
/// belong to the caller.
std::optional<SplitKernel> splitAtBarriers(llvm::Function &kernel, const CallGraph &graph,
                                           uint64_t reserved);

} // namespace musaport

#endif // MUSAPORT_MCC_BARRIER_SPLITTING_H
