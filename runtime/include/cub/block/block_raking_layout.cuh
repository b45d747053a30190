//===- cub/block/block_raking_layout.cuh - items that one warp rakes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_RAKING_LAYOUT_CUH
#define CUB_BLOCK_RAKING_LAYOUT_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

/// Shared memory for one item of each thread of a block, which the threads of at most one warp then
/// read, each a segment of it. There is no padding: the CPU's memory has no banks.
template <typename T, int BLOCK_THREADS, int LEGACY_PTX_ARCH = 0> struct BlockRakingLayout {
  static constexpr int SHARED_ELEMENTS = BLOCK_THREADS;
  static constexpr int MAX_RAKING_THREADS =
      BLOCK_THREADS < CUB_PTX_WARP_THREADS ? BLOCK_THREADS : CUB_PTX_WARP_THREADS;
  static constexpr int SEGMENT_LENGTH =
      (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS;
  static constexpr int RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH;
  static constexpr bool HAS_CONFLICTS = false;
  static constexpr int CONFLICT_DEGREE = 1;
  static constexpr bool USE_SEGMENT_PADDING = false;
  static constexpr int GRID_ELEMENTS = RAKING_THREADS * SEGMENT_LENGTH;
  /// Whether all segments are full.
  static constexpr bool UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0;

  struct alignas(16) TempStorage {
    detail::raw_array<T, GRID_ELEMENTS> items;
  };

  /// Where thread `linear_tid` puts its item.
  __device__ static T *PlacementPtr(TempStorage &temp_storage, unsigned linear_tid) {
    return &temp_storage.items[static_cast<int>(linear_tid)];
  }
  /// The segment of raking thread `linear_tid`.
  __device__ static T *RakingPtr(TempStorage &temp_storage, unsigned linear_tid) {
    return &temp_storage.items[static_cast<int>(linear_tid) * SEGMENT_LENGTH];
  }
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_RAKING_LAYOUT_CUH
