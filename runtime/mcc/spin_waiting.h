//===- mcc/spin_waiting.h - loops that wait for other threads ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SPIN_WAITING_H
#define MUSAPORT_MCC_SPIN_WAITING_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Makes loops that only wait, for a value in memory that another thread changes or for a time, let
/// other threads run. Such a loop changes nothing, or repeats the same atomicCAS or atomicExch, and
/// its exit depends on that, on a volatile or atomic read of one place, or on the clock. Its kernel
/// gets a fiber for each thread. Otherwise a thread would wait forever for one that runs after it,
/// and the threads of a block would wait for a time one after another.
void yieldInSpinLoops(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_SPIN_WAITING_H
