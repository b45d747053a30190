//===- mcc/spin_waiting.h - loops that wait for others ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SPIN_WAITING_H
#define MUSAPORT_MCC_SPIN_WAITING_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Lets other threads run in loops that only wait: for a value in memory, which another thread
/// changes, or for a time. Such a loop changes nothing, or tries the same atomicCAS or atomicExch
/// again and again, and what ends it depends on that, on a volatile or atomic read of one place, or
/// on the clock. Its kernel gets a fiber for each thread. Without that a thread waits forever for
/// one that runs after it, and the threads of a block wait for a time one after the other.
void yieldInSpinLoops(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_SPIN_WAITING_H
