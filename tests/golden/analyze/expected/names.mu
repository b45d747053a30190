#include <musa_port/cuda_level.h>
#include <musa_runtime.h>

__global__ void fill(float *p) {
  __shared__ float tile[8000];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}

// musa-port: ignore(musa-shared-memory) other GPUs only
__global__ void known(float *p) {
  __shared__ float tile[8000];
  tile[threadIdx.x] = *p;
}

void wait() {
  musaThreadSynchronize();
  musaThreadSynchronize(); // once a file
  musaDeviceSynchronize();
#if MUSAPORT_CUDA_LEVEL < 4000
  musaThreadExit();
#endif
}

__device__ float next(float x) { return __shfl_down(x, 1); }

int x; // musa-port: ignore(musa-ptx) gone
