// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that relies on the lock-step of 32 lanes, and says so with volatile shared memory: the lanes
// are in step at such accesses.
// MCC:
// MCC: -O0
// MCC: -O2 --offload-arch=mp_22
#include "check.h"

template <typename T> struct SharedMemory {
  __device__ operator T *() {
    extern __shared__ int bytes[];
    return reinterpret_cast<T *>(bytes);
  }
};

/// All lanes write, also those whose sums nobody reads.
__device__ void sumOfWarp(volatile int *sums, unsigned thread) {
  sums[thread] += sums[thread + 32];
  sums[thread] += sums[thread + 16];
  sums[thread] += sums[thread + 8];
  sums[thread] += sums[thread + 4];
  sums[thread] += sums[thread + 2];
  sums[thread] += sums[thread + 1];
}

__global__ void sumOfBlock(const int *in, int *out) {
  int *sums = SharedMemory<int>();
  const unsigned thread = threadIdx.x;
  sums[thread] = in[thread];
  __syncthreads();
  for (unsigned distance = blockDim.x / 2; distance > 32; distance /= 2) {
    if (thread < distance)
      sums[thread] += sums[thread + distance];
    __syncthreads();
  }
  if (thread < 32)
    sumOfWarp(sums, thread);
  if (thread == 0)
    *out = sums[0];
}

/// Fewer lanes in each step; then all read what one of them wrote.
__global__ void maximum(const int *in, int *out) {
  __shared__ volatile int values[4 * 32];
  const unsigned thread = threadIdx.x;
  volatile int *const mine = values + thread / 32 * 32;
  const unsigned lane = thread % 32;
  mine[lane] = in[thread];
  for (unsigned distance = 16; distance > 0; distance /= 2)
    if (lane < distance && mine[lane + distance] > mine[lane])
      mine[lane] = mine[lane + distance];
  out[thread] = mine[0];
}

__global__ void prefixSums(const int *in, int *out) {
  __shared__ volatile int sums[2 * 32];
  const unsigned lane = threadIdx.x;
  sums[lane] = 0;
  volatile int *const behind = sums + 32;
  behind[lane] = in[lane];
  for (int distance = 1; distance < 32; distance *= 2)
    behind[lane] += (behind - distance)[lane];
  out[lane] = behind[lane];
}

/// A chain: each lane takes its neighbour's value, many times.
__global__ void rotate(int *out, int times) {
  __shared__ volatile int values[32];
  const unsigned lane = threadIdx.x % 32;
  values[lane] = static_cast<int>(lane);
  for (int i = 0; i < times; ++i)
    values[lane] = values[(lane + 1) % 32];
  out[lane] = values[lane];
}

/// Two words of one place by different lanes, one after the other.
__global__ void overwrite(int *out) {
  __shared__ volatile int values[64];
  const unsigned lane = threadIdx.x;
  values[lane] = values[lane + 32] = -1;
  values[31 - lane] = static_cast<int>(lane);
  out[lane] = values[lane];
}

/// A warp waits for another one, whose lanes are in step in only a part of the warp.
__global__ void flagOfWarp(int *out) {
  __shared__ volatile int flag;
  __shared__ volatile int sums[32];
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    while (flag == 0)
      ;
    out[threadIdx.x] = sums[0];
  } else if (threadIdx.x < 8) {
    sums[threadIdx.x] = 1;
    if (threadIdx.x < 4)
      sums[threadIdx.x] += sums[threadIdx.x + 4];
    if (threadIdx.x < 2)
      sums[threadIdx.x] += sums[threadIdx.x + 2];
    if (threadIdx.x < 1)
      sums[threadIdx.x] += sums[threadIdx.x + 1];
    __threadfence_block();
    if (threadIdx.x == 0)
      flag = 1;
  }
}

int main() {
  constexpr int count = 256;
  int *in;
  int *out;
  CHECK_MUSA(musaMallocManaged(&in, count * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&out, count * sizeof(int)));
  for (int i = 0; i < count; ++i)
    in[i] = i * 37 % 101 + 1;

  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += in[i];
  sumOfBlock<<<1, count, count * sizeof(int)>>>(in, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], sum);

  maximum<<<1, 4 * 32>>>(in, out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int warp = 0; warp < 4; ++warp) {
    int most = 0;
    for (int i = 0; i < 32; ++i)
      most = in[warp * 32 + i] > most ? in[warp * 32 + i] : most;
    for (int i = 0; i < 32; ++i)
      CHECK_EQUAL(out[warp * 32 + i], most);
  }

  prefixSums<<<1, 32>>>(in, out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0, before = 0; i < 32; ++i)
    CHECK_EQUAL(out[i], before += in[i]);

  rotate<<<1, 32>>>(out, 37);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 32; ++i)
    CHECK_EQUAL(out[i], (i + 37) % 32);

  overwrite<<<1, 32>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 32; ++i)
    CHECK_EQUAL(out[i], 31 - i);

  flagOfWarp<<<1, 96>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 32; i < 96; ++i)
    CHECK_EQUAL(out[i], 8);
  return CHECK_RESULT();
}
