// musaMalloc in a comment stays, as does "musa" in a string.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <curand_kernel.h>
#include <cooperative_groups.h>
#include "kernels/cuda/scale.cuh"

#if CUDA_VERSION >= 11040
#define HAS_GRAPHS 1
#endif

#if MUSA_VERSION >= 30100 // MUSA's own numbers: no answer
#endif

__global__ void scale(float *x, float by) {
#if __CUDA_ARCH__ >= 800
  x[threadIdx.x] *= by;
#elif __MUSA_ARCH__ >= 210 // no NVIDIA GPU stands there
#endif
}

#ifdef __CUDACC__
int main() {
  float *x = nullptr;
  cublasHandle_t handle;
  if (cudaMalloc(&x, 32 * sizeof(float)) != cudaSuccess || cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
    return 1;
  scale<<<1, 32>>>(x, 2);
  __nv_bfloat16 half;
  musaSomethingNew(x); // no rule knows it
  cudaFree(x);         // CUDA's already
  puts("musaFree");
  return cudaFree(x);
}
#endif
