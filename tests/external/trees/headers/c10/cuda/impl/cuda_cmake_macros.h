// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c10/cuda/CUDAMacros.h includes this header, which a build of PyTorch for CUDA generates. Debian's
// is for the CPU, and does not have it.
#pragma once
#define C10_CUDA_BUILD_SHARED_LIBS
