//===- mcc/barrier_splitting.h - a kernel, cut at its barriers ---*- C++ -*-===//
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

/// A kernel whose threads wait for their block and for nothing else, cut into the pieces between
/// the barriers. All threads of a block run one piece after the other, so that a thread needs no
/// stack of its own while it waits: what it must keep is in its frame.
struct SplitKernel {
  struct Segment {
    /// i32 (the kernel's parameters..., ptr frames, i64 threads, i64 index): runs thread `index` of
    /// `threads` from its barrier, or from the beginning for the first one, to the next barrier.
    /// Returns that barrier's segment, or __MUSA_SEGMENT_DONE.
    llvm::Function *function = nullptr;
    llvm::Constant *file = nullptr; ///< where the barrier is, as the program gives it; null: first
    llvm::Constant *line = nullptr;
  };
  std::vector<Segment> segments;
  /// Of a thread. Frames lie side by side, variable by variable: that of `size` bytes at `offset`
  /// is at frames + offset * threads + size * index.
  uint64_t frameBytes = 0;
};

/// Splits `kernel`, which has the thread as its last parameter. nullopt, and the kernel means what
/// it meant, if it may wait for anything but its block, waits in a function that is called through
/// a pointer or calls itself, or is too large. `reserved`: bytes at the beginning of a frame that
/// are the caller's.
std::optional<SplitKernel> splitAtBarriers(llvm::Function &kernel, const CallGraph &graph,
                                           uint64_t reserved);

} // namespace musaport

#endif // MUSAPORT_MCC_BARRIER_SPLITTING_H
