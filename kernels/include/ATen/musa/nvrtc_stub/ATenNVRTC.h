// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces PyTorch's header, which loads the driver on first use and compiles kernels at run time.
// Here the driver is linked, and run-time compilation is left out.
#pragma once

#include <musa.h>

namespace at::musa {

struct Driver {
  decltype(&::muGetErrorString) muGetErrorString = &::muGetErrorString;
  decltype(&::muCtxGetCurrent) muCtxGetCurrent = &::muCtxGetCurrent;
  decltype(&::muCtxSetCurrent) muCtxSetCurrent = &::muCtxSetCurrent;
  decltype(&::muDevicePrimaryCtxRetain) muDevicePrimaryCtxRetain = &::muDevicePrimaryCtxRetain;
};

inline Driver driver() { return {}; }

} // namespace at::musa
