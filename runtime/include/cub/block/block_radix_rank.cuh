//===- cub/block/block_radix_rank.cuh - a block ranks its keys by a digit --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_RADIX_RANK_CUH
#define CUB_BLOCK_RADIX_RANK_CUH

#include "cub/block/block_scan.cuh"
#include "cub/block/radix_rank_sort_operations.cuh"
#include "cub/detail/group.cuh"

CUB_NAMESPACE_BEGIN

enum RadixRankAlgorithm {
  RADIX_RANK_BASIC,
  RADIX_RANK_MEMOIZE,
  RADIX_RANK_MATCH,
  RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
  RADIX_RANK_MATCH_EARLY_COUNTS_ATOMIC_OR
};
enum WarpMatchAlgorithm { WARP_MATCH_ANY, WARP_MATCH_ATOMIC_OR };

/// A callback that ignores the counts.
template <int BINS_PER_THREAD> struct BlockRadixRankEmptyCallback {
  __device__ void operator()(int (&)[BINS_PER_THREAD]) {}
};

namespace detail {

/// The rank of each key by its digit, stable in the order of the block's items: blocked, or striped
/// in each warp of 32 threads. A thread tracks BINS_TRACKED_PER_THREAD digits, in thread order.
template <int X, int Y, int Z, int RadixBits, bool Descending, bool WarpStriped>
class block_radix_rank {
  static constexpr int Threads = X * Y * Z;
  static constexpr int Digits = 1 << RadixBits;
  static_assert(!WarpStriped || Threads % CUB_PTX_WARP_THREADS == 0, "whole warps only");

public:
  enum { BINS_TRACKED_PER_THREAD = (Digits + Threads - 1) / Threads };

  struct alignas(16) TempStorage {
    items_of_thread<int, int> threads[Threads]; ///< digits and ranks
    int counts[Digits];
    int before[Digits]; ///< how many keys rank before the first with this digit
  };

  __device__ block_radix_rank() : storage(PrivateStorage()) {}
  __device__ explicit block_radix_rank(TempStorage &temp_storage) : storage(temp_storage) {}

  template <typename UnsignedBits, int KEYS, typename DigitExtractorT>
  __device__ void RankKeys(UnsignedBits (&keys)[KEYS], int (&ranks)[KEYS],
                           DigitExtractorT digit_extractor) {
    int digits[KEYS];
    for (int i = 0; i < KEYS; ++i)
      digits[i] = static_cast<int>(digit_extractor.Digit(keys[i]));
    storage.threads[tid] = {digits, ranks};
    CTA_SYNC();
    if (tid == 0)
      rank<KEYS>();
    CTA_SYNC();
  }
  /// Also tells, for each digit that the thread tracks, how many keys rank before it.
  template <typename UnsignedBits, int KEYS, typename DigitExtractorT>
  __device__ void RankKeys(UnsignedBits (&keys)[KEYS], int (&ranks)[KEYS],
                           DigitExtractorT digit_extractor,
                           int (&exclusive_digit_prefix)[BINS_TRACKED_PER_THREAD]) {
    RankKeys(keys, ranks, digit_extractor);
    tracked(storage.before, exclusive_digit_prefix);
  }
  /// Also calls `callback` with the counts of the digits that the thread tracks.
  template <typename UnsignedBits, int KEYS, typename DigitExtractorT, typename CountsCallback>
  __device__ void
  RankKeys(UnsignedBits (&keys)[KEYS], int (&ranks)[KEYS], DigitExtractorT digit_extractor,
           int (&exclusive_digit_prefix)[BINS_TRACKED_PER_THREAD], CountsCallback callback) {
    RankKeys(keys, ranks, digit_extractor, exclusive_digit_prefix);
    int bins[BINS_TRACKED_PER_THREAD] = {};
    tracked(storage.counts, bins);
    callback(bins);
  }

private:
  template <int KEYS> __device__ void rank() {
    for (int &count : storage.counts)
      count = 0;
    for (const items_of_thread<int, int> &thread : storage.threads)
      for (int i = 0; i < KEYS; ++i)
        ++storage.counts[thread.keys[i]];
    int next[Digits];
    int running = 0;
    for (int i = 0; i < Digits; ++i) {
      const int digit = Descending ? Digits - 1 - i : i;
      next[digit] = storage.before[digit] = running;
      running += storage.counts[digit];
    }
    constexpr int warp = WarpStriped ? CUB_PTX_WARP_THREADS : 1;
    for (int first = 0; first < Threads; first += warp)
      for (int i = 0; i < KEYS; ++i)
        for (int lane = 0; lane < warp; ++lane) {
          const items_of_thread<int, int> &thread = storage.threads[first + lane];
          thread.values[i] = next[thread.keys[i]]++;
        }
  }
  __device__ void tracked(const int (&all)[Digits], int (&mine)[BINS_TRACKED_PER_THREAD]) const {
    for (int i = 0; i < BINS_TRACKED_PER_THREAD; ++i) {
      const int digit = tid * BINS_TRACKED_PER_THREAD + i;
      if (digit < Digits)
        mine[i] = all[digit];
    }
  }
  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = linear_tid<X, Y, Z>();
};

} // namespace detail

/// Ranks keys in a blocked arrangement.
template <int BLOCK_DIM_X, int RADIX_BITS, bool IS_DESCENDING, bool MEMOIZE_OUTER_SCAN = true,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS, int SMEM_CONFIG = 0,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockRadixRank : detail::block_radix_rank<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, RADIX_BITS,
                                                 IS_DESCENDING, false> {
  using BlockRadixRank::block_radix_rank::block_radix_rank;
};

/// Ranks keys in a warp-striped arrangement.
template <int BLOCK_DIM_X, int RADIX_BITS, bool IS_DESCENDING,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockRadixRankMatch : detail::block_radix_rank<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z,
                                                      RADIX_BITS, IS_DESCENDING, true> {
  using BlockRadixRankMatch::block_radix_rank::block_radix_rank;
};
template <int BLOCK_DIM_X, int RADIX_BITS, bool IS_DESCENDING,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          WarpMatchAlgorithm MATCH_ALGORITHM = WARP_MATCH_ANY, int NUM_PARTS = 1>
struct BlockRadixRankMatchEarlyCounts
    : detail::block_radix_rank<BLOCK_DIM_X, 1, 1, RADIX_BITS, IS_DESCENDING, true> {
  using BlockRadixRankMatchEarlyCounts::block_radix_rank::block_radix_rank;
};

namespace detail {
/// The class that ranks by the algorithm.
template <RadixRankAlgorithm Algorithm, int BlockDimX, int RadixBits, bool Descending,
          BlockScanAlgorithm ScanAlgorithm>
using block_radix_rank_t =
    std::conditional_t<Algorithm == RADIX_RANK_BASIC || Algorithm == RADIX_RANK_MEMOIZE,
                       BlockRadixRank<BlockDimX, RadixBits, Descending,
                                      Algorithm == RADIX_RANK_MEMOIZE, ScanAlgorithm>,
                       BlockRadixRankMatch<BlockDimX, RadixBits, Descending, ScanAlgorithm>>;
} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_BLOCK_RADIX_RANK_CUH
