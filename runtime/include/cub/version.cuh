//===- cub/version.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_VERSION_CUH
#define CUB_VERSION_CUH
#include "cub/config.cuh"
#endif
