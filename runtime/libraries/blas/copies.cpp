//===- libraries/blas/copies.cpp - vectors and matrices between the host and the device ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mublas.h"

#include <cstddef>

namespace {

/// Columns of `size` bytes times `rows` that are `lda` and `ldb` elements apart. `copy(to, pitch,
/// from, pitch, width, height)` moves them.
template <typename Copy>
mublasStatus_t copyColumns(int rows, int columns, int size, const void *from, int lda, void *to,
                           int ldb, Copy copy) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows || lda <= 0 || ldb <= 0)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0)
    return MUBLAS_STATUS_SUCCESS;
  const size_t bytes = size;
  const musaError_t error =
      copy(to, bytes * ldb, from, bytes * lda, bytes * rows, static_cast<size_t>(columns));
  return error == musaSuccess ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_MAPPING_ERROR;
}

/// A vector is a matrix of one row, and one without gaps is a column.
template <typename Copy>
mublasStatus_t copyVector(int n, int size, const void *from, int incx, void *to, int incy,
                          Copy copy) {
  if (n < 0)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (incx == 1 && incy == 1 && n > 0)
    return copyColumns(n, 1, size, from, n, to, n, copy);
  return copyColumns(1, n, size, from, incx, to, incy, copy);
}

auto now(musaMemcpyKind kind) {
  return
      [=](void *to, size_t pitch, const void *from, size_t fromPitch, size_t width, size_t height) {
        return musaMemcpy2D(to, pitch, from, fromPitch, width, height, kind);
      };
}
auto inStream(musaMemcpyKind kind, musaStream_t stream) {
  return
      [=](void *to, size_t pitch, const void *from, size_t fromPitch, size_t width, size_t height) {
        return musaMemcpy2DAsync(to, pitch, from, fromPitch, width, height, kind, stream);
      };
}

} // namespace

mublasStatus_t mublasSetVector(int n, int size, const void *x, int incx, void *device, int incy) {
  return copyVector(n, size, x, incx, device, incy, now(musaMemcpyHostToDevice));
}
mublasStatus_t mublasGetVector(int n, int size, const void *device, int incx, void *y, int incy) {
  return copyVector(n, size, device, incx, y, incy, now(musaMemcpyDeviceToHost));
}
mublasStatus_t mublasSetMatrix(int rows, int columns, int size, const void *a, int lda,
                               void *device, int ldb) {
  return copyColumns(rows, columns, size, a, lda, device, ldb, now(musaMemcpyHostToDevice));
}
mublasStatus_t mublasGetMatrix(int rows, int columns, int size, const void *device, int lda,
                               void *b, int ldb) {
  return copyColumns(rows, columns, size, device, lda, b, ldb, now(musaMemcpyDeviceToHost));
}
mublasStatus_t mublasSetVectorAsync(int n, int size, const void *x, int incx, void *device,
                                    int incy, musaStream_t stream) {
  return copyVector(n, size, x, incx, device, incy, inStream(musaMemcpyHostToDevice, stream));
}
mublasStatus_t mublasGetVectorAsync(int n, int size, const void *device, int incx, void *y,
                                    int incy, musaStream_t stream) {
  return copyVector(n, size, device, incx, y, incy, inStream(musaMemcpyDeviceToHost, stream));
}
mublasStatus_t mublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda,
                                    void *device, int ldb, musaStream_t stream) {
  return copyColumns(rows, columns, size, a, lda, device, ldb,
                     inStream(musaMemcpyHostToDevice, stream));
}
mublasStatus_t mublasGetMatrixAsync(int rows, int columns, int size, const void *device, int lda,
                                    void *b, int ldb, musaStream_t stream) {
  return copyColumns(rows, columns, size, device, lda, b, ldb,
                     inStream(musaMemcpyDeviceToHost, stream));
}
