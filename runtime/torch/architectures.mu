//===- torch/architectures.mu - what the kernels are compiled for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/core/Architectures.h"

namespace torch_musa {

// As all kernels: mcc compiles them with the same options.
std::vector<int> architectures() { return {__MUSA_ARCH_LIST__}; }

} // namespace torch_musa
