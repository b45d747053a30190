//===- mcc/shared_memory.h - where __shared__ variables lie ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SHARED_MEMORY_H
#define MUSAPORT_MCC_SHARED_MEMORY_H

#include "call_graph.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace musaport {

/// The address space that Clang gives __shared__ variables on nvptx64.
constexpr unsigned sharedAddressSpace = 3;

struct KernelSharedMemory {
  uint64_t bytes = 0; ///< of all static variables that the kernel may use
  uint64_t end = 0;   ///< where the last of them ends in the block's shared memory
};

/// Gives each static __shared__ variable an offset, such that those of one kernel do not overlap,
/// and replaces the variables by addresses computed from it. One entry a kernel, in order.
/// Those of many kernels come first, since all of these have them at one place.
/// Needs __musa_shared and __musa_dynamic_shared of kernel_entry.h in the module.
std::vector<KernelSharedMemory> lowerSharedMemory(llvm::Module &module,
                                                  llvm::ArrayRef<llvm::Function *> kernels);

} // namespace musaport

#endif // MUSAPORT_MCC_SHARED_MEMORY_H
