#include "device.h"
#if __has_include(<musa_fp16.h>)
#include <musa_fp16.h>
#elif defined __has_include && __has_include("device.h") && !__has_include(<unknown.h>)
#endif

#if 0
musaFree(neverCompiled);
#else
musaFree(compiled);
#endif

#if defined(__MUSACC__) || defined(__MUSACC__)
#define QUALIFIERS __host__ __device__
#elif defined(USE_CUDA)
#  undef QUALIFIERS
#endif

#ifdef __MUSACC_RTC__
 # include <musa_bf16.h>
#endif
%:include <musa.h>

const char *text = STRING(musaMalloc);
#pragma unroll
#pragma nv_diag_suppress 20012
#line 7 "cudaMalloc.cu"
_Pragma("nv_diag_default 20012")
