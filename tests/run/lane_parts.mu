// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges in parts of a warp, by masks and widths that differ, and a warp that the block's end
// cuts short. A lane that is not there, or not in the mask, gives the caller its own value.
// MCC:
// MCC: -fno-musa-split-lanes
// MCC: --offload-arch=mp_22
// MCC: --offload-arch=mp_22 -fno-musa-split-lanes
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/// Each part has a mask of its own.
__global__ void parts(unsigned part, int *values, unsigned *votes) {
  const unsigned i = threadIdx.x;
  const unsigned lane = i % 32;
  const unsigned mask = (part == 32 ? ~0U : (1U << part) - 1) << (lane / part * part);
  int value = static_cast<int>(i);
  value += 1000 * __shfl_down_sync(mask, value, 1, 32);
  values[i] = value;
  votes[i] = __ballot_sync(mask, i % 3 == 0);
}

void testParts(unsigned part, unsigned threads) {
  int *values = nullptr;
  unsigned *votes = nullptr;
  CHECK_MUSA(musaMallocManaged(&values, threads * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&votes, threads * sizeof(unsigned)));
  parts<<<1, threads>>>(part, values, votes);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i) {
    const unsigned first = i / part * part;
    const bool isThere = i + 1 < first + part && i + 1 < threads && (i + 1) % 32 != 0;
    CHECK_EQUAL(values[i], static_cast<int>(i + 1000 * (isThere ? i + 1 : i)));
    unsigned yes = 0;
    for (unsigned other = first; other < first + part && other < threads; ++other)
      yes |= static_cast<unsigned>(other % 3 == 0) << (other % 32);
    CHECK_EQUAL(votes[i], yes);
  }
  CHECK_MUSA(musaFree(values));
  CHECK_MUSA(musaFree(votes));
}

/// Masks that are no parts side by side: even and odd lanes.
__global__ void evenAndOdd(int *sums) {
  const unsigned mask = threadIdx.x % 2 == 0 ? 0x55555555 : 0xaaaaaaaa;
  int sum = 1;
  for (int distance = 2; distance < 32; distance *= 2)
    sum += __shfl_xor_sync(mask, sum, distance, 32);
  sums[threadIdx.x] = sum;
}

template <unsigned Size> __global__ void tiles(int *sums, int *last) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  sums[threadIdx.x] = cg::reduce(tile, 1, cg::plus<int>());
  last[threadIdx.x] = tile.shfl(static_cast<int>(threadIdx.x), Size - 1);
}

template <unsigned Size> void testTiles(unsigned threads) {
  int *sums = nullptr;
  int *last = nullptr;
  constexpr size_t most = 160;
  CHECK_MUSA(musaMallocManaged(&sums, most * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&last, most * sizeof(int)));
  // A whole warp before has left its values where a part of one looks.
  tiles<Size><<<1, 128>>>(sums, last);
  tiles<Size><<<1, threads>>>(sums, last);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i) {
    const unsigned first = i / Size * Size;
    const unsigned there = threads - first < Size ? threads - first : Size;
    CHECK_EQUAL(sums[i], static_cast<int>(there));
    CHECK_EQUAL(last[i], static_cast<int>(there == Size ? first + Size - 1 : i));
  }
  CHECK_MUSA(musaFree(sums));
  CHECK_MUSA(musaFree(last));
}

/// Two widths at one time: their groups have lanes of the same number.
__global__ void twoWidths(int *out) {
  int value = 1000 + static_cast<int>(threadIdx.x);
  if (threadIdx.x < 64)
    value = __shfl_xor_sync(~0U, value, 1, 32);
  else
    value = __shfl_xor_sync(~0U, value, 1, warpSize == 128 ? 64 : 32);
  out[threadIdx.x] = value;
}

int main() {
  for (const unsigned part : {2U, 4U, 8U, 16U, 32U})
    for (const unsigned threads : {32U, 64U, 160U, 44U})
      testParts(part, threads);
  for (const unsigned threads : {64U, 96U, 160U})
    testTiles<16>(threads);
  for (const unsigned threads : {64U, 96U, 160U})
    testTiles<32>(threads);

  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 128 * sizeof(int)));
  evenAndOdd<<<1, 128>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 128; ++i)
    CHECK_EQUAL(out[i], 16);
  twoWidths<<<1, 128>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 128; ++i)
    CHECK_EQUAL(out[i], 1000 + (i ^ 1));
  return CHECK_RESULT();
}
