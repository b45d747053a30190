#ifndef X_CUH
#define X_CUH
#if defined(CUDA_VERSION) && CUDA_VERSION >= 11040 || 800 <= __CUDA_ARCH__
#include <cuda_bf16.h>
#elif (__CUDA_ARCH__ < 600) && __CUDACC_VER_MAJOR__ / 2 > 5
#endif
int a = __CUDA_ARCH__ > 700, b = CUDART_VERSION;
#endif
