//===- rules/architecture.h - the GPUs of Moore Threads ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_ARCHITECTURE_H
#define MUSAPORT_RULES_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace musaport {

/// A row of rules/gpu/architectures.json, embedded at build time.
struct Architecture {
  llvm::StringRef name;              ///< "mp_31"
  unsigned musaArch = 0;             ///< the value of __MUSA_ARCH__
  unsigned warpSize = 0;             ///< lanes
  unsigned sharedMemoryPerBlock = 0; ///< bytes
  unsigned sharedMemoryReserved = 0; ///< bytes of these that the compiler uses in each kernel
};

llvm::ArrayRef<Architecture> architectures();

/// The architecture if none is asked for: an index into architectures().
unsigned defaultArchitecture();

/// Index into architectures(), or nullopt.
std::optional<unsigned> findArchitecture(llvm::StringRef name);

/// "mp_22, mp_31 (default)": all, for help texts and errors.
std::string listOfArchitectures();

/// The smallest __MUSA_ARCH__ that has what code guarded by `__CUDA_ARCH__ >= cudaArch` needs;
/// nullopt if no MUSA GPU has it. 0 stays 0.
std::optional<unsigned> musaThreshold(unsigned cudaArch);

/// The reverse: the __CUDA_ARCH__ that stands for code guarded by `__MUSA_ARCH__ >= musaArch`;
/// nullopt if none does. 0 stays 0. Below the oldest MUSA GPU every number asks for device code: 1.
std::optional<unsigned> cudaThreshold(unsigned musaArch);

/// The largest __CUDA_ARCH__ whose guards `architecture` passes, by the same rule.
unsigned cudaArchitectureOf(const Architecture &architecture);

} // namespace musaport

#endif // MUSAPORT_RULES_ARCHITECTURE_H
