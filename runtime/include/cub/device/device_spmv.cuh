//===- cub/device/device_spmv.cuh - sparse matrix times vector --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SPMV_CUH
#define CUB_DEVICE_SPMV_CUH

#include "cub/detail/launch.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceSpmv {
  /// y = A * x, with A in CSR form: `d_row_offsets` has num_rows + 1 values.
  template <typename ValueT>
  static musaError_t CsrMV(void *d_temp_storage, size_t &temp_storage_bytes, const ValueT *d_values,
                           const int *d_row_offsets, const int *d_column_indices,
                           const ValueT *d_vector_x, ValueT *d_vector_y, int num_rows,
                           [[maybe_unused]] int num_cols, [[maybe_unused]] int num_nonzeros,
                           musaStream_t stream = 0, bool = false) {
    musaError_t status;
    if (detail::workspace(d_temp_storage).answer(temp_storage_bytes, status) || num_rows <= 0)
      return status;
    const detail::parts_of parts(num_rows);
    return detail::launch(parts.count, stream, [=] __device__(int part) {
      for (long long row = parts.first(part), last = parts.last(part); row < last; ++row) {
        ValueT sum{};
        for (int i = d_row_offsets[row]; i < d_row_offsets[row + 1]; ++i)
          sum = sum + d_values[i] * d_vector_x[d_column_indices[i]];
        d_vector_y[row] = sum;
      }
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SPMV_CUH
