//===- libraries/sparse/zero_pivot.h - zeros on the diagonal ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SPARSE_ZERO_PIVOT_H
#define MUSAPORT_LIBRARIES_SPARSE_ZERO_PIVOT_H

#include "handle.h"
#include "matrices.h"

#include <algorithm>
#include <memory>

namespace musaport::sparse {

/// The first row (of blocks) with a zero on the diagonal, in the base of the matrix; -1 if there is
/// none. Work in streams shares it.
struct PivotInfo {
  std::shared_ptr<int> zeroPivot = std::make_shared<int>(-1);
};

/// Looks for blocks on the diagonal that are not there, or that have a zero there.
template <typename T> int findZeroPivot(const SparseMatrix &a, bool isNumeric) {
  if (a.diagonal == MUSPARSE_DIAG_TYPE_UNIT)
    return -1;
  using E = ComputedType<T>;
  const auto *values = static_cast<const E *>(a.values);
  const Rows rows = rowsOf(a, MUSPARSE_OPERATION_NON_TRANSPOSE);
  for (int64_t row = 0; row < rows.rows; ++row) {
    const auto *diagonal = std::find_if(rows.begin(row), rows.end(row),
                                        [=](Rows::Entry entry) { return entry.column == row; });
    if (diagonal == rows.end(row) || (isNumeric && values[diagonal->place] == E{}))
      return static_cast<int>(row / a.blockSize) + a.base;
  }
  return -1;
}

template <typename Info>
musparseStatus_t giveZeroPivot(musparseHandle_t handle, const Info *info, int *position) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (info == nullptr || position == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (musaError_t error = musaStreamSynchronize(handle->stream); error != musaSuccess)
    return statusOf(error);
  *position = *info->zeroPivot;
  return *position >= 0 ? MUSPARSE_STATUS_ZERO_PIVOT : MUSPARSE_STATUS_SUCCESS;
}

template <typename Info> musparseStatus_t destroy(Info *info) {
  delete info;
  return MUSPARSE_STATUS_SUCCESS;
}

} // namespace musaport::sparse

#endif // MUSAPORT_LIBRARIES_SPARSE_ZERO_PIVOT_H
