//===- dataflow/arch_outcome.h - what an architecture comparison should yield -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_ARCH_OUTCOME_H
#define MUSAPORT_DATAFLOW_ARCH_OUTCOME_H

#include "rules/architecture.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace musaport {

/// A condition on NVIDIA's architecture numbers; 800 is compute capability 8.0.
using ArchitectureCondition = llvm::function_ref<std::optional<bool>(int64_t)>;

/// The number at which the condition changes its value; nullopt if it changes more than once or
/// never.
std::optional<unsigned> turningPoint(ArchitectureCondition condition);

/// The MUSA GPUs with the features that the __CUDA_ARCH__ value `cuda` stands for: "mp_22 and
/// newer".
std::string describeThreshold(unsigned cuda);

/// "3.1" for 310.
std::string asCapability(unsigned number);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_ARCH_OUTCOME_H
