// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and computes at the same time: the data goes through several streams in chunks; an event
// lets one stream wait for another, two more tell the time.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void square(int *values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    values[i] *= values[i];
}

__global__ void sum(const int *values, int n, unsigned long long *result) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(result, (unsigned long long)values[i]);
}

int main() {
  const int n = 1 << 20, streamCount = 4, chunk = n / streamCount;
  int *values; // pinned: only such memory is copied without waiting
  CHECK(cudaMallocHost(&values, n * sizeof(int)));
  unsigned long long expected = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = i % 1000;
    expected += values[i] * values[i];
  }
  int *deviceValues;
  unsigned long long *deviceResult, result = 0;
  CHECK(cudaMalloc(&deviceValues, n * sizeof(int)));
  CHECK(cudaMalloc(&deviceResult, sizeof(result)));
  CHECK(cudaMemset(deviceResult, 0, sizeof(result)));

  cudaStream_t streams[streamCount], summing;
  cudaEvent_t squared[streamCount], start, stop;
  CHECK(cudaStreamCreateWithFlags(&summing, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, summing));
  for (int i = 0; i < streamCount; ++i) {
    CHECK(cudaStreamCreate(&streams[i]));
    CHECK(cudaEventCreateWithFlags(&squared[i], cudaEventDisableTiming));
    int *part = deviceValues + i * chunk;
    CHECK(cudaMemcpyAsync(part, values + i * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice,
                          streams[i]));
    square<<<32, 256, 0, streams[i]>>>(part, chunk);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(squared[i], streams[i]));
    CHECK(cudaStreamWaitEvent(summing, squared[i], 0));
    sum<<<32, 256, 0, summing>>>(part, chunk, deviceResult);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpyAsync(&result, deviceResult, sizeof(result), cudaMemcpyDeviceToHost, summing));
  CHECK(cudaEventRecord(stop, summing));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  for (int i = 0; i < streamCount; ++i) {
    CHECK(cudaEventDestroy(squared[i]));
    CHECK(cudaStreamDestroy(streams[i]));
  }
  CHECK(cudaStreamDestroy(summing));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(deviceValues));
  CHECK(cudaFree(deviceResult));
  CHECK(cudaFreeHost(values));

  std::printf("%d streams: the sum of squares is %llu, and should be %llu; it took %.2f ms\n",
              streamCount, result, expected, milliseconds);
  return result == expected && milliseconds > 0 ? 0 : 1;
}
