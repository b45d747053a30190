// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counterpart of torch/csrc/cuda/device_set.h, a header of libtorch that is not ported.
#pragma once

#include <bitset>
#include <c10/musa/MUSAMacros.h>

namespace torch {
using device_set = std::bitset<C10_COMPILE_TIME_MAX_GPUS>;
} // namespace torch
