// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alloca() in device code: memory of the thread's until its function returns, also behind waits.
// MCC:
// MCC: -O0
// MCC: -O2
// MCC: -O2 -fno-musa-split-lanes
#include "check.h"
#include "managed.h"

#include <alloca.h>

constexpr int threads = 64;

/// The function's memory goes with it: as many as threads call it, in a loop.
__device__ int sum(int count) {
  auto *values = static_cast<int *>(alloca(count * sizeof(int)));
  for (int i = 0; i < count; ++i)
    values[i] = i;
  int result = 0;
  for (int i = 0; i < count; ++i)
    result += values[count - 1 - i];
  return result;
}
__global__ void alone(int *out, int count) {
  const int i = static_cast<int>(threadIdx.x);
  int result = 0;
  for (int round = 0; round < 100; ++round)
    result += sum(count + i % 7);
  auto *own = static_cast<char *>(__builtin_alloca_with_align(i + 1, 512));
  own[i] = 1;
  out[blockIdx.x * threads + i] =
      result + own[i] + (reinterpret_cast<size_t>(own) % 64 == 0 ? 0 : 1000000);
}

/// Each thread has other memory, of another size.
__global__ void behindWaits(int *out, int rounds) {
  __shared__ int shared[threads];
  const int i = static_cast<int>(threadIdx.x);
  auto *values = static_cast<int *>(alloca((i + 1) * sizeof(int)));
  for (int k = 0; k <= i; ++k)
    values[k] = i;
  shared[i] = values[0];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    // Memory of each round's own stays there as well.
    auto *more = static_cast<int *>(alloca((round + 1) * sizeof(int)));
    more[round] = shared[(i + round) % threads];
    __syncthreads();
    values[0] += __shfl_xor_sync(0xffffffff, more[round], 1, 32);
    __syncthreads();
  }
  out[i] = values[0] + (i > 0 ? values[i] : 0);
}

int main() {
  constexpr int blocks = 50;
  Managed<int> out(blocks * threads);
  alone<<<blocks, threads>>>(out.data, 100);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < blocks * threads; ++i) {
    const int count = 100 + i % threads % 7;
    CHECK_EQUAL(out[i], 100 * (count * (count - 1) / 2) + 1);
  }
  behindWaits<<<1, threads>>>(out.data, 3);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i) {
    int wanted = i > 0 ? 2 * i : 0;
    for (int round = 0; round < 3; ++round)
      wanted += ((i ^ 1) + round) % threads;
    CHECK_EQUAL(out[i], wanted);
  }
  return CHECK_RESULT();
}
