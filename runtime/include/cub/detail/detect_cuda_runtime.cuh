//===- cub/detail/detect_cuda_runtime.cuh - see cub/config.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code does not launch kernels here: CUB_RDC_ENABLED is not defined.
//===----------------------------------------------------------------------===//
#ifndef CUB_DETAIL_DETECT_CUDA_RUNTIME_CUH
#define CUB_DETAIL_DETECT_CUDA_RUNTIME_CUH
#include "cub/config.cuh"
#endif
