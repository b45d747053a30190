#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 || CUDA_VERSION > 11000
#define HALF(x) __##x##2half
#elif __CUDA_ARCH__ < 700
#error too old
#else
#define ARCH __CUDA_ARCH__
#endif
#ifndef __CUDACC__
#define __CUDACC__
#endif
__device__ int level() {
#ifdef ARCH
  return ARCH / 10 == 75 ? 1 : CUDART_VERSION;
#else
  return 0;
#endif
}
