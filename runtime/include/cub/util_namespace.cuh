//===- cub/util_namespace.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_NAMESPACE_CUH
#define CUB_UTIL_NAMESPACE_CUH
#include "cub/config.cuh"
#endif
