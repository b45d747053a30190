//===- mcc/shared_memory.h - lays out __shared__ variables ------*- C++ -*-===//
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
  uint64_t bytes = 0; ///< size of all static variables that the kernel may use
  uint64_t end = 0;   ///< end of the last of them in the block's shared memory
};

/// Assigns an offset to each static __shared__ variable so that those of one kernel do not overlap,
/// and replaces uses by computed addresses. Returns one entry per kernel, in order. Variables of
/// many kernels come first because they need the same offset in all of these. Requires
/// __musa_shared and __musa_dynamic_shared of kernel_entry.h in the module.
std::vector<KernelSharedMemory> lowerSharedMemory(llvm::Module &module,
                                                  llvm::ArrayRef<llvm::Function *> kernels);

} // namespace musaport

#endif // MUSAPORT_MCC_SHARED_MEMORY_H
