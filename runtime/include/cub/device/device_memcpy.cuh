//===- cub/device/device_memcpy.cuh - many buffers copied at once --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_MEMCPY_CUH
#define CUB_DEVICE_MEMCPY_CUH

#include "cub/detail/launch.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceMemcpy {
  /// For each i, copies sizes[i] bytes from buffer i of the input to buffer i of the output.
  template <typename InputBufferIt, typename OutputBufferIt, typename BufferSizeIteratorT>
  static musaError_t Batched(void *d_temp_storage, size_t &temp_storage_bytes,
                             InputBufferIt input_buffer_it, OutputBufferIt output_buffer_it,
                             BufferSizeIteratorT buffer_sizes, long long num_buffers,
                             musaStream_t stream = 0) {
    musaError_t status;
    if (detail::workspace(d_temp_storage).answer(temp_storage_bytes, status) || num_buffers <= 0)
      return status;
    const detail::parts_of parts(num_buffers, false, 16);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        memcpy(static_cast<void *>(output_buffer_it[i]),
               static_cast<const void *>(input_buffer_it[i]), static_cast<size_t>(buffer_sizes[i]));
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_MEMCPY_CUH
