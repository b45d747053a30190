#if __CUDA_ARCH__ == 750
#endif
#if __CUDA_ARCH__ >= 1000
#endif
#if __CUDA_ARCH__ >= MINIMUM
#endif
#if __CUDA_ARCH__ / 100 >= 8
#endif
#define __CUDA_ARCH__ 800
__device__ int arch() { return __MUSA_ARCH__; }
#define IS_AMPERE (__MUSA_ARCH__ >= 220)
#define ARCH __MUSA_ARCH__
