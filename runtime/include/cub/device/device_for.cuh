//===- cub/device/device_for.cuh - a function for each item --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_FOR_CUH
#define CUB_DEVICE_FOR_CUH

#include "cub/detail/launch.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceFor {
  /// Calls op(i) for each index i.
  template <typename ShapeT, typename OpT>
  static musaError_t Bulk(ShapeT shape, OpT op, musaStream_t stream = 0) {
    return run(static_cast<long long>(shape), stream,
               [=] __device__(long long i) mutable { op(static_cast<ShapeT>(i)); });
  }
  template <typename ShapeT, typename OpT>
  static musaError_t Bulk(void *memory, size_t &bytes, ShapeT shape, OpT op,
                          musaStream_t stream = 0) {
    return memory == nullptr ? size(bytes) : Bulk(shape, op, stream);
  }
  /// Calls op(*it) for each iterator.
  template <typename IteratorT, typename NumItemsT, typename OpT>
  static musaError_t ForEachN(IteratorT first, NumItemsT num_items, OpT op,
                              musaStream_t stream = 0) {
    return run(static_cast<long long>(num_items), stream,
               [=] __device__(long long i) mutable { op(first[i]); });
  }
  template <typename IteratorT, typename NumItemsT, typename OpT>
  static musaError_t ForEachN(void *memory, size_t &bytes, IteratorT first, NumItemsT num_items,
                              OpT op, musaStream_t stream = 0) {
    return memory == nullptr ? size(bytes) : ForEachN(first, num_items, op, stream);
  }
  template <typename IteratorT, typename OpT>
  static musaError_t ForEach(IteratorT first, IteratorT last, OpT op, musaStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  template <typename IteratorT, typename NumItemsT, typename OpT>
  static musaError_t ForEachCopyN(IteratorT first, NumItemsT num_items, OpT op,
                                  musaStream_t stream = 0) {
    return run(static_cast<long long>(num_items), stream, [=] __device__(long long i) mutable {
      op(static_cast<detail::value_t<IteratorT>>(first[i]));
    });
  }
  template <typename IteratorT, typename OpT>
  static musaError_t ForEachCopy(IteratorT first, IteratorT last, OpT op, musaStream_t stream = 0) {
    return ForEachCopyN(first, last - first, op, stream);
  }

private:
  static musaError_t size(size_t &bytes) {
    bytes = 1;
    return musaSuccess;
  }
  template <typename Body> static musaError_t run(long long n, musaStream_t stream, Body body) {
    if (n <= 0)
      return musaSuccess;
    const detail::parts_of parts(n, false, 1024);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        body(i);
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_FOR_CUH
