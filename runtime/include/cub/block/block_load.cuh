//===- cub/block/block_load.cuh - a block loads its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_LOAD_CUH
#define CUB_BLOCK_LOAD_CUH

#include "cub/block/block_exchange.cuh"                   // comes with it in CUB too
#include "cub/iterator/cache_modified_input_iterator.cuh" // comes with it in CUB too
#include "cub/thread/thread_load.cuh"
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

// ---- blocked: each thread holds consecutive items

template <typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = block_itr[linear_tid * ITEMS + i];
}
template <typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid * ITEMS + i < valid_items)
      items[i] = block_itr[linear_tid * ITEMS + i];
}
template <typename T, typename DefaultT, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS], int valid_items, DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = oob_default;
  LoadDirectBlocked(linear_tid, block_itr, items, valid_items);
}
template <typename T, int ITEMS>
__device__ inline void LoadDirectBlockedVectorized(int linear_tid, T *block_ptr,
                                                   T (&items)[ITEMS]) {
  LoadDirectBlocked(linear_tid, block_ptr, items);
}

// ---- striped: the items of one thread lie BLOCK_THREADS apart

template <int BLOCK_THREADS, typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = block_itr[linear_tid + i * BLOCK_THREADS];
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid + i * BLOCK_THREADS < valid_items)
      items[i] = block_itr[linear_tid + i * BLOCK_THREADS];
}
template <int BLOCK_THREADS, typename T, typename DefaultT, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                         T (&items)[ITEMS], int valid_items, DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = oob_default;
  LoadDirectStriped<BLOCK_THREADS>(linear_tid, block_itr, items, valid_items);
}

// ---- warp-striped: each warp holds consecutive items, striped among its lanes

template <typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                             T (&items)[ITEMS]) {
  const int first = linear_tid / CUB_PTX_WARP_THREADS * CUB_PTX_WARP_THREADS * ITEMS;
  LoadDirectStriped<CUB_PTX_WARP_THREADS>(linear_tid % CUB_PTX_WARP_THREADS, block_itr + first,
                                          items);
}
template <typename T, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                             T (&items)[ITEMS], int valid_items) {
  const int first = linear_tid / CUB_PTX_WARP_THREADS * CUB_PTX_WARP_THREADS * ITEMS;
  LoadDirectStriped<CUB_PTX_WARP_THREADS>(linear_tid % CUB_PTX_WARP_THREADS, block_itr + first,
                                          items, valid_items - first);
}
template <typename T, typename DefaultT, int ITEMS, typename InputIteratorT>
__device__ inline void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                             T (&items)[ITEMS], int valid_items,
                                             DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = oob_default;
  LoadDirectWarpStriped(linear_tid, block_itr, items, valid_items);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

/// All algorithms but STRIPED are the same: for a CPU, a transposition would gain nothing.
template <typename InputT, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockLoad {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

public:
  struct alignas(16) TempStorage {};
  __device__ BlockLoad() {}
  __device__ explicit BlockLoad(TempStorage &) {}

  template <typename InputIteratorT, typename... More>
  __device__ void Load(InputIteratorT block_itr, InputT (&items)[ITEMS_PER_THREAD], More... more) {
    if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED)
      LoadDirectStriped<Threads>(tid, block_itr, items, more...);
    else
      LoadDirectBlocked(tid, block_itr, items, more...);
  }
};

template <class Policy, class It, class T = detail::value_t<It>> struct BlockLoadType {
  using type =
      BlockLoad<T, Policy::BLOCK_THREADS, Policy::ITEMS_PER_THREAD, Policy::LOAD_ALGORITHM>;
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_LOAD_CUH
