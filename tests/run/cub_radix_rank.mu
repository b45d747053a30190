// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of a block's keys by a digit of their bits.
#include "cub_test.h"

#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_store.cuh>

#include <algorithm>

namespace {

constexpr int items = 3, firstBit = 2, bits = 4, digits = 1 << bits;

/// Ranks a block's keys, and writes for each digit its count and the keys before it.
template <typename Rank, int Threads, bool Striped>
__global__ void rankKeys(unsigned *keys, int *ranks, int *before, int *counts) {
  __shared__ typename Rank::TempStorage storage;
  const int tid = static_cast<int>(threadIdx.x);
  unsigned mine[items];
  int places[items];
  if constexpr (Striped)
    cub::LoadDirectWarpStriped(tid, keys, mine);
  else
    cub::LoadDirectBlocked(tid, keys, mine);
  constexpr int tracked = Rank::BINS_TRACKED_PER_THREAD;
  int prefix[tracked];
  const cub::BFEDigitExtractor<unsigned> extractor(firstBit, bits);
  Rank(storage).RankKeys(mine, places, extractor, prefix, [=](int(&bins)[tracked]) {
    for (int i = 0; i < tracked; ++i)
      if (tid * tracked + i < digits)
        counts[tid * tracked + i] = bins[i];
  });
  for (int i = 0; i < tracked; ++i)
    if (tid * tracked + i < digits)
      before[tid * tracked + i] = prefix[i];
  if constexpr (Striped)
    cub::StoreDirectWarpStriped(tid, ranks, places);
  else
    cub::StoreDirectBlocked(tid, ranks, places);
}

template <typename Rank, int Threads, bool Descending, bool Striped> void check() {
  std::vector<unsigned> keys;
  for (const int number : numbers(Threads * items, 1 << 8))
    keys.push_back(static_cast<unsigned>(number));
  const auto digit = [&](int i) {
    return static_cast<int>(keys[static_cast<size_t>(i)] >> firstBit) % digits;
  };
  std::vector<int> order(keys.size()), expected(keys.size()), counts(digits), before(digits);
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return Descending ? digit(a) > digit(b) : digit(a) < digit(b);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    expected[static_cast<size_t>(order[i])] = static_cast<int>(i);
    ++counts[static_cast<size_t>(digit(static_cast<int>(i)))];
    for (int other = 0; other < digits; ++other)
      if (Descending ? digit(static_cast<int>(i)) > other : digit(static_cast<int>(i)) < other)
        ++before[static_cast<size_t>(other)];
  }
  Device<unsigned> in(keys);
  Device<int> ranks(keys.size()), gotBefore(digits), gotCounts(digits);
  rankKeys<Rank, Threads, Striped><<<1, Threads>>>(in, ranks, gotBefore, gotCounts);
  CHECK(ranks.host() == expected);
  CHECK(gotBefore.host() == before);
  CHECK(gotCounts.host() == counts);
}

template <int Threads, bool Descending> void inBlocksOf() {
  check<cub::BlockRadixRank<Threads, bits, Descending>, Threads, Descending, false>();
  check<cub::detail::block_radix_rank_t<cub::RADIX_RANK_MEMOIZE, Threads, bits, Descending,
                                        cub::BLOCK_SCAN_RAKING>,
        Threads, Descending, false>();
  if constexpr (Threads % 32 == 0) {
    check<cub::BlockRadixRankMatch<Threads, bits, Descending>, Threads, Descending, true>();
    check<cub::BlockRadixRankMatchEarlyCounts<Threads, bits, Descending>, Threads, Descending,
          true>();
  }
}

__global__ void digitsOfFloats(unsigned *found) {
  const auto bitsOf = [](float value) {
    unsigned bits;
    memcpy(&bits, &value, sizeof(bits));
    return cub::Traits<float>::TwiddleIn(bits);
  };
  const cub::BFEDigitExtractor<float> extractor(24, 8);
  found[0] = extractor.Digit(bitsOf(0.0F));
  found[1] = extractor.Digit(bitsOf(-0.0F));
  found[2] = extractor.Digit(bitsOf(-1.0F));
}

} // namespace

int main() {
  inBlocksOf<5, false>();
  inBlocksOf<5, true>();
  inBlocksOf<96, false>();
  inBlocksOf<96, true>();
  inBlocksOf<130, true>();
  Device<unsigned> found(3);
  digitsOfFloats<<<1, 1>>>(found);
  CHECK(found.host() == std::vector<unsigned>({0x80, 0x80, 0x40}));
  return CHECK_RESULT();
}
