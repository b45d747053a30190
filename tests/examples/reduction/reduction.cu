// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums a vector: lanes exchange values in registers, warps through shared memory, and each block
// adds its part to the result. It asks for the number of lanes, and is right for 32 and for 128.
#include <cuda_runtime.h>

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

constexpr int threads = 256;
constexpr int lanes = 32; // that exchange values; a warp has at least as many

__device__ int sumOfLanes(int value) {
  for (int offset = lanes / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset, lanes);
  return value; // in the first of each 32 lanes
}

__global__ void sum(const int *values, int n, unsigned long long *result) {
  __shared__ int parts[threads / lanes];
  int own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += values[i];

  own = sumOfLanes(own);
  if (threadIdx.x % lanes == 0)
    parts[threadIdx.x / lanes] = own;
  __syncthreads();

  if (threadIdx.x < lanes) {
    own = sumOfLanes(threadIdx.x < threads / lanes ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 0)
      atomicAdd(result, (unsigned long long)own);
  }
}

int main() {
  const int n = 1000003;
  std::vector<int> values(n);
  unsigned long long expected = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = i % 1000;
    expected += values[i];
  }

  int *deviceValues;
  unsigned long long *deviceResult, result;
  CHECK(cudaMalloc(&deviceValues, n * sizeof(int)));
  CHECK(cudaMalloc(&deviceResult, sizeof(result)));
  CHECK(cudaMemcpy(deviceValues, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(deviceResult, 0, sizeof(result)));
  sum<<<64, threads>>>(deviceValues, n, deviceResult);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&result, deviceResult, sizeof(result), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceValues));
  CHECK(cudaFree(deviceResult));

  std::printf("the sum of %d values is %llu, and should be %llu\n", n, result, expected);
  return result == expected ? 0 : 1;
}
