//===- cub/detail/cpp_compatibility.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_CPP_COMPATIBILITY_CUH
#define CUB_DETAIL_CPP_COMPATIBILITY_CUH
#include "cub/config.cuh"
#endif
