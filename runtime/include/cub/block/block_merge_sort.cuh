//===- cub/block/block_merge_sort.cuh - a block sorts its items by comparison --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_MERGE_SORT_CUH
#define CUB_BLOCK_MERGE_SORT_CUH

#include "cub/detail/group_sort.cuh"

CUB_NAMESPACE_BEGIN

template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockMergeSort {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int ITEMS = ITEMS_PER_THREAD;

public:
  struct TempStorage {
    detail::items_of_group<KeyT, ValueT, Threads, ITEMS> group;
  };

  __device__ BlockMergeSort() : storage(PrivateStorage()) {}
  __device__ explicit BlockMergeSort(TempStorage &temp_storage) : storage(temp_storage) {}

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
      if (tid * ITEMS + i >= valid_items)
        keys[i] = oob_default;
  }
  template <typename CompareOp>
  __device__ void sort(KeyT *keys, ValueT *values, CompareOp op, int count) {
    detail::lead_block(storage.group, tid, keys, values,
                       [=](auto &group) { detail::sort_group<false>(group, count, op); });
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_MERGE_SORT_CUH
