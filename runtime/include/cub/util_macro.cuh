//===- cub/util_macro.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_MACRO_CUH
#define CUB_UTIL_MACRO_CUH
#include "cub/config.cuh"
#endif
