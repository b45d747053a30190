//===- cub/warp/warp_reduce.cuh - reductions of a logical warp --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_REDUCE_CUH
#define CUB_WARP_REDUCE_CUH

#include "cub/thread/thread_load.cuh" // comes with it in CUB too
#include "cub/thread/thread_reduce.cuh"
#include "cub/thread/thread_store.cuh" // comes with it in CUB too
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

/// Only the first lane of the warp gets the result. The other lanes' values are undefined.
template <typename T, int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS, int LEGACY_PTX_ARCH = 0>
class WarpReduce {
  static constexpr int Threads = LOGICAL_WARP_THREADS;
  const detail::logical_warp<Threads> warp;

  /// If `Head`, a set flag marks the first lane of a segment; otherwise it marks the last lane.
  template <bool Head, typename FlagT, typename ReductionOp>
  __device__ T segmented(T input, FlagT flag, ReductionOp op) {
    struct Flagged {
      T value;
      bool flag;
    };
    const Flagged mine{input, flag != 0};
    return detail::warp_exchange(warp, warp.mask, mine,
                                 [&](const detail::warp_values<Flagged> &all) {
                                   T result = input;
                                   for (int i = warp.lane + 1; i < Threads && all.has(i); ++i) {
                                     if (Head ? all[i].flag : all[i - 1].flag)
                                       break;
                                     result = op(result, all[i].value);
                                   }
                                   return result;
                                 });
  }

public:
  struct alignas(16) TempStorage {};
  enum {
    IS_ARCH_WARP = Threads == CUB_PTX_WARP_THREADS,
    IS_POW_OF_TWO = (Threads & (Threads - 1)) == 0
  };

  __device__ explicit WarpReduce(TempStorage &) {}

  template <typename ReductionOp>
  __device__ T Reduce(T input, ReductionOp op, int valid_items = LOGICAL_WARP_THREADS) {
    return detail::warp_exchange(warp, warp.mask, input, [&](const detail::warp_values<T> &all) {
      T result = input;
      if (warp.lane == 0)
        for (int i = 1; i < Threads && i < valid_items; ++i)
          if (all.has(i))
            result = op(result, T(all[i]));
      return result;
    });
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid_items) { return Reduce(input, cub::Sum(), valid_items); }
  __device__ T Max(T input) { return Reduce(input, cub::Max()); }
  __device__ T Max(T input, int valid_items) { return Reduce(input, cub::Max(), valid_items); }
  __device__ T Min(T input) { return Reduce(input, cub::Min()); }
  __device__ T Min(T input, int valid_items) { return Reduce(input, cub::Min(), valid_items); }

  // ---- several items per thread
  template <int ITEMS, typename ReductionOp>
  __device__ T Reduce(const T (&inputs)[ITEMS], ReductionOp op) {
    return Reduce(ThreadReduce(inputs, op), op);
  }
  template <int ITEMS> __device__ T Sum(const T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Sum());
  }
  template <int ITEMS> __device__ T Max(const T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Max());
  }
  template <int ITEMS> __device__ T Min(const T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Min());
  }

  template <typename FlagT, typename ReductionOp>
  __device__ T HeadSegmentedReduce(T input, FlagT head_flag, ReductionOp op) {
    return segmented<true>(input, head_flag, op);
  }
  template <typename FlagT, typename ReductionOp>
  __device__ T TailSegmentedReduce(T input, FlagT tail_flag, ReductionOp op) {
    return segmented<false>(input, tail_flag, op);
  }
  template <typename FlagT> __device__ T HeadSegmentedSum(T input, FlagT head_flag) {
    return segmented<true>(input, head_flag, cub::Sum());
  }
  template <typename FlagT> __device__ T TailSegmentedSum(T input, FlagT tail_flag) {
    return segmented<false>(input, tail_flag, cub::Sum());
  }
};

template <typename T, int LEGACY_PTX_ARCH> class WarpReduce<T, 1, LEGACY_PTX_ARCH> {
public:
  struct alignas(16) TempStorage {};
  __device__ explicit WarpReduce(TempStorage &) {}
  template <typename ReductionOp> __device__ T Reduce(T input, ReductionOp, int = 1) {
    return input;
  }
  __device__ T Sum(T input, int = 1) { return input; }
  __device__ T Max(T input, int = 1) { return input; }
  __device__ T Min(T input, int = 1) { return input; }
  template <int ITEMS, typename ReductionOp>
  __device__ T Reduce(const T (&inputs)[ITEMS], ReductionOp op) {
    return ThreadReduce(inputs, op);
  }
  template <int ITEMS> __device__ T Sum(const T (&inputs)[ITEMS]) {
    return ThreadReduce(inputs, cub::Sum());
  }
  template <int ITEMS> __device__ T Max(const T (&inputs)[ITEMS]) {
    return ThreadReduce(inputs, cub::Max());
  }
  template <int ITEMS> __device__ T Min(const T (&inputs)[ITEMS]) {
    return ThreadReduce(inputs, cub::Min());
  }
  template <typename FlagT, typename ReductionOp>
  __device__ T HeadSegmentedReduce(T input, FlagT, ReductionOp) {
    return input;
  }
  template <typename FlagT, typename ReductionOp>
  __device__ T TailSegmentedReduce(T input, FlagT, ReductionOp) {
    return input;
  }
  template <typename FlagT> __device__ T HeadSegmentedSum(T input, FlagT) { return input; }
  template <typename FlagT> __device__ T TailSegmentedSum(T input, FlagT) { return input; }
};

CUB_NAMESPACE_END

#endif // CUB_WARP_REDUCE_CUH
