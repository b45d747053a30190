// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces what a build of PyTorch generates for ATen/musa. Lists the libraries that the kernels
// are built without; calls of these are not compiled.
#pragma once

#define AT_CUDNN_ENABLED() 0
#define AT_CUSPARSELT_ENABLED() 0
#define AT_MUDNN_ENABLED() 0
#define AT_MUSPARSELT_ENABLED() 0
#define AT_ROCM_ENABLED() 0
#define AT_MAGMA_ENABLED() 0
#define NVCC_FLAGS_EXTRA ""
