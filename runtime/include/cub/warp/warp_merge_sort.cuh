//===- cub/warp/warp_merge_sort.cuh - a logical warp sorts its items by comparison --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_MERGE_SORT_CUH
#define CUB_WARP_MERGE_SORT_CUH

#include "cub/detail/group_sort.cuh"

CUB_NAMESPACE_BEGIN

template <typename KeyT, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS,
          typename ValueT = NullType, int LEGACY_PTX_ARCH = 0>
class WarpMergeSort {
  static constexpr int Threads = LOGICAL_WARP_THREADS;
  static constexpr int ITEMS = ITEMS_PER_THREAD;
  static_assert(PowerOfTwo<Threads>::VALUE && Threads <= 32, "a power of two up to 32");

public:
  struct TempStorage {};
  WarpMergeSort() = delete;
  __device__ explicit WarpMergeSort(TempStorage &) {}

  template <typename CompareOp> __device__ void Sort(KeyT (&keys)[ITEMS], CompareOp compare_op) {
    sort(keys, static_cast<ValueT *>(nullptr), compare_op, Threads * ITEMS);
  }
  template <typename CompareOp>
  __device__ void Sort(KeyT (&keys)[ITEMS], CompareOp compare_op, int valid_items,
                       KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, static_cast<ValueT *>(nullptr), compare_op, valid_items);
  }
  template <typename CompareOp>
  __device__ void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], CompareOp compare_op) {
    sort(keys, values, compare_op, Threads * ITEMS);
  }
  template <typename CompareOp>
  __device__ void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], CompareOp compare_op,
                       int valid_items, KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, values, compare_op, valid_items);
  }
  template <typename CompareOp>
  __device__ void StableSort(KeyT (&keys)[ITEMS], CompareOp compare_op) {
    sort(keys, static_cast<ValueT *>(nullptr), compare_op, Threads * ITEMS);
  }
  template <typename CompareOp>
  __device__ void StableSort(KeyT (&keys)[ITEMS], CompareOp compare_op, int valid_items,
                             KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, static_cast<ValueT *>(nullptr), compare_op, valid_items);
  }
  template <typename CompareOp>
  __device__ void StableSort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], CompareOp compare_op) {
    sort(keys, values, compare_op, Threads * ITEMS);
  }
  template <typename CompareOp>
  __device__ void StableSort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], CompareOp compare_op,
                             int valid_items, KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, values, compare_op, valid_items);
  }

private:
  __device__ void fill(KeyT (&keys)[ITEMS], int valid_items, const KeyT &oob_default) {
    for (int i = 0; i < ITEMS; ++i)
      if (lane * ITEMS + i >= valid_items)
        keys[i] = oob_default;
  }
  template <typename CompareOp>
  __device__ void sort(KeyT *keys, ValueT *values, CompareOp op, int count) {
    detail::lead_warp<Threads, ITEMS>(
        lane, WarpMask<Threads>(LaneId() / Threads), keys, values,
        [=](auto &group) { detail::sort_group<false>(group, count, op); });
  }

  int lane = static_cast<int>(LaneId()) % Threads;
};

CUB_NAMESPACE_END

#endif // CUB_WARP_MERGE_SORT_CUH
