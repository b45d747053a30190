//===- cub/warp/warp_load.cuh - a logical warp loads its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_LOAD_CUH
#define CUB_WARP_LOAD_CUH

#include "cub/block/block_load.cuh"

CUB_NAMESPACE_BEGIN

enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};

template <typename InputT, int ITEMS_PER_THREAD, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT,
          int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS, int LEGACY_PTX_ARCH = 0>
class WarpLoad {
  int lane = static_cast<int>(__musa_self()->rank) % LOGICAL_WARP_THREADS;

public:
  struct alignas(16) TempStorage {};
  __device__ WarpLoad() {}
  __device__ explicit WarpLoad(TempStorage &) {}

  template <typename InputIteratorT, typename... More>
  __device__ void Load(InputIteratorT block_itr, InputT (&items)[ITEMS_PER_THREAD], More... more) {
    if constexpr (ALGORITHM == WARP_LOAD_STRIPED)
      LoadDirectStriped<LOGICAL_WARP_THREADS>(lane, block_itr, items, more...);
    else
      LoadDirectBlocked(lane, block_itr, items, more...);
  }
};

CUB_NAMESPACE_END

#endif // CUB_WARP_LOAD_CUH
