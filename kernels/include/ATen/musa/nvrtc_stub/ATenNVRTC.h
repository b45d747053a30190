// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of PyTorch's, which loads the driver when it is first called and compiles kernels at run
// time. Here the driver is linked, and what compiles at run time is left out.
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
