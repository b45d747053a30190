// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all threads of a block count alike is kept once while they wait. In a loop with barriers or
// exchanges some threads return early, do something alone, or have counted something of their own.
// MCC: -O2
// MCC: -O3 -march=x86-64-v3
// MCC: -O3 --offload-arch=mp_22
// MCC: -O2 -fno-musa-split-lanes
// MCC: -O0
#include "managed.h"

#include <vector>

constexpr unsigned full = ~0U;

/// A sum of what the neighbor had in the round before, whose weight changes with the round.
__global__ void rounds(const int *in, int *out, int count, float scale, int used) {
  extern __shared__ int shared[];
  const int t = static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y);
  const int threads = static_cast<int>(blockDim.x * blockDim.y);
  if (t >= used)
    return;
  shared[t] = in[blockIdx.x * threads + t];
  int own = 0;
  float weight = scale;
  int from = 0;
  for (int i = 0; i < count; ++i, weight *= 2, from = 1 - from) {
    __syncthreads();
    const int neighbor = shared[from * threads + (t + 1) % used];
    if (t % 3 == i % 3)
      own += i; // of its own
    for (int j = 0; j < t % 4; ++j)
      own += 1;
    shared[(1 - from) * threads + t] = neighbor + static_cast<int>(weight) + i;
    __syncthreads();
  }
  out[blockIdx.x * threads + t] = shared[from * threads + t] + own;
}

std::vector<int> roundsOnHost(const std::vector<int> &in, int threads, int count, float scale,
                              int used) {
  std::vector<int> now(in.begin(), in.begin() + used);
  std::vector<int> own(used);
  float weight = scale;
  for (int i = 0; i < count; ++i, weight *= 2) {
    std::vector<int> next(used);
    for (int t = 0; t < used; ++t) {
      next[t] = now[(t + 1) % used] + static_cast<int>(weight) + i;
      own[t] += (t % 3 == i % 3 ? i : 0) + t % 4;
    }
    now = next;
  }
  std::vector<int> out(threads, -1);
  for (int t = 0; t < used; ++t)
    out[t] = now[t] + own[t];
  return out;
}

void testRounds(dim3 block, int used) {
  constexpr int blocks = 3;
  const int threads = static_cast<int>(block.x * block.y);
  Managed<int> in(threads * blocks);
  Managed<int> out(threads * blocks);
  for (int i = 0; i < threads * blocks; ++i) {
    in[i] = i * 7 % 101;
    out[i] = -1;
  }
  rounds<<<blocks, block, 2 * threads * sizeof(int)>>>(in.data, out.data, 9, 1.5F, used);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int b = 0; b < blocks; ++b) {
    const std::vector<int> expected =
        roundsOnHost({in.data + b * threads, in.data + (b + 1) * threads}, threads, 9, 1.5F, used);
    for (int t = 0; t < threads; ++t)
      CHECK_EQUAL(out[b * threads + t], expected[t]);
  }
}

/// Votes in each round, with barriers between: a lane counts the rounds in which more than half of
/// its warp has the bit that the round asks for.
__global__ void votes(const unsigned *in, unsigned *out, int bits, int repetitions) {
  __shared__ unsigned flag;
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = in[t];
  unsigned most = 0;
  for (int again = 0; again < repetitions; ++again) {
    for (int bit = 0; bit < bits; ++bit) {
      const unsigned set = __ballot_sync(full, key >> bit & 1);
      const unsigned clear = __ballot_sync(full, ~key >> bit & 1);
      if (__popc(set) > __popc(clear))
        most += bit + again;
      if (threadIdx.x == 0)
        flag = bit;
      __syncthreads();
      most += flag == static_cast<unsigned>(bit);
      __syncthreads();
    }
    if (key == 0 && again == 1) // a whole warp, or some of its lanes
      return;
  }
  out[t] = most;
}

void testVotes(int threads, bool returnsWholeWarps) {
  constexpr int blocks = 2;
  constexpr int bits = 5;
  constexpr int repetitions = 4;
  Managed<unsigned> in(threads * blocks);
  Managed<unsigned> out(threads * blocks);
  for (int i = 0; i < threads * blocks; ++i) {
    in[i] = i * 2654435761U >> 7 | 1;
    if (returnsWholeWarps && i % threads / 32 == 1)
      in[i] = 0;
    out[i] = ~0U;
  }
  votes<<<blocks, threads>>>(in.data, out.data, bits, repetitions);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads * blocks; ++i) {
    const int block = i / threads;
    const int first = block * threads + i % threads / 32 * 32;
    const int last = std::min(first + 32, (block + 1) * threads);
    unsigned most = 0;
    for (int again = 0; again < repetitions; ++again)
      for (int bit = 0; bit < bits; ++bit) {
        int set = 0;
        for (int j = first; j < last; ++j)
          set += in[j] >> bit & 1;
        most += (2 * set > last - first ? bit + again : 0) + 1;
      }
    CHECK_EQUAL(out[i], in[i] == 0 ? ~0U : most);
  }
}

/// Half of a warp exchanges in each round, the other half in every second one.
__global__ void apart(int *out, int rounds) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int sum = 0;
  int i = 0;
  for (; i < rounds; ++i) {
    if (lane < 16)
      sum += __shfl_xor_sync(0xffffU, i + lane, 1);
    else if (i % 2 == 1)
      sum += __shfl_xor_sync(0xffff0000U, i * lane, 2);
  }
  __syncthreads();
  for (int j = 0; j < lane % 5; ++j)
    i += j;
  __syncthreads();
  out[threadIdx.x] = sum + 1000 * i;
}

void testApart() {
  constexpr int threads = 64;
  constexpr int count = 7;
  Managed<int> out(threads);
  apart<<<1, threads>>>(out.data, count);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) {
    const int lane = t % 32;
    int sum = 0;
    for (int i = 0; i < count; ++i)
      sum += lane < 16 ? i + (lane ^ 1) : i % 2 == 1 ? i * (lane ^ 2) : 0;
    int own = count;
    for (int j = 0; j < lane % 5; ++j)
      own += j;
    CHECK_EQUAL(out[t], sum + 1000 * own);
  }
}

/// One thread sets a variable in front of a barrier and uses it behind.
__global__ void setByOne(int *out, int n, int divisor, unsigned which) {
  int value;
  if (threadIdx.x == which)
    value = n / divisor;
  __syncthreads();
  out[threadIdx.x] = 1;
  const unsigned all = __ballot_sync(full, n > 0);
  __syncthreads();
  if (threadIdx.x == which)
    out[threadIdx.x] = value + static_cast<int>(all & 1);
}

void testSetByOne() {
  constexpr int threads = 64;
  Managed<int> out(threads);
  setByOne<<<1, threads>>>(out.data, 130, 10, 37);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int t = 0; t < threads; ++t)
    CHECK_EQUAL(out[t], t == 37 ? 14 : 1);
}

__device__ __noinline__ int sumOf(const int *values, int count) {
  int sum = 0;
  while (count-- > 0)
    sum += *values++;
  return sum;
}
/// A function that walks through a variable, between exchanges that may be a row.
__global__ void walks(int *out, int n) {
  int values[4] = {1, 2, 3, n};
  __syncthreads();
  const int sum = __shfl_xor_sync(full, n, 1) + sumOf(values, 4);
  out[threadIdx.x] = __shfl_xor_sync(full, sum, 2);
}

/// Behind a barrier, what a warp writes after its turns does not come before a smaller warp, which
/// takes all of its turns, has read.
__global__ void takesTurns(int *out, int n) {
  __shared__ int values[64];
  const int t = static_cast<int>(threadIdx.x);
  values[t] = 100 + t;
  __syncthreads();
  int bits = 0;
  for (int i = 0; i < 4; ++i)
    bits += __popc(__ballot_sync(full, (t + n) >> i & 1));
  if (t % 32 == 3)
    return;
  bits += __popc(__ballot_sync(full, bits & 1));
  const int other = values[(t + 32) % 48];
  bits += __popc(__ballot_sync(full, bits & 2));
  values[t] = 1000;
  bits += __popc(__ballot_sync(full, bits & 4));
  out[t] = bits < 0 ? -1 : other;
}

void testRows() {
  constexpr int threads = 48;
  Managed<int> out(threads);
  walks<<<1, threads>>>(out.data, 5);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int t = 0; t < threads; ++t)
    CHECK_EQUAL(out[t], 16);
  takesTurns<<<1, threads>>>(out.data, 5);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int t = 0; t < threads; ++t)
    if (t % 32 != 3)
      CHECK_EQUAL(out[t], 100 + (t + 32) % 48);
}

int main() {
  testSetByOne();
  testRows();
  testRounds(dim3(64), 64);
  testRounds(dim3(96), 70);
  testRounds(dim3(33), 33);
  testRounds(dim3(8, 9), 72);
  testRounds(dim3(8, 9), 50);
  testVotes(128, false);
  testVotes(50, false);
  testVotes(96, true);
  testApart();
  return CHECK_RESULT();
}
