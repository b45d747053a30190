//===- radix_sort.cu - numbers in order, digit by digit ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four bits at a time, and each pass keeps the order of equal digits. A block counts its keys'
// digits, one block turns the counts into places, and each thread of a warp finds by votes how many
// of the lanes before it have its digit.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int keys = 1 << 23;
constexpr int bits = 4;
constexpr int digits = 1 << bits;
constexpr int passes = 32 / bits;
constexpr int blockThreads = 256;
constexpr int warps = blockThreads / 32;
constexpr int keysPerThread = 16;
constexpr int blockKeys = blockThreads * keysPerThread;
constexpr int blocks = keys / blockKeys;
constexpr int counts = digits * blocks;

__host__ __device__ inline unsigned digitOf(unsigned key, int pass) {
  return key >> (pass * bits) & (digits - 1);
}

/// `out`: by digit, and for each by block.
__global__ void countDigits(const unsigned *in, unsigned *out, int pass) {
  __shared__ unsigned found[digits];
  if (threadIdx.x < digits)
    found[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < keysPerThread; ++i)
    atomicAdd(&found[digitOf(in[blockIdx.x * blockKeys + i * blockThreads + threadIdx.x], pass)],
              1u);
  __syncthreads();
  if (threadIdx.x < digits)
    out[threadIdx.x * blocks + blockIdx.x] = found[threadIdx.x];
}

/// Each count becomes the sum of those before it. One block.
__global__ void scan(unsigned *values) {
  __shared__ unsigned sums[blockThreads];
  constexpr int perThread = counts / blockThreads;
  const int first = threadIdx.x * perThread;
  unsigned sum = 0;
  for (int i = 0; i < perThread; ++i)
    sum += values[first + i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int distance = 1; distance < blockThreads; distance *= 2) {
    const unsigned before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  unsigned place = sums[threadIdx.x] - sum;
  for (int i = 0; i < perThread; ++i) {
    const unsigned count = values[first + i];
    values[first + i] = place;
    place += count;
  }
}

__global__ void place(const unsigned *in, const unsigned *places, unsigned *out, int pass) {
  __shared__ unsigned next[digits];          ///< where the block's next key goes
  __shared__ unsigned ofWarp[warps][digits]; ///< how many keys a warp has; then where they go
  const int t = threadIdx.x;
  const int warp = t / 32;
  const int lane = t % 32;
  if (t < digits)
    next[t] = places[t * blocks + blockIdx.x];
  for (int i = 0; i < keysPerThread; ++i) {
    const unsigned key = in[blockIdx.x * blockKeys + i * blockThreads + t];
    const unsigned digit = digitOf(key, pass);
    unsigned equal = 0xffffffff;
    for (int bit = 0; bit < bits; ++bit) {
      const bool isSet = (digit >> bit & 1) != 0;
      const unsigned others = __ballot_sync(0xffffffff, isSet);
      equal &= isSet ? others : ~others;
    }
    const unsigned before = __popc(equal & ((1u << lane) - 1));
    if (t < warps * digits)
      ofWarp[t / digits][t % digits] = 0;
    __syncthreads();
    if (before == 0)
      ofWarp[warp][digit] = __popc(equal);
    __syncthreads();
    if (t < digits) {
      unsigned at = next[t];
      for (int other = 0; other < warps; ++other) {
        const unsigned count = ofWarp[other][t];
        ofWarp[other][t] = at;
        at += count;
      }
      next[t] = at;
    }
    __syncthreads();
    out[ofWarp[warp][digit] + before] = key;
    __syncthreads();
  }
}

static void passOnHost(const unsigned *in, unsigned *out, std::vector<unsigned> &places, int pass) {
#pragma omp parallel for
  for (int block = 0; block < blocks; ++block) {
    unsigned found[digits] = {};
    for (int i = 0; i < blockKeys; ++i)
      ++found[digitOf(in[block * blockKeys + i], pass)];
    for (int digit = 0; digit < digits; ++digit)
      places[digit * blocks + block] = found[digit];
  }
  unsigned sum = 0;
  for (unsigned &place : places) {
    const unsigned count = place;
    place = sum;
    sum += count;
  }
#pragma omp parallel for
  for (int block = 0; block < blocks; ++block) {
    unsigned next[digits];
    for (int digit = 0; digit < digits; ++digit)
      next[digit] = places[digit * blocks + block];
    for (int i = 0; i < blockKeys; ++i) {
      const unsigned key = in[block * blockKeys + i];
      out[next[digitOf(key, pass)]++] = key;
    }
  }
}

int main() {
  program::Numbers numbers;
  std::vector<unsigned> input(keys);
  for (unsigned &key : input)
    key = numbers.next();
  std::vector<unsigned> in;
  std::vector<unsigned> out(keys);
  std::vector<unsigned> places(counts);
  program::DeviceArray<unsigned> deviceInput(input);
  program::DeviceArray<unsigned> deviceIn(keys);
  program::DeviceArray<unsigned> deviceOut(keys);
  program::DeviceArray<unsigned> devicePlaces(counts);
  return program::compare(
      [&] {
        deviceIn.copyFrom(deviceInput);
        unsigned *from = deviceIn.get();
        unsigned *to = deviceOut.get();
        for (int pass = 0; pass < passes; ++pass, std::swap(from, to)) {
          countDigits<<<blocks, blockThreads>>>(from, devicePlaces.get(), pass);
          scan<<<1, blockThreads>>>(devicePlaces.get());
          place<<<blocks, blockThreads>>>(from, devicePlaces.get(), to, pass);
        }
      },
      [&] {
        in = input;
        for (int pass = 0; pass < passes; ++pass, std::swap(in, out))
          passOnHost(in.data(), out.data(), places, pass);
      },
      deviceIn, in, 0);
}
