//===- cub/detail/group_merge_sort.cuh - what BlockMergeSort and WarpMergeSort share --*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_GROUP_MERGE_SORT_CUH
#define CUB_DETAIL_GROUP_MERGE_SORT_CUH

#include "cub/detail/group_sort.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// The interface of both sorts. Sorter::rank() is the caller's rank in its group (block or warp).
/// Sorter::lead(keys, values, work) calls `work(items of the group)` in one thread of the group.
template <typename Sorter, typename KeyT, int Threads, int ITEMS, typename ValueT>
class group_merge_sort {
public:
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
  /// Sort() is already stable.
  template <typename... More> __device__ void StableSort(KeyT (&keys)[ITEMS], More &&...more) {
    Sort(keys, more...);
  }

private:
  __device__ Sorter &sorter() { return static_cast<Sorter &>(*this); }
  __device__ void fill(KeyT (&keys)[ITEMS], int valid_items, const KeyT &oob_default) {
    for (int i = 0; i < ITEMS; ++i)
      if (sorter().rank() * ITEMS + i >= valid_items)
        keys[i] = oob_default;
  }
  template <typename CompareOp>
  __device__ void sort(KeyT *keys, ValueT *values, CompareOp op, int count) {
    sorter().lead(keys, values, [=](auto &group) { sort_group<false>(group, count, op); });
  }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_GROUP_MERGE_SORT_CUH
