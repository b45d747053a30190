#include <cuda_runtime.h>
#if CUDA_VERSION >= 11040
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION < 12000
#elif 9020 <= CUDA_VERSION && __CUDACC_VER_MAJOR__ >= 11
#endif
#if !defined(CUDA_VERSION) || CUDA_VERSION / 1000 == 11
#endif
#ifdef CUDA_VERSION
#endif
bool newer(int runtime) { return runtime >= CUDA_VERSION && CUDART_VERSION > 11000; }
int version = CUDA_VERSION;
