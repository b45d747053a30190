//===- cub/block/block_reduce.cuh - reductions of a block --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_REDUCE_CUH
#define CUB_BLOCK_REDUCE_CUH

#include "cub/block/block_raking_layout.cuh" // comes with it in CUB too
#include "cub/thread/thread_reduce.cuh"
#include "cub/util_ptx.cuh"
#include "cub/warp/warp_reduce.cuh" // comes with it in CUB too

CUB_NAMESPACE_BEGIN

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

/// Only thread 0 gets the result; the others' values are undefined. Combines in the order of ranks.
template <typename T, int BLOCK_DIM_X,
          BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

public:
  struct alignas(16) TempStorage {
    detail::raw_array<T, Threads> values;
  };

  __device__ BlockReduce() : storage(PrivateStorage()) {}
  __device__ explicit BlockReduce(TempStorage &temp_storage) : storage(temp_storage) {}

  template <typename ReductionOp> __device__ T Reduce(T input, ReductionOp op) {
    return Reduce(input, op, Threads);
  }
  template <typename ReductionOp> __device__ T Reduce(T input, ReductionOp op, int num_valid) {
    storage.values.put(tid, input);
    CTA_SYNC();
    if (tid == 0)
      for (int i = 1; i < Threads && i < num_valid; ++i)
        input = op(input, storage.values[i]);
    return input;
  }
  template <int ITEMS, typename ReductionOp>
  __device__ T Reduce(T (&inputs)[ITEMS], ReductionOp op) {
    return Reduce(internal::ThreadReduce(inputs, op), op);
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int num_valid) { return Reduce(input, cub::Sum(), num_valid); }
  template <int ITEMS> __device__ T Sum(T (&inputs)[ITEMS]) { return Reduce(inputs, cub::Sum()); }

private:
  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_REDUCE_CUH
