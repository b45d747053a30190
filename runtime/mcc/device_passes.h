//===- mcc/device_passes.h - passes that optimize device code ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DEVICE_PASSES_H
#define MUSAPORT_MCC_DEVICE_PASSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace musaport {

/// The mark that retarget() puts on loads of the address of a block's shared memory. Clang's passes
/// drop it where they merge two loads, so atomics of kernels that run as fibers may stay atomic.
constexpr llvm::StringLiteral sharedMemoryMark = "musa.shared";

/// The mark of a loop over threads that do not wait for each other in it.
constexpr char threadLoopMark[] = "musa.threads";

/// The mark of such a loop in a segment of a kernel that waits.
constexpr char segmentLoopMark[] = "musa.segment";

/// The attribute of a parameter that points to what the first of the loop's threads computes for
/// all of them.
constexpr llvm::StringLiteral commonValueMark = "musa.common";

/// The mark of a variable with an element for each round of a loop over threads.
constexpr llvm::StringLiteral laneSlotMark = "musa.slot";

/// Adds our passes to Clang's, before the vectorizer.
///
/// From -O2 on, one has threads go through loops together (thread_groups.h), and another says of a
/// loop over threads that its rounds may be taken in any order, and at the same time: threads that
/// touch the same memory wait for each other, or use atomics.
///
/// One makes atomic operations on a block's shared memory plain: all threads of a block run on
/// one CPU thread.
///
/// One splits a loop over threads at the rounds in which one thread does something alone
/// (single_rounds.h). GVN may have moved a loop's step into the branches of a round; another joins
/// it again first.
///
/// One moves bounds checks of thread indices out of the loop over a block's threads. It makes
/// two versions of a loop with `if (i < n) ...`, where i is the block's first index plus the
/// thread's: one with the check, and one without it for blocks that lie entirely below n. With the
/// check, the loop needs masked stores, which cost more than the check on many CPUs. Checks against
/// one bound are decided together.
///
/// Two more make loops over threads what the vectorizer takes: short switches become comparisons,
/// and mathematics has vectors (vector_math.h).
void addDevicePasses(llvm::PassBuilder &builder);

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_PASSES_H
