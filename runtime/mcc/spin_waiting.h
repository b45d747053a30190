//===- mcc/spin_waiting.h - loops that wait for other threads ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SPIN_WAITING_H
#define MUSAPORT_MCC_SPIN_WAITING_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Finds loops that only wait, until another thread changes a value in memory or until some time
/// has passed, and makes them let other threads run. Such a loop changes nothing, or repeats the
/// same atomicCAS or atomicExch; its exit depends on the result of that, on a volatile or atomic
/// read of one place, or on the clock, also in a small function that it calls. It may have
/// barriers, and may store what it reads for the block's other threads. Its kernel gets a fiber for
/// each thread. Otherwise a thread would wait forever for one that runs after it, and if all
/// threads of a block wait for some time, they would do so one after another.
void yieldInSpinLoops(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_SPIN_WAITING_H
