//===- cub/warp/warp_store.cuh - a logical warp stores its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_STORE_CUH
#define CUB_WARP_STORE_CUH

#include "cub/block/block_store.cuh"

CUB_NAMESPACE_BEGIN

enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

template <typename T, int ITEMS_PER_THREAD, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT,
          int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS, int LEGACY_PTX_ARCH = 0>
class WarpStore {
  int lane = static_cast<int>(__musa_self()->rank) % LOGICAL_WARP_THREADS;

public:
  struct alignas(16) TempStorage {};
  __device__ WarpStore() {}
  __device__ explicit WarpStore(TempStorage &) {}

  template <typename OutputIteratorT, typename... More>
  __device__ void Store(OutputIteratorT block_itr, T (&items)[ITEMS_PER_THREAD], More... more) {
    if constexpr (ALGORITHM == WARP_STORE_STRIPED)
      StoreDirectStriped<LOGICAL_WARP_THREADS>(lane, block_itr, items, more...);
    else
      StoreDirectBlocked(lane, block_itr, items, more...);
  }
};

CUB_NAMESPACE_END

#endif // CUB_WARP_STORE_CUH
