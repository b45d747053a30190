//===- cub/block/block_adjacent_difference.cuh - differences of neighbouring items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_ADJACENT_DIFFERENCE_CUH
#define CUB_BLOCK_ADJACENT_DIFFERENCE_CUH

#include "cub/detail/block_neighbors.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockAdjacentDifference {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

public:
  struct alignas(16) TempStorage {
    detail::block_neighbors<T, Threads> neighbors;
  };
  __device__ BlockAdjacentDifference() : storage(PrivateStorage()) {}
  __device__ explicit BlockAdjacentDifference(TempStorage &temp_storage) : storage(temp_storage) {}

  // An item that has no neighbour is copied unchanged.
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractLeft(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op) {
    left(input, output, op, Threads * ITEMS, nullptr);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractLeft(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op,
                               T tile_predecessor_item) {
    left(input, output, op, Threads * ITEMS, &tile_predecessor_item);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractLeftPartialTile(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op,
                                          int valid_items) {
    left(input, output, op, valid_items, nullptr);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractLeftPartialTile(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op,
                                          int valid_items, T tile_predecessor_item) {
    left(input, output, op, valid_items, &tile_predecessor_item);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractRight(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op) {
    right(input, output, op, Threads * ITEMS, nullptr);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractRight(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op,
                                T tile_successor_item) {
    right(input, output, op, Threads * ITEMS, &tile_successor_item);
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void SubtractRightPartialTile(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op,
                                           int valid_items) {
    right(input, output, op, valid_items, nullptr);
  }

private:
  // `output` may be `input`: each loop goes in the order that reads an item before it is replaced.
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void left(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op, int valid,
                       const T *before) {
    storage.neighbors.show(tid, input);
    for (int i = ITEMS - 1; i >= 0; --i) {
      const T *previous = i > 0 ? &input[i - 1] : storage.neighbors.before(tid, before);
      if (tid * ITEMS + i < valid && previous != nullptr)
        output[i] = op(input[i], *previous);
      else
        output[i] = input[i];
    }
  }
  template <int ITEMS, typename OutputT, typename Op>
  __device__ void right(T (&input)[ITEMS], OutputT (&output)[ITEMS], Op op, int valid,
                        const T *after) {
    storage.neighbors.show(tid, input);
    for (int i = 0; i < ITEMS; ++i) {
      const T *next = i + 1 < ITEMS ? &input[i + 1] : storage.neighbors.after(tid, after);
      const int at = tid * ITEMS + i;
      if (at < valid && next != nullptr && (at + 1 < valid || after != nullptr))
        output[i] = op(input[i], *next);
      else
        output[i] = input[i];
    }
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_ADJACENT_DIFFERENCE_CUH
