//===- cub/block/block_scan.cuh - prefix scans of a block --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_SCAN_CUH
#define CUB_BLOCK_SCAN_CUH

#include "cub/block/block_raking_layout.cuh" // comes with it in CUB too
#include "cub/thread/thread_reduce.cuh"
#include "cub/thread/thread_scan.cuh"
#include "cub/util_ptx.cuh"
#include "cub/warp/warp_scan.cuh" // comes with it in CUB too

CUB_NAMESPACE_BEGIN

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <typename T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

public:
  struct alignas(16) TempStorage {
    detail::raw_array<T, Threads> values;
    detail::raw_storage<T> aggregate;
    detail::raw_storage<T> prefix;
  };

  __device__ BlockScan() : storage(PrivateStorage()) {}
  __device__ explicit BlockScan(TempStorage &temp_storage) : storage(temp_storage) {}

private:
  /// `Before` says what precedes the first item: Nothing, an initial value (T), or a Callback.
  struct Nothing {};
  template <typename Op> struct Callback {
    Op &op;
  };

  /// Computes the exclusive prefix of each thread's `partial`, in thread order. Returns whether the
  /// prefix is defined: if nothing precedes the block, that of thread 0 is not.
  template <typename ScanOp, typename Before>
  __device__ bool prefixes(const T &partial, T &prefix, ScanOp &op, Before before, T &aggregate) {
    storage.values.put(tid, partial);
    CTA_SYNC();
    if (tid == 0) {
      // Replace each value but the first by the combination of all values before it.
      T running = storage.values[0];
      for (int i = 1; i < Threads; ++i) {
        const T value = storage.values[i];
        storage.values[i] = running;
        running = op(running, value);
      }
      ::new (static_cast<void *>(storage.aggregate.bytes)) T(running);
    }
    CTA_SYNC();
    aggregate = storage.aggregate.alias();
    constexpr bool nothing = std::is_same<Before, Nothing>::value;
    if constexpr (nothing) {
      prefix = storage.values[tid];
    } else if constexpr (std::is_same<Before, T>::value) {
      prefix = tid == 0 ? before : T(op(before, storage.values[tid]));
    } else {
      // All threads of the first warp call the callback, and the block uses thread 0's answer.
      if (tid < static_cast<int>(warpSize)) {
        const T answer = before.op(aggregate);
        if (tid == 0)
          ::new (static_cast<void *>(storage.prefix.bytes)) T(answer);
      }
      CTA_SYNC();
      const T first = storage.prefix.alias();
      prefix = tid == 0 ? first : T(op(first, storage.values[tid]));
    }
    return !nothing || tid != 0;
  }

  template <typename ScanOp, typename Before>
  __device__ void inclusive(T input, T &output, ScanOp op, Before before, T &aggregate) {
    T prefix = input;
    output = prefixes(input, prefix, op, before, aggregate) ? T(op(prefix, input)) : input;
  }
  template <typename ScanOp, typename Before>
  __device__ void exclusive(T input, T &output, ScanOp op, Before before, T &aggregate) {
    T prefix = input;
    prefixes(input, prefix, op, before, aggregate);
    output = prefix;
  }
  template <int ITEMS, typename ScanOp, typename Before>
  __device__ void inclusive(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp op, Before before,
                            T &aggregate) {
    T prefix = input[0];
    const bool has = prefixes(internal::ThreadReduce(input, op), prefix, op, before, aggregate);
    internal::ThreadScanInclusive(input, output, op, prefix, has);
  }
  template <int ITEMS, typename ScanOp, typename Before>
  __device__ void exclusive(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp op, Before before,
                            T &aggregate) {
    T prefix = input[0];
    const bool has = prefixes(internal::ThreadReduce(input, op), prefix, op, before, aggregate);
    internal::ThreadScanExclusive(input, output, op, prefix, has);
  }

public:
  // ---- one item per thread
  __device__ void ExclusiveSum(T input, T &output) {
    T aggregate = input;
    exclusive(input, output, cub::Sum(), T{}, aggregate);
  }
  __device__ void ExclusiveSum(T input, T &output, T &block_aggregate) {
    exclusive(input, output, cub::Sum(), T{}, block_aggregate);
  }
  template <typename Op>
  __device__ void ExclusiveSum(T input, T &output, Op &block_prefix_callback_op) {
    T aggregate = input;
    exclusive(input, output, cub::Sum(), Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, T initial_value, ScanOp scan_op) {
    T aggregate = input;
    exclusive(input, output, scan_op, initial_value, aggregate);
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, T initial_value, ScanOp scan_op,
                                T &block_aggregate) {
    exclusive(input, output, scan_op, initial_value, block_aggregate);
  }
  template <typename ScanOp> __device__ void ExclusiveScan(T input, T &output, ScanOp scan_op) {
    T aggregate = input;
    exclusive(input, output, scan_op, Nothing{}, aggregate);
  }
  template <typename ScanOp>
  __device__ void ExclusiveScan(T input, T &output, ScanOp scan_op, T &block_aggregate) {
    exclusive(input, output, scan_op, Nothing{}, block_aggregate);
  }
  template <typename ScanOp, typename Op>
  __device__ void ExclusiveScan(T input, T &output, ScanOp scan_op, Op &block_prefix_callback_op) {
    T aggregate = input;
    exclusive(input, output, scan_op, Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  __device__ void InclusiveSum(T input, T &output) {
    T aggregate = input;
    inclusive(input, output, cub::Sum(), Nothing{}, aggregate);
  }
  __device__ void InclusiveSum(T input, T &output, T &block_aggregate) {
    inclusive(input, output, cub::Sum(), Nothing{}, block_aggregate);
  }
  template <typename Op>
  __device__ void InclusiveSum(T input, T &output, Op &block_prefix_callback_op) {
    T aggregate = input;
    inclusive(input, output, cub::Sum(), Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <typename ScanOp> __device__ void InclusiveScan(T input, T &output, ScanOp scan_op) {
    T aggregate = input;
    inclusive(input, output, scan_op, Nothing{}, aggregate);
  }
  template <typename ScanOp>
  __device__ void InclusiveScan(T input, T &output, ScanOp scan_op, T &block_aggregate) {
    inclusive(input, output, scan_op, Nothing{}, block_aggregate);
  }
  template <typename ScanOp, typename Op>
  __device__ void InclusiveScan(T input, T &output, ScanOp scan_op, Op &block_prefix_callback_op) {
    T aggregate = input;
    inclusive(input, output, scan_op, Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <typename ScanOp>
  __device__ void InclusiveScan(T input, T &output, T initial_value, ScanOp scan_op) {
    T aggregate = input;
    inclusive(input, output, scan_op, initial_value, aggregate);
  }
  template <typename ScanOp>
  __device__ void InclusiveScan(T input, T &output, T initial_value, ScanOp scan_op,
                                T &block_aggregate) {
    inclusive(input, output, scan_op, initial_value, block_aggregate);
  }

  // ---- several items per thread
  template <int ITEMS> __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) {
    T aggregate = input[0];
    exclusive(input, output, cub::Sum(), T{}, aggregate);
  }
  template <int ITEMS>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T &block_aggregate) {
    exclusive(input, output, cub::Sum(), T{}, block_aggregate);
  }
  template <int ITEMS, typename Op>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                               Op &block_prefix_callback_op) {
    T aggregate = input[0];
    exclusive(input, output, cub::Sum(), Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value,
                                ScanOp scan_op) {
    T aggregate = input[0];
    exclusive(input, output, scan_op, initial_value, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value,
                                ScanOp scan_op, T &block_aggregate) {
    exclusive(input, output, scan_op, initial_value, block_aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op) {
    T aggregate = input[0];
    exclusive(input, output, scan_op, Nothing{}, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op,
                                T &block_aggregate) {
    exclusive(input, output, scan_op, Nothing{}, block_aggregate);
  }
  template <int ITEMS, typename ScanOp, typename Op>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op,
                                Op &block_prefix_callback_op) {
    T aggregate = input[0];
    exclusive(input, output, scan_op, Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <int ITEMS> __device__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) {
    T aggregate = input[0];
    inclusive(input, output, cub::Sum(), Nothing{}, aggregate);
  }
  template <int ITEMS>
  __device__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T &block_aggregate) {
    inclusive(input, output, cub::Sum(), Nothing{}, block_aggregate);
  }
  template <int ITEMS, typename Op>
  __device__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                               Op &block_prefix_callback_op) {
    T aggregate = input[0];
    inclusive(input, output, cub::Sum(), Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op) {
    T aggregate = input[0];
    inclusive(input, output, scan_op, Nothing{}, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op,
                                T &block_aggregate) {
    inclusive(input, output, scan_op, Nothing{}, block_aggregate);
  }
  template <int ITEMS, typename ScanOp, typename Op>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp scan_op,
                                Op &block_prefix_callback_op) {
    T aggregate = input[0];
    inclusive(input, output, scan_op, Callback<Op>{block_prefix_callback_op}, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value,
                                ScanOp scan_op) {
    T aggregate = input[0];
    inclusive(input, output, scan_op, initial_value, aggregate);
  }
  template <int ITEMS, typename ScanOp>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value,
                                ScanOp scan_op, T &block_aggregate) {
    inclusive(input, output, scan_op, initial_value, block_aggregate);
  }

private:
  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_SCAN_CUH
