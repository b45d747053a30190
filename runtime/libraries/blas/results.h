//===- libraries/blas/results.h - numbers that calls return ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_RESULTS_H
#define MUSAPORT_LIBRARIES_BLAS_RESULTS_H

#include "handle.h"

namespace musaport::blas {

/// `work` puts a number where `result` points: memory of the program's, which waits, or the
/// device's.
template <typename Work>
mublasStatus_t submitResult(mublasHandle_t handle, const void *result, Work work,
                            const char *caller = __builtin_FUNCTION()) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (result == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  const mublasStatus_t status = submit(*handle, work, caller);
  if (status != MUBLAS_STATUS_SUCCESS || handle->pointerMode == MUBLAS_POINTER_MODE_DEVICE)
    return status;
  return statusOf(musaStreamSynchronize(handle->stream));
}

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_RESULTS_H
