//===- cub/device/device_copy.cuh - many ranges copied at once --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_COPY_CUH
#define CUB_DEVICE_COPY_CUH

#include "cub/detail/launch.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceCopy {
  /// For each range i, copies sizes[i] items from input_it[i] to output_it[i].
  template <typename InputIt, typename OutputIt, typename SizeIteratorT>
  static musaError_t Batched(void *d_temp_storage, size_t &temp_storage_bytes, InputIt input_it,
                             OutputIt output_it, SizeIteratorT sizes, long long num_ranges,
                             musaStream_t stream = 0) {
    musaError_t status;
    if (detail::workspace(d_temp_storage).answer(temp_storage_bytes, status) || num_ranges <= 0)
      return status;
    const detail::parts_of parts(num_ranges, false, 16);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long range = parts.first(part); range < parts.last(part); ++range) {
        auto from = input_it[range];
        auto to = output_it[range];
        for (long long i = 0; i < static_cast<long long>(sizes[range]); ++i)
          to[i] = from[i];
      }
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_COPY_CUH
