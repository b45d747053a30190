// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that exchange values between lanes are cut there. All ways in which a warp's lanes come
// to an exchange, or do not, give what a GPU gives; on fibers they give the same.
// MCC:
// MCC: -O3
// MCC: -fno-musa-split-lanes
// MCC: --offload-arch=mp_22
#include "managed.h"

#include <vector>

constexpr unsigned full = ~0U;

__device__ int sumOfWarp(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(full, value, distance, 32);
  return value;
}

// ---- a whole block: exchanges, barriers, and a last step of one warp alone

__global__ void sumOfBlock(const int *in, int *out) {
  __shared__ int sums[32];
  const unsigned rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned count = blockDim.x * blockDim.y * blockDim.z;
  int sum = sumOfWarp(in[blockIdx.x * count + rank]);
  if (rank % 32 == 0)
    sums[rank / 32] = sum;
  __syncthreads();
  if (rank >= 32)
    return;
  sum = rank < (count + 31) / 32 ? sums[rank] : 0;
  sum = sumOfWarp(sum);
  if (rank == 0)
    out[blockIdx.x] = sum;
}

void testBlocks() {
  constexpr int blocks = 3;
  for (const dim3 block : {dim3(32), dim3(256), dim3(64, 4), dim3(24, 4, 2), dim3(8, 8, 8)}) {
    const int count = static_cast<int>(block.x * block.y * block.z);
    Managed<int> in(count * blocks);
    Managed<int> out(blocks);
    for (int i = 0; i < count * blocks; ++i)
      in[i] = i * 7 % 23 - 5;
    sumOfBlock<<<blocks, block>>>(in.data, out.data);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int b = 0; b < blocks; ++b) {
      int wanted = 0;
      for (int i = 0; i < count; ++i)
        wanted += in[b * count + i];
      CHECK_EQUAL(out[b], wanted);
    }
  }
}

// ---- lanes that are not all there: a part of a warp, halves at two places, and lanes that
// returned

__global__ void halves(int *out) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int value = lane;
  if (lane < 16)
    value = __shfl_xor_sync(0x0000ffff, value, 1, 32) * 10;
  else
    value = __shfl_xor_sync(0xffff0000, value, 2, 32) * 100;
  // One exchange, at two places.
  if (lane % 2 == 0)
    value += __shfl_sync(full, value, lane + 1, 32);
  else
    value -= __shfl_sync(full, value, lane - 1, 32);
  out[threadIdx.x] = value;
}

void testHalves(int threads) {
  Managed<int> out(threads);
  halves<<<1, threads>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  const auto first = [](int lane) { return lane < 16 ? (lane ^ 1) * 10 : (lane ^ 2) * 100; };
  for (int i = 0; i < threads; ++i) {
    const int lane = i % 32;
    const int wanted =
        lane % 2 == 0 ? first(lane) + first(lane + 1) : first(lane) - first(lane - 1);
    CHECK_EQUAL(out[i], wanted);
  }
}

/// Each lane takes part as often as its number says, and the mask is that of those that still do.
__global__ void fewerAndFewer(const int *rounds, int *out, int *voters) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int sum = 0;
  unsigned mask = full;
  for (int round = 0;; ++round) {
    mask = __ballot_sync(mask, round < rounds[lane]);
    if (round >= rounds[lane])
      break;
    sum += __popc(mask);
    sum += 1000 * __shfl_sync(mask, lane, __ffs(static_cast<int>(mask)) - 1, 32);
  }
  out[threadIdx.x] = sum;
  // They meet again.
  const unsigned all = __ballot_sync(full, sum % 2 == 0);
  voters[threadIdx.x] = static_cast<int>(all);
}

void testFewer() {
  constexpr int threads = 128;
  Managed<int> rounds(32);
  Managed<int> out(threads);
  Managed<int> voters(threads);
  for (int i = 0; i < 32; ++i)
    rounds[i] = i * 13 % 7;
  fewerAndFewer<<<1, threads>>>(rounds.data, out.data, voters.data);
  CHECK_MUSA(musaDeviceSynchronize());
  unsigned even = 0;
  std::vector<int> wanted(32);
  for (int lane = 0; lane < 32; ++lane) {
    for (int round = 0; round < rounds[lane]; ++round) {
      int those = 0;
      int lowest = 32;
      for (int other = 31; other >= 0; --other)
        if (round < rounds[other]) {
          ++those;
          lowest = other;
        }
      wanted[lane] += those + 1000 * lowest;
    }
    even |= static_cast<unsigned>(wanted[lane] % 2 == 0) << lane;
  }
  for (int i = 0; i < threads; ++i) {
    CHECK_EQUAL(out[i], wanted[i % 32]);
    CHECK_EQUAL(static_cast<unsigned>(voters[i]), even);
  }
}

__global__ void afterReturn(int count, int *out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= count)
    return;
  // A lane that is not there gives the caller its own value (an NVIDIA H200 gives 0).
  out[i] = __shfl_down_sync(full, i, 3, 32) + 1000 * __popc(__ballot_sync(full, true));
  __syncthreads();
  out[i] += 100'000 * __all_sync(full, i % 64 >= 32);
}

void testReturned(int threads, int count) {
  Managed<int> out(threads);
  afterReturn<<<1, threads>>>(count, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const int first = i / 32 * 32;
    const int there = count - first < 32 ? count - first : 32;
    const int from = i % 32 + 3 < there ? i + 3 : i;
    CHECK_EQUAL(out[i], from + 1000 * there + (i % 64 >= 32 ? 100'000 : 0));
  }
}

// ---- without a mask: those that come to the same place

__global__ void withoutMask(int *out) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  int value = lane;
  if (lane % 4 == 0)
    value = __shfl(value, 4, 32) + static_cast<int>(__ballot(1));
  else if (lane % 4 == 1)
    value = __shfl(value, 5, 32) - static_cast<int>(__ballot(1));
  value += __shfl_xor(value, 1, 32);
  out[threadIdx.x] = value;
}

void testWithoutMask() {
  constexpr int threads = 64;
  Managed<int> out(threads);
  withoutMask<<<1, threads>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  const auto first = [](int lane) {
    return lane % 4 == 0 ? 4 + 0x11111111 : lane % 4 == 1 ? 5 - 0x22222222 : lane;
  };
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], first(i % 32) + first(i % 32 ^ 1));
}

// ---- what lives across exchanges: many values, arrays, 64 bits, a struct by value

struct Pair {
  double a[3];
  long b;
};

__global__ void keepsMuch(Pair given, const double *in, double *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  double values[8];
  for (int k = 0; k < 8; ++k)
    values[k] = in[i] * (k + 1) + given.a[k % 3];
  double best = values[0];
  for (int distance = 1; distance < 32; distance *= 2) {
    for (int k = 0; k < 8; ++k) {
      const double other = __shfl_xor_sync(full, values[k], distance, 32);
      values[k] = values[k] < other ? other : values[k];
    }
    best += values[distance % 8];
  }
  const long sum = __shfl_sync(full, static_cast<long>(i) + given.b, 7, 32);
  out[i] = best + static_cast<double>(sum);
}

void testKept() {
  constexpr int threads = 64;
  constexpr int blocks = 2;
  const Pair given = {{0.5, 0.25, 4}, 1L << 40};
  Managed<double> in(threads * blocks);
  Managed<double> out(threads * blocks);
  for (int i = 0; i < threads * blocks; ++i)
    in[i] = i * 29 % 31;
  keepsMuch<<<blocks, threads>>>(given, in.data, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads * blocks; ++i) {
    const int first = i / 32 * 32;
    const auto value = [&](int lane, int k) { return in[first + lane] * (k + 1) + given.a[k % 3]; };
    double wanted = value(i % 32, 0);
    for (int distance = 1; distance < 32; distance *= 2) {
      double most = 0;
      for (int lane = i % 32 / (2 * distance) * (2 * distance), end = lane + 2 * distance;
           lane < end; ++lane)
        most = most < value(lane, distance % 8) ? value(lane, distance % 8) : most;
      wanted += most;
    }
    CHECK_EQUAL(out[i], wanted + static_cast<double>(first + 7 + given.b));
  }
}

// ---- warps go on together: what one reads behind a barrier, another overwrites after an exchange

__device__ float combine(float a, float b, bool isSum) { return isSum ? a + b : a < b ? b : a; }

template <bool Apart> __device__ float reduceOfWarp(float value, bool isSum) {
  if constexpr (Apart) { // the halves of a warp in different branches
    if (threadIdx.x % 32 < 16)
      for (int distance = 8; distance > 0; distance /= 2)
        value = combine(value, __shfl_xor_sync(0xffff, value, distance, 16), isSum);
    else
      for (int distance = 8; distance > 0; distance /= 2)
        value = combine(value, __shfl_xor_sync(0xffff0000, value, distance, 16), isSum);
    return combine(value, __shfl_xor_sync(full, value, 16, 32), isSum);
  }
  for (int distance = 16; distance > 0; distance /= 2)
    value = combine(value, __shfl_xor_sync(full, value, distance, 32), isSum);
  return value;
}

template <bool Apart> __device__ float reduceOfBlock(float value, float *ofWarps, bool isSum) {
  value = reduceOfWarp<Apart>(value, isSum);
  if (threadIdx.x % 32 == 0)
    ofWarps[threadIdx.x / 32] = value;
  __syncthreads();
  const float neutral = isSum ? 0 : -1e30f;
  return reduceOfWarp<Apart>(
      threadIdx.x % 32 < blockDim.x / 32 ? ofWarps[threadIdx.x % 32] : neutral, isSum);
}

/// The sum overwrites what the greatest value is read from, with no barrier between.
template <bool Apart> __device__ void reduceTwice(const float *in, float *out, float *ofWarps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float most = reduceOfBlock<Apart>(in[i], ofWarps, false);
  out[i] = reduceOfBlock<Apart>(in[i] - most, ofWarps, true);
}

template <bool Apart> __global__ void inSharedMemory(const float *in, float *out, float *) {
  __shared__ float ofWarps[32];
  reduceTwice<Apart>(in, out, ofWarps);
}
template <bool Apart> __global__ void inGlobalMemory(const float *in, float *out, float *rows) {
  reduceTwice<Apart>(in, out, rows + 32 * blockIdx.x);
}

void testReducedTwice(void (*kernel)(const float *, float *, float *)) {
  constexpr int blocks = 2;
  for (const int threads : {64, 256, 1024}) {
    Managed<float> in(threads * blocks);
    Managed<float> out(threads * blocks);
    Managed<float> rows(32 * blocks);
    for (int i = 0; i < threads * blocks; ++i)
      in[i] = static_cast<float>(i * 37 % 101);
    kernel<<<blocks, threads>>>(in.data, out.data, rows.data);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int b = 0; b < blocks; ++b) {
      float most = 0;
      float sum = 0;
      for (int i = 0; i < threads; ++i)
        most = most < in[b * threads + i] ? in[b * threads + i] : most;
      for (int i = 0; i < threads; ++i)
        sum += in[b * threads + i] - most;
      for (int i = 0; i < threads; ++i)
        CHECK_EQUAL(out[b * threads + i], sum);
    }
  }
}

int main() {
  testBlocks();
  for (const auto kernel :
       {inSharedMemory<false>, inSharedMemory<true>, inGlobalMemory<false>, inGlobalMemory<true>})
    testReducedTwice(kernel);
  for (const int threads : {32, 64, 160})
    testHalves(threads);
  testFewer();
  for (const int threads : {32, 50, 64, 100})
    for (const int count : {1, 17, 32, threads})
      testReturned(threads, count < threads ? count : threads);
  testWithoutMask();
  testKept();
  return CHECK_RESULT();
}
