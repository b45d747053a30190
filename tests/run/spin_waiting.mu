// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that wait for what another thread writes, or for a time: others run meanwhile.
// MCC:
// MCC: -O0
#include "check.h"

#include <climits>

/// The last thread of the block goes first, and so on.
__global__ void inTurn(volatile int *turn, int *order) {
  const int thread = static_cast<int>(threadIdx.x);
  while (*turn != thread)
    ;
  order[static_cast<int>(blockDim.x) - 1 - thread] = thread;
  __threadfence();
  *turn = thread - 1;
}

__device__ int ready[2];

__global__ void byAtomics(int *result) {
  if (threadIdx.x == 0) {
    while (__atomic_load_n(&ready[0], __ATOMIC_ACQUIRE) == 0)
      ;
    while (atomicAdd(&ready[1], 0) < 7)
      __threadfence();
    *result = 1;
  } else {
    ready[1] = 7;
    __threadfence();
    atomicExch(&ready[0], 1);
  }
}

/// What is read is read by functions of the program.
__device__ int turnOf(const volatile int *turn) { return *turn; }
__device__ bool isTurn(const volatile int *turn, int thread) { return turnOf(turn) == thread; }
__global__ void byFunctions(int *turn, int *order) {
  const int thread = static_cast<int>(threadIdx.x);
  while (!isTurn(turn, thread))
    ;
  order[static_cast<int>(blockDim.x) - 1 - thread] = thread;
  __threadfence();
  atomicExch(turn, thread - 1);
}

/// The last thread of the block takes what the one before it gives, and so on.
__global__ void byTaking(int *turn, int *order) {
  const int thread = static_cast<int>(threadIdx.x);
  while (atomicCAS(turn, thread, -1) != thread)
    ;
  order[static_cast<int>(blockDim.x) - 1 - thread] = thread;
  __threadfence();
  atomicExch(turn, thread - 1);
}

/// The first thread waits for a token of the second.
__global__ void byExchange(int *token, int *result) {
  if (threadIdx.x == 0) {
    while (atomicExch(token, 0) != 5)
      ;
    while (atomicAnd(token, ~0) != 6)
      ;
    *result = 1;
  } else {
    atomicExch(token, 5);
    while (atomicMax(token, INT_MIN) != 0)
      ;
    atomicExch(token, 6);
  }
}

/// A barrier of the whole grid, made by hand.
__global__ void wholeGrid(unsigned *arrived, int *seen, int *sums) {
  const unsigned block = blockIdx.x;
  if (threadIdx.x == 0) {
    seen[block] = static_cast<int>(block) + 1;
    __threadfence();
    atomicAdd(arrived, 1);
    while (*static_cast<volatile unsigned *>(arrived) < gridDim.x)
      ;
  }
  __syncthreads();
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += seen[i];
  sums[block * blockDim.x + threadIdx.x] = sum;
}

/// `late` counts the threads whose time is over before all others have begun.
__global__ void forTime(long long clocks, unsigned *begun, unsigned *late) {
  const long long start = clock64();
  atomicAdd(begun, 1);
  long long passed = 0;
  while (passed < clocks)
    passed = clock64() - start;
  if (atomicAdd(begun, 0) < blockDim.x)
    atomicAdd(late, 1);
}

int main() {
  constexpr int threads = 64;
  int *data;
  CHECK_MUSA(musaMallocManaged(&data, (threads + 1) * sizeof(int)));
  data[threads] = threads - 1;
  inTurn<<<1, threads>>>(data + threads, data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(data[i], threads - 1 - i);

  data[threads] = threads - 1;
  byTaking<<<1, threads>>>(data + threads, data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(data[i], threads - 1 - i);

  data[threads] = threads - 1;
  byFunctions<<<1, threads>>>(data + threads, data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(data[i], threads - 1 - i);

  data[0] = data[1] = 0;
  byExchange<<<1, 2>>>(data, data + 1);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(data[1], 1);

  data[0] = 0;
  byAtomics<<<1, 2>>>(data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(data[0], 1);

  constexpr int blocks = 5;
  unsigned *arrived;
  int *seen;
  CHECK_MUSA(musaMallocManaged(&arrived, sizeof(unsigned)));
  CHECK_MUSA(musaMallocManaged(&seen, blocks * sizeof(int)));
  *arrived = 0;
  int *sums = data;
  void *arguments[] = {&arrived, &seen, &sums};
  CHECK_MUSA(musaLaunchCooperativeKernel(reinterpret_cast<void *>(&wholeGrid), dim3(blocks),
                                         dim3(8), arguments, 0, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < blocks * 8; ++i)
    CHECK_EQUAL(sums[i], 15);

  // One after the other, all threads but the last one would be late. A machine that is busy
  // elsewhere can make a few late.
  constexpr unsigned waiting = 1024;
  unsigned *counts;
  CHECK_MUSA(musaMallocManaged(&counts, 2 * sizeof(unsigned)));
  counts[0] = counts[1] = 0;
  forTime<<<1, waiting>>>(50'000'000, &counts[0], &counts[1]);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(counts[0], waiting);
  CHECK(counts[1] < waiting / 2);
  return CHECK_RESULT();
}
