//===- mcc/common_values.h - what all threads of a block compute -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_COMMON_VALUES_H
#define MUSAPORT_MCC_COMMON_VALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
} // namespace llvm

namespace musaport {

/// The instructions of a kernel whose value all threads of a block have in common: a loop's
/// counter, for example. When threads have come to a wait together, each of them has computed such
/// a value, and the same one, if any of them uses it behind. `waits`: all of the kernel's waits,
/// each alone in its block. The kernel's last parameter is the thread.
///
/// Empty if threads may come to their waits in different order, or not all as often: then those
/// that wait at the same place may be in different rounds of a loop. A thread that returns is not
/// waited for, and changes nothing.
llvm::DenseSet<const llvm::Instruction *> commonValues(llvm::Function &kernel,
                                                       llvm::ArrayRef<llvm::CallInst *> waits);

} // namespace musaport

#endif // MUSAPORT_MCC_COMMON_VALUES_H
