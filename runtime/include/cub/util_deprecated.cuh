//===- cub/util_deprecated.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_DEPRECATED_CUH
#define CUB_UTIL_DEPRECATED_CUH
#include "cub/config.cuh"
#endif
