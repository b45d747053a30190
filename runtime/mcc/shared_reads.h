//===- mcc/shared_reads.h - reads of what other threads may change -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SHARED_READS_H
#define MUSAPORT_MCC_SHARED_READS_H

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace musaport {

/// Whether an instruction tries to take what it waits for: `while (atomicCAS(&lock, 0, 1) != 0)`.
bool takes(const llvm::Instruction &instruction);

/// What an atomic update adds may be an argument, of which only the caller knows that it is 0.
bool mayChangeNothing(const llvm::Instruction &instruction);

/// Where an instruction reads what others may change; null if it does not. An ordinary load does
/// so in a loop with a fence.
const llvm::Value *sharedPlace(const llvm::Instruction &instruction, bool isFenced = false);

} // namespace musaport

#endif // MUSAPORT_MCC_SHARED_READS_H
