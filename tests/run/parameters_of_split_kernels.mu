// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structures as parameters of kernels with barriers and exchanges: each thread has its own copy,
// and may write to it.
// MCC: -O2
// MCC: -O1 -fno-musa-split-lanes
// MCC: -O2 --offload-arch=mp_22
// MCC: -O0
#include "managed.h"

constexpr int threads = 96;

struct Config {
  int values[8];
  __host__ __device__ __attribute__((noinline)) int at(int i) const { return values[i & 7]; }
  __host__ __device__ __attribute__((noinline)) void add(int i, int x) { values[i & 7] += x; }
  __host__ __device__ __attribute__((noinline)) const Config &self() const { return *this; }
};

__host__ __device__ __attribute__((noinline)) int sumOf(const Config *config) {
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += config->at(i);
  return sum;
}

__global__ void reads(Config config, int *out) {
  __shared__ int all[threads];
  const int i = threadIdx.x;
  all[i] = config.at(i) + sumOf(&config.self());
  __syncthreads();
  out[i] = all[(i + 1) % threads] + config.at(i);
}

/// By a closure that has the parameter's address, and a copy of another closure.
__global__ void readsByClosures(Config config, int *out) {
  __shared__ int all[threads];
  const int i = threadIdx.x;
  const auto at = [&config](int k) { return config.at(k); };
  const auto twice = [at, &config](int k) { return at(k) + config.at(k); };
  all[i] = twice(i);
  __syncthreads();
  out[i] = all[(i + 1) % threads] + twice(i);
}

/// One that writes.
__global__ void writesByClosures(Config config, int *out) {
  __shared__ int all[threads];
  const int i = threadIdx.x;
  const auto add = [&config](int k, int x) { config.add(k, x); };
  const auto *pointer = &add;
  (*pointer)(0, i);
  all[i] = config.at(0);
  __syncthreads();
  (*pointer)(1, all[(i + 1) % threads]);
  out[i] = config.at(0) + config.at(1);
}

struct Iterator {
  int *place;
  __host__ __device__ int &operator*() const { return *place; }
  __host__ __device__ Iterator &operator++() {
    ++place;
    return *this;
  }
  __host__ __device__ bool operator!=(Iterator other) const { return place != other.place; }
};

struct Numbers : Config {
  __host__ __device__ Iterator begin() { return {values}; }
  __host__ __device__ Iterator end() { return {values + 8}; }
  __host__ __device__ __attribute__((noinline)) void fill(int x) {
    for (int &value : *this)
      value += x;
  }
};

/// By what functions return of what they load.
__global__ void writesByIterators(Numbers config, int *out) {
  __shared__ int all[threads];
  const int i = threadIdx.x;
  config.fill(i);
  all[i] = i;
  __syncthreads();
  out[i] = config.at(i) + all[(i + 1) % threads];
}

__global__ void writes(Config config, int *out) {
  __shared__ int all[threads];
  const int i = threadIdx.x;
  config.add(i, i);
  all[i] = config.at(i);
  __syncthreads();
  config.add(i, all[(i + 1) % threads]);
  __syncthreads();
  out[i] = sumOf(&config);
}

__global__ void exchanges(Config config, int *out) {
  const int i = threadIdx.x;
  config.add(0, i);
  for (int step = 0; step < 3; ++step) {
    const int other = __shfl_xor_sync(0xffffffffu, config.at(0), 1);
    config.add(1, other);
  }
  out[i] = config.at(1) + config.at(0);
}

template <typename Parameter = Config, typename Kernel, typename Expected>
void testKernel(Kernel kernel, Expected expected) {
  Parameter config;
  for (int i = 0; i < 8; ++i)
    config.values[i] = 10 * i + 1;
  Managed<int> out(threads);
  kernel<<<1, threads>>>(config, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], expected(config, i));
}

int main() {
  testKernel(reads, [](const Config &config, int i) {
    const int next = (i + 1) % threads;
    return config.at(next) + sumOf(&config) + config.at(i);
  });
  testKernel(writes, [](const Config &config, int i) {
    const int next = (i + 1) % threads;
    return sumOf(&config) + i + config.at(next) + next;
  });
  testKernel(readsByClosures, [](const Config &config, int i) {
    return 2 * config.at((i + 1) % threads) + 2 * config.at(i);
  });
  testKernel(writesByClosures, [](const Config &config, int i) {
    return 2 * config.at(0) + i + config.at(1) + (i + 1) % threads;
  });
  testKernel<Numbers>(writesByIterators, [](const Config &config, int i) {
    return config.at(i) + i + (i + 1) % threads;
  });
  testKernel(exchanges, [](const Config &config, int i) {
    const int other = config.at(0) + (i ^ 1);
    return config.at(1) + 3 * other + config.at(0) + i;
  });
  return CHECK_RESULT();
}
