// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits that are made of barriers and exchanges, and are cut as these are: barriers that count, the
// lanes that are active, and lanes that meet at volatile shared memory. On fibers they give the
// same.
// MCC: -O2
// MCC: -O2 -fno-musa-split-lanes
// MCC: -O2 --offload-arch=mp_22
// MCC: -O0
#include "managed.h"

#include <vector>

constexpr unsigned full = ~0U;

// ---- barriers that count

/// Sorts by the bits of the keys; a barrier says for each bit how many there are, in several
/// blocks, some of whose threads have returned.
__global__ void countsBits(const unsigned *in, unsigned *counts, int *all, int *any,
                           unsigned used) {
  if (threadIdx.x >= used)
    return;
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned bit = 0; bit < 8; ++bit) {
    const unsigned found = static_cast<unsigned>(__syncthreads_count(key >> bit & 1));
    if (__syncthreads_or(found > 40)) {
      const bool areAll = __syncthreads_and(key >> bit & 1) != 0;
      if (threadIdx.x == 0)
        all[blockIdx.x * 8 + bit] = areAll;
    }
    const unsigned lower = __shfl_xor_sync(full, key, 1, 32);
    const int isAny = __syncthreads_or((lower & key) >> 7 & (bit & 1));
    if (threadIdx.x == used - 1) {
      counts[blockIdx.x * 8 + bit] = found;
      any[blockIdx.x * 8 + bit] = isAny;
    }
  }
}

void testCounts(unsigned threads, unsigned used) {
  constexpr unsigned blocks = 3;
  Managed<unsigned> in(threads * blocks);
  Managed<unsigned> counts(8 * blocks);
  Managed<int> all(8 * blocks);
  Managed<int> any(8 * blocks);
  for (unsigned i = 0; i < threads * blocks; ++i)
    in[i] = (i * 37 % 256 & (i < threads ? 0x7fU : 0xffU)) | 4;
  countsBits<<<blocks, threads>>>(in.data, counts.data, all.data, any.data, used);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned block = 0; block < blocks; ++block) {
    const unsigned *keys = in.data + block * threads;
    bool hasPair = false;
    for (unsigned i = 0; i < used; ++i)
      hasPair = hasPair || (keys[i] & keys[(i ^ 1) < used ? i ^ 1 : i]) >> 7 != 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      unsigned wanted = 0;
      for (unsigned i = 0; i < used; ++i)
        wanted += keys[i] >> bit & 1;
      CHECK_EQUAL(counts[block * 8 + bit], wanted);
      CHECK_EQUAL(all[block * 8 + bit], wanted > 40 && wanted == used);
      CHECK_EQUAL(any[block * 8 + bit], hasPair && bit % 2 == 1);
    }
  }
}

// ---- the lanes that are active

/// One lane adds for all that come together.
__device__ int addTogether(int *counter) {
  const unsigned mask = __activemask();
  const unsigned before = mask & __get_lanemask_lt();
  int first = 0;
  if (before == 0)
    first = atomicAdd(counter, __popc(mask));
  return __shfl_sync(mask, first, __ffs(static_cast<int>(mask)) - 1, 32) + __popc(before);
}

__global__ void filters(const int *in, int *out, int *counter, unsigned *masks) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  masks[i] = __activemask();
  const int value = in[i];
  for (int round = 0; round < value % 4; ++round)
    if ((value + round) % 3 != 0)
      out[addTogether(counter)] = value;
}

void testActive(unsigned threads) {
  constexpr unsigned blocks = 3;
  const unsigned count = threads * blocks;
  Managed<int> in(count);
  Managed<int> out(count * 3);
  Managed<int> counter(1);
  Managed<unsigned> masks(count);
  std::vector<int> wanted(1000);
  std::vector<int> found(1000);
  int total = 0;
  for (unsigned i = 0; i < count; ++i) {
    in[i] = static_cast<int>(i * 71 % 997);
    for (int round = 0; round < in[i] % 4; ++round)
      if ((in[i] + round) % 3 != 0) {
        ++wanted[in[i]];
        ++total;
      }
  }
  filters<<<blocks, threads>>>(in.data, out.data, counter.data, masks.data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(counter[0], total);
  for (int i = 0; i < total; ++i)
    ++found[out[i]];
  CHECK(found == wanted);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned inBlock = threads - i % threads / 32 * 32;
    CHECK_EQUAL(masks[i], inBlock >= 32 ? full : (1U << inBlock) - 1);
  }
}

/// Each branch has its own lanes, and those that have left are in none.
__global__ void branches(unsigned *masks) {
  const unsigned lane = threadIdx.x % 32;
  if (lane == 9)
    return;
  if (lane % 3 == 0)
    masks[threadIdx.x] = __activemask();
  else if (lane % 3 == 1)
    masks[threadIdx.x] = ~__activemask();
}

void testBranches() {
  constexpr unsigned threads = 96;
  Managed<unsigned> masks(threads);
  branches<<<1, threads>>>(masks.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i) {
    const unsigned lane = i % 32;
    unsigned wanted = 0;
    for (unsigned other = lane % 3; other < 32; other += 3)
      wanted |= other == 9 ? 0 : 1U << other;
    CHECK_EQUAL(masks[i], lane == 9 || lane % 3 == 2 ? 0 : lane % 3 == 0 ? wanted : ~wanted);
  }
}

// ---- lanes that meet at volatile shared memory

template <unsigned Threads> __global__ void sumsInLockStep(const int *in, int *out, int tiles) {
  __shared__ volatile int sums[Threads + 32];
  const unsigned thread = threadIdx.x;
  int total = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    sums[thread] = in[(blockIdx.x * tiles + tile) * Threads + thread];
    if (thread < 32)
      sums[Threads + thread] = 0;
    __syncthreads();
    for (unsigned half = Threads / 2; half >= 32; half /= 2) {
      if (thread < half)
        sums[thread] += sums[thread + half];
      __syncthreads();
    }
    if (thread < 32) {
      if (Threads >= 32)
        sums[thread] += sums[thread + 16];
      sums[thread] += sums[thread + 8];
      sums[thread] += sums[thread + 4];
      sums[thread] += sums[thread + 2];
      sums[thread] += sums[thread + 1];
    }
    __syncthreads();
    total += sums[0] + __shfl_sync(full, static_cast<int>(thread), 3, 32);
    __syncthreads();
  }
  if (thread == 0)
    out[blockIdx.x] = total;
}

/// A scan of a warp, by Hillis and Steele.
__global__ void scansInLockStep(int *values) {
  __shared__ volatile int row[4][64];
  const unsigned lane = threadIdx.x % 32;
  volatile int *mine = row[threadIdx.x / 32] + 32;
  mine[static_cast<int>(lane) - 32] = 0;
  int value = values[threadIdx.x];
  mine[lane] = value;
#pragma unroll 1
  for (int distance = 1; distance < 32; distance *= 2) {
    value += mine[static_cast<int>(lane) - distance];
    mine[lane] = value;
  }
  values[threadIdx.x] = value;
}

void testLockStep() {
  constexpr unsigned threads = 128;
  constexpr int tiles = 3;
  constexpr unsigned blocks = 2;
  Managed<int> in(threads * tiles * blocks);
  Managed<int> out(blocks);
  Managed<int> scanned(threads);
  for (unsigned i = 0; i < threads * tiles * blocks; ++i)
    in[i] = static_cast<int>(i * 13 % 101) - 40;
  for (unsigned i = 0; i < threads; ++i)
    scanned[i] = in[i];
  sumsInLockStep<threads><<<blocks, threads>>>(in.data, out.data, tiles);
  scansInLockStep<<<1, threads>>>(scanned.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned block = 0; block < blocks; ++block) {
    int wanted = 3 * tiles;
    for (unsigned i = 0; i < threads * tiles; ++i)
      wanted += in[block * threads * tiles + i];
    CHECK_EQUAL(out[block], wanted);
  }
  int sum = 0;
  for (unsigned i = 0; i < threads; ++i) {
    sum = (i % 32 == 0 ? 0 : sum) + in[i];
    CHECK_EQUAL(scanned[i], sum);
  }
}

int main() {
  for (const unsigned threads : {64U, 128U, 256U}) {
    testCounts(threads, threads);
    testCounts(threads, threads - 32);
  }
  for (const unsigned threads : {32U, 64U, 80U, 128U})
    testActive(threads);
  testBranches();
  testLockStep();
  return CHECK_RESULT();
}
