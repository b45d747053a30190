//===- cub/block/block_merge_sort.cuh - a block sorts its items by comparison --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_MERGE_SORT_CUH
#define CUB_BLOCK_MERGE_SORT_CUH

#include "cub/detail/group_merge_sort.cuh"

CUB_NAMESPACE_BEGIN

template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockMergeSort
    : public detail::group_merge_sort<
          BlockMergeSort<KeyT, BLOCK_DIM_X, ITEMS_PER_THREAD, ValueT, BLOCK_DIM_Y, BLOCK_DIM_Z>,
          KeyT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS_PER_THREAD, ValueT> {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int ITEMS = ITEMS_PER_THREAD;
  friend detail::group_merge_sort<BlockMergeSort, KeyT, Threads, ITEMS, ValueT>;

public:
  struct alignas(16) TempStorage {
    detail::items_of_group<KeyT, ValueT, Threads, ITEMS> group;
  };

  __device__ BlockMergeSort() : storage(PrivateStorage()) {}
  __device__ explicit BlockMergeSort(TempStorage &temp_storage) : storage(temp_storage) {}

private:
  __device__ int rank() const { return tid; }
  template <typename Work> __device__ void lead(KeyT *keys, ValueT *values, Work work) {
    detail::lead_block(storage.group, tid, keys, values, work);
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
