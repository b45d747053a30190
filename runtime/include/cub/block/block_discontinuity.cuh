//===- cub/block/block_discontinuity.cuh - where runs of items begin and end --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_DISCONTINUITY_CUH
#define CUB_BLOCK_DISCONTINUITY_CUH

#include "cub/detail/block_neighbors.cuh"
#include "cub/thread/thread_operators.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockDiscontinuity {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

public:
  struct alignas(16) TempStorage {
    detail::block_neighbors<T, Threads> neighbors;
  };
  __device__ BlockDiscontinuity() : storage(PrivateStorage()) {}
  __device__ explicit BlockDiscontinuity(TempStorage &temp_storage) : storage(temp_storage) {}

  // ---- heads: the first item is a head, or is compared with the tile's predecessor
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeads(FlagT (&head_flags)[ITEMS], T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, static_cast<const T *>(nullptr));
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeads(FlagT (&head_flags)[ITEMS], T (&input)[ITEMS], FlagOp flag_op,
                            T tile_predecessor_item) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, &tile_predecessor_item);
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeads(FlagT (&head_flags)[ITEMS], T (&input)[ITEMS], T (&preds)[ITEMS],
                            FlagOp flag_op) {
    FlagHeads(head_flags, input, flag_op);
    predecessors(input, preds);
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeads(FlagT (&head_flags)[ITEMS], T (&input)[ITEMS], T (&preds)[ITEMS],
                            FlagOp flag_op, T tile_predecessor_item) {
    FlagHeads(head_flags, input, flag_op, tile_predecessor_item);
    predecessors(input, preds);
    if (tid == 0)
      preds[0] = tile_predecessor_item;
  }

  // ---- tails: the last item is a tail, or is compared with the tile's successor
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagTails(FlagT (&tail_flags)[ITEMS], T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    tails(tail_flags, input, flag_op, static_cast<const T *>(nullptr));
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagTails(FlagT (&tail_flags)[ITEMS], T (&input)[ITEMS], FlagOp flag_op,
                            T tile_successor_item) {
    storage.neighbors.show(tid, input);
    tails(tail_flags, input, flag_op, &tile_successor_item);
  }

  // ---- heads and tails
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeadsAndTails(FlagT (&head_flags)[ITEMS], FlagT (&tail_flags)[ITEMS],
                                    T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, static_cast<const T *>(nullptr));
    tails(tail_flags, input, flag_op, static_cast<const T *>(nullptr));
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeadsAndTails(FlagT (&head_flags)[ITEMS], FlagT (&tail_flags)[ITEMS],
                                    T tile_successor_item, T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, static_cast<const T *>(nullptr));
    tails(tail_flags, input, flag_op, &tile_successor_item);
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeadsAndTails(FlagT (&head_flags)[ITEMS], T tile_predecessor_item,
                                    FlagT (&tail_flags)[ITEMS], T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, &tile_predecessor_item);
    tails(tail_flags, input, flag_op, static_cast<const T *>(nullptr));
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void FlagHeadsAndTails(FlagT (&head_flags)[ITEMS], T tile_predecessor_item,
                                    FlagT (&tail_flags)[ITEMS], T tile_successor_item,
                                    T (&input)[ITEMS], FlagOp flag_op) {
    storage.neighbors.show(tid, input);
    heads(head_flags, input, flag_op, &tile_predecessor_item);
    tails(tail_flags, input, flag_op, &tile_successor_item);
  }

private:
  template <typename FlagOp>
  __device__ static bool flag(FlagOp &op, const T &a, const T &b, int index) {
    if constexpr (BinaryOpHasIdxParam<T, FlagOp>::HAS_PARAM)
      return op(a, b, index);
    else
      return op(a, b);
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void heads(FlagT (&flags)[ITEMS], T (&input)[ITEMS], FlagOp op, const T *before) {
    const T *previous = storage.neighbors.before(tid, before);
    for (int i = 0; i < ITEMS; ++i) {
      flags[i] = previous == nullptr || flag(op, *previous, input[i], tid * ITEMS + i);
      previous = &input[i];
    }
  }
  template <int ITEMS, typename FlagT, typename FlagOp>
  __device__ void tails(FlagT (&flags)[ITEMS], T (&input)[ITEMS], FlagOp op, const T *after) {
    const T *next = storage.neighbors.after(tid, after);
    for (int i = ITEMS - 1; i >= 0; --i) {
      flags[i] = next == nullptr || flag(op, input[i], *next, tid * ITEMS + i + 1);
      next = &input[i];
    }
  }
  template <int ITEMS> __device__ void predecessors(T (&input)[ITEMS], T (&preds)[ITEMS]) {
    for (int i = ITEMS - 1; i > 0; --i)
      preds[i] = input[i - 1];
    if (tid > 0)
      preds[0] = *storage.neighbors.before(tid, nullptr);
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_DISCONTINUITY_CUH
