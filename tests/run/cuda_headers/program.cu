// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc gives a program without being asked, and launches.
#include <cublas_v2.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>

#if CUDA_VERSION != 11080 || CUDART_VERSION != CUDA_VERSION || !defined(__CUDACC__) ||             \
    !defined(__NVCC__)
#error "CUDA's versions"
#endif
#ifdef __CUDA_ARCH__
static_assert(__CUDA_ARCH__ == 800);
#endif

__global__ void kernel(float *out, curandState *state) { out[threadIdx.x] = curand_uniform(state); }
void launch(float *out, curandState *state, cudaStream_t stream) {
  kernel<<<1, 32, 0, stream>>>(out, state);
  void *arguments[] = {&out, &state};
  cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(32), arguments, 0, stream);
}
auto *gemm = &cublasSgemm;
auto *factor = &cusolverDnSpotrf;
auto *multiply = &cusparseSbsrmv;

struct Node {
  int value;
};
__device__ void make(void *memory) { new (memory) Node{1}; }
