//===- cub/util_arch.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_ARCH_CUH
#define CUB_UTIL_ARCH_CUH
#include "cub/config.cuh"
#endif
