//===- mcc/thread_memory.h - memory that threads may share ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_THREAD_MEMORY_H
#define MUSAPORT_MCC_THREAD_MEMORY_H

namespace llvm {
class Function;
class StoreInst;
} // namespace llvm

namespace musaport {

/// What the stores of a function's loops over threads write to. Memory of the grid, of the block,
/// and of frames is the same whatever order threads run in, since those that touch the same wait
/// for each other. A thread's variable in memory is not: the next thread has it, too.
class ThreadMemory {
public:
  explicit ThreadMemory(const llvm::Function &function);

  /// Whether it is known that a store writes to no variable of a thread, nor to what one thread
  /// computes for others.
  bool isOfAll(const llvm::StoreInst &store) const;

private:
  bool hasCapturedVariable = false; ///< a pointer in memory may lead to one
};

} // namespace musaport

#endif // MUSAPORT_MCC_THREAD_MEMORY_H
