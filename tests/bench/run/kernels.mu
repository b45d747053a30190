//===- kernels.mu - the five kernels, on the host runtime --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints "name nanoseconds-per-unit" lines. The same kernels in OpenCL: opencl.cpp. What a unit is:
// measure.h.
//===----------------------------------------------------------------------===//
#include "measure.h"

constexpr int blockThreads = 256;

__global__ void axpy(float a, const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

__global__ void blockReduction(const float *in, float *out) {
  __shared__ float sums[blockThreads];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockThreads + t];
  __syncthreads();
  for (int distance = blockThreads / 2; distance > 0; distance /= 2) {
    if (t < distance)
      sums[t] += sums[t + distance];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

__global__ void warpReduction(const float *in, float *out) {
  const int i = blockIdx.x * blockThreads + threadIdx.x;
  float sum = in[i];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance, 32);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = sum;
}

constexpr int tile = 16;

__global__ void matrixMultiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[tile][tile];
  __shared__ float bs[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void histogram(const unsigned char *in, int n, unsigned *out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void barriers(int *out, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += i ^ threadIdx.x;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

namespace {

template <typename T> T *device(const std::vector<T> &values) {
  T *result = nullptr;
  if (musaMalloc(&result, values.size() * sizeof(T)) != musaSuccess)
    std::abort();
  musaMemcpy(result, values.data(), values.size() * sizeof(T), musaMemcpyHostToDevice);
  return result;
}

template <typename T> std::vector<T> host(const T *values, size_t count) {
  std::vector<T> result(count);
  musaMemcpy(result.data(), values, count * sizeof(T), musaMemcpyDeviceToHost);
  return result;
}

void wait() {
  if (musaDeviceSynchronize() != musaSuccess)
    std::abort();
}

} // namespace

int main() {
  using namespace measure;
  {
    float *x = device(std::vector<float>(axpyElements, 1));
    float *y = device(std::vector<float>(axpyElements, 2));
    print("axpy", axpyElements, [&] {
      axpy<<<axpyElements / blockThreads, blockThreads>>>(2, x, y, axpyElements);
      wait();
    });
    print("axpy in cache", size_t{cachedElements} * cachedRepeats, [&] {
      for (int i = 0; i < cachedRepeats; ++i)
        axpy<<<cachedElements / blockThreads, blockThreads>>>(2, x, y, cachedElements);
      wait();
    });
    check("axpy", host(y, 1).front() > 2);
    musaFree(x);
    musaFree(y);
  }
  {
    float *in = device(std::vector<float>(reductionElements, 1));
    float *out = device(std::vector<float>(reductionElements / 32));
    print("block reduction", reductionElements, [&] {
      blockReduction<<<reductionElements / blockThreads, blockThreads>>>(in, out);
      wait();
    });
    check("block reduction", host(out, 1).front() == blockThreads);
    print("warp reduction", reductionElements, [&] {
      warpReduction<<<reductionElements / blockThreads, blockThreads>>>(in, out);
      wait();
    });
    check("warp reduction", host(out, 1).front() == 32);
  }
  {
    float *a = device(std::vector<float>(size_t{matrixSize} * matrixSize, 1));
    float *b = device(std::vector<float>(size_t{matrixSize} * matrixSize, 2));
    float *c = device(std::vector<float>(size_t{matrixSize} * matrixSize));
    const dim3 blocks(matrixSize / tile, matrixSize / tile);
    print("matrix multiply", size_t{matrixSize} * matrixSize * matrixSize, [&] {
      matrixMultiply<<<blocks, dim3(tile, tile)>>>(a, b, c, matrixSize);
      wait();
    });
    check("matrix multiply", host(c, 1).front() == 2 * matrixSize);
  }
  {
    unsigned char *in = device(histogramInput());
    unsigned *out = device(std::vector<unsigned>(256));
    print("histogram", histogramElements, [&] {
      histogram<<<histogramBlocks, 256>>>(in, histogramElements, out);
      wait();
    });
    check("histogram", host(out, 256)[7] == runs * histogramCount(7));
  }
  {
    int *out = device(std::vector<int>(blockThreads));
    print("barrier", size_t{barrierCount} * blockThreads, [&] {
      barriers<<<1, blockThreads>>>(out, barrierCount);
      wait();
    });
    int sum = 0;
    for (int i = 0; i < barrierCount; ++i)
      sum += i ^ 5;
    check("barrier", host(out, blockThreads)[5] == sum);
  }
  return 0;
}
