//===- cub/warp/warp_scan.cuh - prefix scans of a logical warp --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_SCAN_CUH
#define CUB_WARP_SCAN_CUH

#include "cub/thread/thread_load.cuh" // comes with it in CUB too
#include "cub/thread/thread_scan.cuh"
#include "cub/thread/thread_store.cuh" // comes with it in CUB too
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS, int LEGACY_PTX_ARCH = 0>
class WarpScan {
  static constexpr int Threads = LOGICAL_WARP_THREADS;
  const detail::logical_warp<Threads> warp;

  struct Result {
    T inclusive;
    T exclusive;
    T aggregate;
  };
  /// If `initial` is null, the exclusive value of the first lane is undefined.
  template <typename ScanOp> __device__ Result scan(const T &input, ScanOp op, const T *initial) {
    return detail::warp_exchange(warp, warp.mask, input, [&](const detail::warp_values<T> &all) {
      T inclusive = all[0];
      T exclusive = inclusive;
      if (initial != nullptr) {
        exclusive = *initial;
        inclusive = op(*initial, inclusive);
      }
      T aggregate = all[0];
      for (int i = 1; i < Threads && all.has(i); ++i) {
        const T value = all[i];
        aggregate = op(aggregate, value);
        if (i <= warp.lane) {
          exclusive = inclusive;
          inclusive = op(inclusive, value);
        }
      }
      return Result{inclusive, exclusive, aggregate};
    });
  }

public:
  struct alignas(16) TempStorage {};
  enum {
    IS_ARCH_WARP = Threads == CUB_PTX_WARP_THREADS,
    IS_POW_OF_TWO = (Threads & (Threads - 1)) == 0,
    IS_INTEGER = Traits<T>::CATEGORY == SIGNED_INTEGER || Traits<T>::CATEGORY == UNSIGNED_INTEGER
  };

  __device__ explicit WarpScan(TempStorage &) {}

  template <typename ScanOp> __device__ void InclusiveScan(T input, T &output, ScanOp op) {
    output = scan(input, op, nullptr).inclusive;
  }
  template <typename ScanOp>
  __device__ void InclusiveScan(T input, T &output, ScanOp op, T &warp_aggregate) {
    const Result result = scan(input, op, nullptr);
    output = result.inclusive;
    warp_aggregate = result.aggregate;
  }
  template <typename ScanOp> __device__ void ExclusiveScan(T input, T &output, ScanOp op) {
    output = scan(input, op, nullptr).exclusive;
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, T initial_value, ScanOp op) {
    output = scan(input, op, &initial_value).exclusive;
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, ScanOp op, T &warp_aggregate) {
    const Result result = scan(input, op, nullptr);
    output = result.exclusive;
    warp_aggregate = result.aggregate;
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, T initial_value, ScanOp op, T &warp_aggregate) {
    const Result result = scan(input, op, &initial_value);
    output = result.exclusive;
    warp_aggregate = result.aggregate;
  }
  template <typename ScanOp>
  __device__ void Scan(T input, T &inclusive_output, T &exclusive_output, ScanOp op) {
    const Result result = scan(input, op, nullptr);
    inclusive_output = result.inclusive;
    exclusive_output = result.exclusive;
  }
  template <typename ScanOp>
  __device__ void Scan(T input, T &inclusive_output, T &exclusive_output, T initial_value,
                       ScanOp op) {
    const Result result = scan(input, op, &initial_value);
    inclusive_output = result.inclusive;
    exclusive_output = result.exclusive;
  }
  __device__ void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
  __device__ void InclusiveSum(T input, T &output, T &warp_aggregate) {
    InclusiveScan(input, output, cub::Sum(), warp_aggregate);
  }
  __device__ void ExclusiveSum(T input, T &output) {
    ExclusiveScan(input, output, T{}, cub::Sum());
  }
  __device__ void ExclusiveSum(T input, T &output, T &warp_aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), warp_aggregate);
  }
  __device__ void Sum(T input, T &inclusive_output, T &exclusive_output) {
    Scan(input, inclusive_output, exclusive_output, T{}, cub::Sum());
  }
  /// Returns the input of lane `src_lane`.
  __device__ T Broadcast(T input, unsigned src_lane) {
    return ShuffleIndex<Threads>(input, static_cast<int>(src_lane), warp.mask);
  }
};

CUB_NAMESPACE_END

#endif // CUB_WARP_SCAN_CUH
