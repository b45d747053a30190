#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#elif __CUDA_ARCH__ >= 900
#elif __CUDA_ARCH__ < 600
#elif (__CUDA_ARCH__ >= 700) && !(__CUDA_ARCH__ > 800)
#elif 750 <= __CUDA_ARCH__
#endif

#ifndef __CUDA_ARCH__
#error "device code only"
#endif
#ifdef __CUDA_ARCH__
#endif
#if __CUDA_ARCH__
#elif !__CUDA_ARCH__
#endif

#if __CUDA_ARCH__ >= 800 && \
    defined(__CUDACC__)
#endif

#if __CUDA_ARCH__ >= 530 || !defined(__CUDA_ARCH__)
__device__ int wide() {
  if constexpr (__CUDA_ARCH__ >= 800)
    return 1;
  return 0;
}
#endif
