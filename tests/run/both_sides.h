// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each thread of a kernel does, compared with the same on the host. A Case has `run`, which
// may write to what is its thread's own, or add to what is not.
#pragma once

#include "check.h"

#include <vector>

namespace {

constexpr int arraySize = 1 << 16;

/// A thread, on either side.
struct At {
  int t; ///< in its block
  int block;
  int threads; ///< of a block
  int blocks;
  int x;     ///< threadIdx.x
  int width; ///< blockDim.x
  __host__ __device__ int index() const { return block * threads + t; }
  __host__ __device__ int all() const { return blocks * threads; }
};

__host__ __device__ inline void add(int *to, int value) {
#ifdef __MUSA_ARCH__
  atomicAdd(to, value);
#else
  *to += value;
#endif
}

__device__ inline At here() {
  return {static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y),
          static_cast<int>(blockIdx.x),
          static_cast<int>(blockDim.x * blockDim.y),
          static_cast<int>(gridDim.x),
          static_cast<int>(threadIdx.x),
          static_cast<int>(blockDim.x)};
}

template <typename Case> __global__ void onDevice(const int *in, int *out, int n) {
  Case::run(here(), in, out, n);
}

/// The loop is between two barriers.
template <typename Case> __global__ void betweenBarriers(const int *in, int *out, int n) {
  __shared__ int values[256];
  const At at = here();
  values[at.t] = at.t;
  __syncthreads();
  Case::run(at, in, out, n);
  __syncthreads();
  if (values[at.threads - 1 - at.t] != at.threads - 1 - at.t)
    out[0] = -1;
}

/// The loop is between two exchanges of a warp's lanes.
template <typename Case> __global__ void betweenExchanges(const int *in, int *out, int n) {
  const At at = here();
  const int other = __shfl_xor_sync(0xffffffff, at.t, 1);
  Case::run(at, in, out, n);
  if (__shfl_xor_sync(0xffffffff, other, 1) != at.t)
    out[0] = -1;
}

int *in = nullptr;
int *out = nullptr;

template <typename Case>
void compare(void (*kernel)(const int *, int *, int), const char *name, dim3 threads, int blocks,
             int n) {
  const int count = static_cast<int>(threads.x * threads.y);
  const int width = static_cast<int>(threads.x);
  CHECK_MUSA(musaMemset(out, 0, arraySize * sizeof(int)));
  kernel<<<blocks, threads>>>(in, out, n);
  CHECK_MUSA(musaDeviceSynchronize());
  std::vector<int> expected(arraySize);
  for (int block = 0; block < blocks; ++block)
    for (int t = 0; t < count; ++t)
      Case::run({t, block, count, blocks, t % width, width}, in, expected.data(), n);
  for (int i = 0; i < arraySize; ++i)
    if (out[i] != expected[i]) {
      std::printf("%s: %d threads, %d blocks, n = %d\n", name, count, blocks, n);
      CHECK_EQUAL(out[i], expected[i]);
      return;
    }
}

template <typename Case> void compareAll(const char *name) {
  for (const dim3 threads : {dim3(1), dim3(15), dim3(16), dim3(17), dim3(32), dim3(47), dim3(64),
                             dim3(16, 3), dim3(33, 2)})
    for (const int blocks : {1, 3})
      for (const int n : {0, 1, 2, 7, 16, 33}) {
        compare<Case>(&onDevice<Case>, name, threads, blocks, n);
        compare<Case>(&betweenBarriers<Case>, name, threads, blocks, n);
        if (threads.x * threads.y % 32 == 0)
          compare<Case>(&betweenExchanges<Case>, name, threads, blocks, n);
      }
  for (const int n : {100, 200, 500})
    compare<Case>(&onDevice<Case>, name, dim3(64), 1, n < 256 ? n : 250);
}

/// Call it first.
inline void makeArrays() {
  CHECK_MUSA(musaMallocManaged(&in, arraySize * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&out, arraySize * sizeof(int)));
  unsigned state = 1;
  for (int i = 0; i < arraySize; ++i) {
    state = state * 1664525 + 1013904223;
    in[i] = static_cast<int>(state >> 24) - 100;
  }
}

} // namespace
