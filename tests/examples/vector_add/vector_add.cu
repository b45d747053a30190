// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds two vectors: the smallest program that has all of CUDA's steps.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void add(const float *a, const float *b, float *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1 << 20;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.5f * i;
    b[i] = 1.0f - i;
  }

  float *deviceA, *deviceB, *deviceSum;
  CHECK(cudaMalloc(&deviceA, bytes));
  CHECK(cudaMalloc(&deviceB, bytes));
  CHECK(cudaMalloc(&deviceSum, bytes));
  CHECK(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));

  const int threads = 256;
  add<<<(n + threads - 1) / threads, threads>>>(deviceA, deviceB, deviceSum, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum.data(), deviceSum, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceA));
  CHECK(cudaFree(deviceB));
  CHECK(cudaFree(deviceSum));

  for (int i = 0; i < n; ++i) {
    if (sum[i] != a[i] + b[i]) {
      std::printf("element %d is %g and should be %g\n", i, sum[i], a[i] + b[i]);
      return 1;
    }
  }
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  std::printf("%d sums are right, on %s\n", n, properties.name);
  return 0;
}
