#include "device.h"
#if __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
#elif defined __has_include && __has_include("device.h") && !__has_include(<unknown.h>)
#endif

#if 0
cudaFree(neverCompiled);
#else
cudaFree(compiled);
#endif

#if defined(__CUDACC__) || defined(__NVCC__)
#define QUALIFIERS __host__ __device__
#elif defined(USE_CUDA)
#  undef QUALIFIERS
#endif

#ifdef __CUDACC_RTC__
 # include <cuda_bf16.h>
#endif
%:include <cuda.h>

const char *text = STRING(cudaMalloc);
#pragma unroll
#pragma nv_diag_suppress 20012
#line 7 "cudaMalloc.cu"
_Pragma("nv_diag_default 20012")
