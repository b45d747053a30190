//===- cub/warp/warp_merge_sort.cuh - a logical warp sorts its items by comparison --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_MERGE_SORT_CUH
#define CUB_WARP_MERGE_SORT_CUH

#include "cub/detail/group_merge_sort.cuh"

CUB_NAMESPACE_BEGIN

template <typename KeyT, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS,
          typename ValueT = NullType, int LEGACY_PTX_ARCH = 0>
class WarpMergeSort
    : public detail::group_merge_sort<
          WarpMergeSort<KeyT, ITEMS_PER_THREAD, LOGICAL_WARP_THREADS, ValueT, LEGACY_PTX_ARCH>,
          KeyT, LOGICAL_WARP_THREADS, ITEMS_PER_THREAD, ValueT> {
  static constexpr int Threads = LOGICAL_WARP_THREADS;
  static constexpr int ITEMS = ITEMS_PER_THREAD;
  friend detail::group_merge_sort<WarpMergeSort, KeyT, Threads, ITEMS, ValueT>;
  static_assert(PowerOfTwo<Threads>::VALUE && Threads <= 32, "a power of two up to 32");

public:
  struct alignas(16) TempStorage {};
  WarpMergeSort() = delete;
  __device__ explicit WarpMergeSort(TempStorage &) {}

private:
  __device__ int rank() const { return warp.lane; }
  template <typename Work> __device__ void lead(KeyT *keys, ValueT *values, Work work) {
    detail::lead_warp<Threads, ITEMS>(warp, keys, values, work);
  }

  const detail::logical_warp<Threads> warp;
};

CUB_NAMESPACE_END

#endif // CUB_WARP_MERGE_SORT_CUH
