// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts bytes: each block counts in shared memory, with atomics, and adds what it has found to the
// result.
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

constexpr int bins = 256;

__global__ void count(const unsigned char *bytes, int n, unsigned *counts) {
  __shared__ unsigned own[bins];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    own[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[bytes[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], own[bin]);
}

int main() {
  const int n = 1 << 20;
  std::vector<unsigned char> bytes(n);
  std::vector<unsigned> expected(bins), counts(bins);
  unsigned state = 1;
  for (unsigned char &byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = (state >> 24) & (state >> 16); // low values more often
    ++expected[byte];
  }

  unsigned char *deviceBytes;
  unsigned *deviceCounts;
  CHECK(cudaMalloc(&deviceBytes, n));
  CHECK(cudaMalloc(&deviceCounts, bins * sizeof(unsigned)));
  CHECK(cudaMemcpy(deviceBytes, bytes.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(deviceCounts, 0, bins * sizeof(unsigned)));
  count<<<32, 256>>>(deviceBytes, n, deviceCounts);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(counts.data(), deviceCounts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceBytes));
  CHECK(cudaFree(deviceCounts));

  if (counts != expected) {
    std::printf("the counts are wrong\n");
    return 1;
  }
  std::printf("of %d bytes, %u are 0 and %u are 255, as it should be\n", n, counts[0], counts[255]);
  return 0;
}
