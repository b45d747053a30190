//===- rules/cuda_architecture.h - NVIDIA's architectures -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_CUDA_ARCHITECTURE_H
#define MUSAPORT_RULES_CUDA_ARCHITECTURE_H

namespace musaport {

/// The oldest of NVIDIA's architectures, as Clang knows them, that is not before `number`: 800 for
/// 751. `number` itself if there is none.
unsigned cudaArchitectureFrom(unsigned number);

} // namespace musaport

#endif // MUSAPORT_RULES_CUDA_ARCHITECTURE_H
