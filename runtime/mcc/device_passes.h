//===- mcc/device_passes.h - what optimising device code takes ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DEVICE_PASSES_H
#define MUSAPORT_MCC_DEVICE_PASSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace musaport {

/// What retarget() marks the loads of the address of a block's shared memory with. Clang's passes
/// drop the mark where they make one load of two: atomics of kernels that run as fibers stay such.
constexpr llvm::StringLiteral sharedMemoryMark = "musa.shared";

/// Adds our passes to those that Clang runs, before the vectorizer.
///
/// Atomic operations on a block's shared memory become plain ones: the threads of a block run on
/// one CPU thread.
///
/// Bounds checks of thread indices leave the loop over a block's threads:
/// of `if (i < n) ...`, where i is the block's first index plus the thread's, one version
/// has the check, and one, for blocks that lie wholly below n, has none. Without it the loop needs
/// masked stores, which cost more than the check on many CPUs.
void addDevicePasses(llvm::PassBuilder &builder);

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_PASSES_H
