// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c10/cuda/CUDAMacros.h includes this header, which a build of PyTorch for CUDA generates. One for
// the CPU does not have it.
#pragma once
#define C10_CUDA_BUILD_SHARED_LIBS
