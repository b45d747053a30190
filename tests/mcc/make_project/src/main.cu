#include "values.cuh"

#include <cstdio>
#include <cublas_v2.h>

__global__ void scale(int *values) { values[threadIdx.x] = scaled(threadIdx.x); }

int main() {
  int *device = nullptr, host[4] = {};
  cudaMalloc(&device, sizeof host);
  scale<<<1, 4>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  cublasHandle_t handle = nullptr;
  const bool hasBlas = cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS;
  cublasDestroy(handle);
  std::printf("%d %d %d %d\n", host[3], sumOnDevice(5), hasBlas, VERSION);
}
