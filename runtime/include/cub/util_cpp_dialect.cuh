//===- cub/util_cpp_dialect.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_CPP_DIALECT_CUH
#define CUB_UTIL_CPP_DIALECT_CUH
#include "cub/config.cuh"
#endif
