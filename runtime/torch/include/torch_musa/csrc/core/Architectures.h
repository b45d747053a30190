//===- torch_musa/csrc/core/Architectures.h - what the kernels are compiled for -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_ARCHITECTURES_H
#define MUSAPORT_TORCH_MUSA_ARCHITECTURES_H

#include <vector>

namespace torch_musa {

/// 220 for mp_22.
std::vector<int> architectures();

} // namespace torch_musa

#endif
