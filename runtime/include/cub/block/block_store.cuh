//===- cub/block/block_store.cuh - a block stores its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_STORE_CUH
#define CUB_BLOCK_STORE_CUH

#include "cub/block/block_exchange.cuh" // comes with it in CUB too
#include "cub/thread/thread_store.cuh"
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectBlocked(int linear_tid, OutputIteratorT block_itr,
                                          T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i)
    block_itr[linear_tid * ITEMS + i] = items[i];
}
template <typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectBlocked(int linear_tid, OutputIteratorT block_itr,
                                          T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid * ITEMS + i < valid_items)
      block_itr[linear_tid * ITEMS + i] = items[i];
}
template <typename T, int ITEMS>
__device__ inline void StoreDirectBlockedVectorized(int linear_tid, T *block_ptr,
                                                    T (&items)[ITEMS]) {
  StoreDirectBlocked(linear_tid, block_ptr, items);
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectStriped(int linear_tid, OutputIteratorT block_itr,
                                          T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i)
    block_itr[linear_tid + i * BLOCK_THREADS] = items[i];
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectStriped(int linear_tid, OutputIteratorT block_itr,
                                          T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid + i * BLOCK_THREADS < valid_items)
      block_itr[linear_tid + i * BLOCK_THREADS] = items[i];
}
template <typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectWarpStriped(int linear_tid, OutputIteratorT block_itr,
                                              T (&items)[ITEMS]) {
  const int first = linear_tid / CUB_PTX_WARP_THREADS * CUB_PTX_WARP_THREADS * ITEMS;
  StoreDirectStriped<CUB_PTX_WARP_THREADS>(linear_tid % CUB_PTX_WARP_THREADS, block_itr + first,
                                           items);
}
template <typename T, int ITEMS, typename OutputIteratorT>
__device__ inline void StoreDirectWarpStriped(int linear_tid, OutputIteratorT block_itr,
                                              T (&items)[ITEMS], int valid_items) {
  const int first = linear_tid / CUB_PTX_WARP_THREADS * CUB_PTX_WARP_THREADS * ITEMS;
  StoreDirectStriped<CUB_PTX_WARP_THREADS>(linear_tid % CUB_PTX_WARP_THREADS, block_itr + first,
                                           items, valid_items - first);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/// As in BlockLoad, all algorithms but STRIPED are the same.
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockStore {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

public:
  struct alignas(16) TempStorage {};
  __device__ BlockStore() {}
  __device__ explicit BlockStore(TempStorage &) {}

  template <typename OutputIteratorT, typename... More>
  __device__ void Store(OutputIteratorT block_itr, T (&items)[ITEMS_PER_THREAD], More... more) {
    if constexpr (ALGORITHM == BLOCK_STORE_STRIPED)
      StoreDirectStriped<Threads>(tid, block_itr, items, more...);
    else
      StoreDirectBlocked(tid, block_itr, items, more...);
  }
};

template <class Policy, class It, class T = detail::value_t<It>> struct BlockStoreType {
  using type =
      BlockStore<T, Policy::BLOCK_THREADS, Policy::ITEMS_PER_THREAD, Policy::STORE_ALGORITHM>;
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_STORE_CUH
