// musaMalloc in a comment stays, as does "musa" in a string.
#include <musa_port/cuda_level.h>
#include <musa_runtime.h>
#include <mublas.h>
#include <murand_kernel.h>
#include <cooperative_groups.h>
#include "kernels/musa/scale.muh"

#if MUSAPORT_CUDA_LEVEL >= 11040
#define HAS_GRAPHS 1
#endif

#if MUSA_VERSION >= 30100 // MUSA's own numbers: no answer
#endif

__global__ void scale(float *x, float by) {
#if __MUSA_ARCH__ >= 220
  x[threadIdx.x] *= by;
#elif __MUSA_ARCH__ >= 210 // no NVIDIA GPU stands there
#endif
}

#ifdef __MUSACC__
int main() {
  float *x = nullptr;
  mublasHandle_t handle;
  if (musaMalloc(&x, 32 * sizeof(float)) != musaSuccess || mublasCreate(&handle) != MUBLAS_STATUS_SUCCESS)
    return 1;
  scale<<<1, 32>>>(x, 2);
  __mt_bfloat16 half;
  musaSomethingNew(x); // no rule knows it
  cudaFree(x);         // CUDA's already
  puts("musaFree");
  return musaFree(x);
}
#endif
