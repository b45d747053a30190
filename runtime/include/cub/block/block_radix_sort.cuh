//===- cub/block/block_radix_sort.cuh - a block sorts its items by their bits --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_RADIX_SORT_CUH
#define CUB_BLOCK_RADIX_SORT_CUH

#include "cub/block/block_exchange.cuh"   // comes with it in CUB too
#include "cub/block/block_radix_rank.cuh" // comes with it in CUB too
#include "cub/block/block_scan.cuh"
#include "cub/detail/group_sort.cuh"
#include "cub/detail/radix_key.cuh"
#include "cub/warp/warp_scan.cuh" // comes with it in CUB too

CUB_NAMESPACE_BEGIN

template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType,
          int RADIX_BITS = 4, bool MEMOIZE_OUTER_SCAN = true,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS, int SMEM_CONFIG = 0,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockRadixSort {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int ITEMS = ITEMS_PER_THREAD;

public:
  struct alignas(16) TempStorage {
    detail::items_of_group<KeyT, ValueT, Threads, ITEMS> group;
  };

  __device__ BlockRadixSort() : storage(PrivateStorage()) {}
  __device__ explicit BlockRadixSort(TempStorage &temp_storage) : storage(temp_storage) {}

  __device__ void Sort(KeyT (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(KeyT) * 8) {
    sort<false, false>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit);
  }
  __device__ void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], int begin_bit = 0,
                       int end_bit = sizeof(KeyT) * 8) {
    sort<false, false>(keys, values, begin_bit, end_bit);
  }
  __device__ void SortDescending(KeyT (&keys)[ITEMS], int begin_bit = 0,
                                 int end_bit = sizeof(KeyT) * 8) {
    sort<true, false>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit);
  }
  __device__ void SortDescending(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], int begin_bit = 0,
                                 int end_bit = sizeof(KeyT) * 8) {
    sort<true, false>(keys, values, begin_bit, end_bit);
  }
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], int begin_bit = 0,
                                       int end_bit = sizeof(KeyT) * 8) {
    sort<false, true>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit);
  }
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                       int begin_bit = 0, int end_bit = sizeof(KeyT) * 8) {
    sort<false, true>(keys, values, begin_bit, end_bit);
  }
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], int begin_bit = 0,
                                                 int end_bit = sizeof(KeyT) * 8) {
    sort<true, true>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit);
  }
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                                 int begin_bit = 0,
                                                 int end_bit = sizeof(KeyT) * 8) {
    sort<true, true>(keys, values, begin_bit, end_bit);
  }

  // ---- A decomposer makes a tuple of references to a key's numbers, the most significant first.
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void Sort(KeyT (&keys)[ITEMS], DecomposerT decomposer, int begin_bit, int end_bit) {
    sort<false, false>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void Sort(KeyT (&keys)[ITEMS], DecomposerT decomposer) {
    Sort(keys, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], DecomposerT decomposer,
                       int begin_bit, int end_bit) {
    sort<false, false>(keys, values, begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], DecomposerT decomposer) {
    Sort(keys, values, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescending(KeyT (&keys)[ITEMS], DecomposerT decomposer, int begin_bit,
                                 int end_bit) {
    sort<true, false>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescending(KeyT (&keys)[ITEMS], DecomposerT decomposer) {
    SortDescending(keys, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescending(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                 DecomposerT decomposer, int begin_bit, int end_bit) {
    sort<true, false>(keys, values, begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescending(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                 DecomposerT decomposer) {
    SortDescending(keys, values, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], DecomposerT decomposer, int begin_bit,
                                       int end_bit) {
    sort<false, true>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], DecomposerT decomposer) {
    SortBlockedToStriped(keys, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                       DecomposerT decomposer, int begin_bit, int end_bit) {
    sort<false, true>(keys, values, begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                       DecomposerT decomposer) {
    SortBlockedToStriped(keys, values, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], DecomposerT decomposer,
                                                 int begin_bit, int end_bit) {
    sort<true, true>(keys, static_cast<ValueT *>(nullptr), begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], DecomposerT decomposer) {
    SortDescendingBlockedToStriped(keys, decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                                 DecomposerT decomposer, int begin_bit,
                                                 int end_bit) {
    sort<true, true>(keys, values, begin_bit, end_bit, decomposer);
  }
  template <typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  __device__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS],
                                                 DecomposerT decomposer) {
    SortDescendingBlockedToStriped(keys, values, decomposer, 0,
                                   detail::decomposed_bits<DecomposerT, KeyT>);
  }

private:
  template <bool Descending, bool ToStriped, typename DecomposerT = detail::identity_decomposer_t>
  __device__ void sort(KeyT *keys, ValueT *values, int begin_bit, int end_bit,
                       DecomposerT decomposer = {}) {
    detail::lead_block(storage.group, tid, keys, values, [=](auto &group) {
      using Radix = detail::radix_of<KeyT, Descending, DecomposerT>;
      const detail::radix_less<Radix> less{Radix{begin_bit, end_bit, decomposer}};
      detail::sort_group<ToStriped>(group, begin_bit < end_bit ? Threads * ITEMS : 0, less);
    });
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_RADIX_SORT_CUH
