//===- rules/cuda_architecture.h - NVIDIA's architectures -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_CUDA_ARCHITECTURE_H
#define MUSAPORT_RULES_CUDA_ARCHITECTURE_H

namespace musaport {

/// The oldest NVIDIA architecture known to Clang that is at least `number`: 751 gives 800. Returns
/// `number` if there is none.
unsigned cudaArchitectureFrom(unsigned number);
/// The newest one that is at most `number`: 799 gives 750.
unsigned cudaArchitectureUpTo(unsigned number);

} // namespace musaport

#endif // MUSAPORT_RULES_CUDA_ARCHITECTURE_H
