// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build of PyTorch writes for ATen/musa: the libraries that the kernels do without. A call
// of one of them is not compiled.
#pragma once

#define AT_CUDNN_ENABLED() 0
#define AT_CUSPARSELT_ENABLED() 0
#define AT_MUDNN_ENABLED() 0
#define AT_MUSPARSELT_ENABLED() 0
#define AT_ROCM_ENABLED() 0
#define AT_MAGMA_ENABLED() 0
#define NVCC_FLAGS_EXTRA ""
