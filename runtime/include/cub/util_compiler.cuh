//===- cub/util_compiler.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_COMPILER_CUH
#define CUB_UTIL_COMPILER_CUH
#include "cub/config.cuh"
#endif
