//===- libraries/sparse/blocks.cpp - block sparse matrices ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "products.h"
#include "triangular.h"
#include "zero_pivot.h"

#include <algorithm>

struct bsrsv2Info : musaport::sparse::PivotInfo {};
struct bsrsm2Info : musaport::sparse::PivotInfo {};
struct csrsv2Info : musaport::sparse::PivotInfo {};

namespace musaport::sparse {
namespace {

/// What all the functions are told of A.
template <typename T> struct Blocks {
  musparseDirection_t direction;
  const musparseMatDescr *descriptor;
  int rows; ///< of blocks
  int columns;
  int count;
  const T *values;
  const int *offsets;
  const int *indices;
  int size; ///< of a block

  bool isValid() const {
    return descriptor != nullptr && rows >= 0 && columns >= 0 && count >= 0 && size >= 1 &&
           (direction == MUSPARSE_DIRECTION_ROW || direction == MUSPARSE_DIRECTION_COLUMN);
  }
  bool isGeneral() const { return descriptor->type == MUSPARSE_MATRIX_TYPE_GENERAL; }

  SparseMatrix matrix() const {
    SparseMatrix result;
    result.rows = static_cast<int64_t>(rows) * size;
    result.columns = static_cast<int64_t>(columns) * size;
    result.nonzeros = static_cast<int64_t>(count) * size * size;
    result.major = const_cast<int *>(offsets);
    result.minor = const_cast<int *>(indices);
    result.values = const_cast<T *>(values);
    result.base = descriptor->base;
    result.type = typeOf<T>;
    result.fill = descriptor->fill;
    result.diagonal = descriptor->diagonal;
    result.blockSize = size;
    result.blockDirection = direction;
    return result;
  }
};

/// A dense matrix, whose transpose is X in op(X), stored column by column.
template <typename T>
DenseMatrix denseMatrix(int64_t rows, int64_t columns, const T *values, int64_t ld,
                        musparseOperation_t operation = MUSPARSE_OPERATION_NON_TRANSPOSE) {
  if (operation != MUSPARSE_OPERATION_NON_TRANSPOSE)
    std::swap(rows, columns);
  return {rows, columns, ld, const_cast<T *>(values), typeOf<T>};
}

template <typename T>
musparseStatus_t multiplyBlocks(musparseHandle_t handle, const Blocks<T> &a,
                                musparseOperation_t opA, const T *alpha, const DenseMatrix &b,
                                musparseOperation_t opB, const T *beta, const DenseMatrix &c) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (!a.isValid() || b.ld < std::max<int64_t>(1, b.rows) || c.ld < std::max<int64_t>(1, c.rows))
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (!a.isGeneral())
    return MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  return multiply(handle, {a.matrix(), opA, b, opB, c}, alpha, beta, typeOf<T>);
}

template <typename T, typename Info>
musparseStatus_t submitSearch(musparseHandle_t handle, const Blocks<T> &a, Info *info,
                              bool isNumeric) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (!a.isValid() || info == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (!a.isGeneral())
    return MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  return submit(*handle, [zeroPivot = info->zeroPivot, matrix = a.matrix(), isNumeric] {
    *zeroPivot = findZeroPivot<T>(matrix, isNumeric);
  });
}

template <typename T, typename Info>
musparseStatus_t solveBlocks(musparseHandle_t handle, const Blocks<T> &a, musparseOperation_t opA,
                             const T *alpha, const DenseMatrix &b, const DenseMatrix &x,
                             musparseOperation_t opX, Info *info) {
  if (b.ld < std::max<int64_t>(1, b.rows) || x.ld < std::max<int64_t>(1, x.rows) ||
      alpha == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (musparseStatus_t status = submitSearch(handle, a, info, true);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return solve(handle, {a.matrix(), opA, b, opX, x, opX}, alpha, typeOf<T>);
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCreateBsrsv2Info(bsrsv2Info_t *info) { return create(info); }
musparseStatus_t musparseDestroyBsrsv2Info(bsrsv2Info_t info) { return destroy(info); }
musparseStatus_t musparseCreateBsrsm2Info(bsrsm2Info_t *info) { return create(info); }
musparseStatus_t musparseDestroyBsrsm2Info(bsrsm2Info_t info) { return destroy(info); }

musparseStatus_t musparseCreateCsrsv2Info(csrsv2Info_t *info) { return create(info); }
musparseStatus_t musparseDestroyCsrsv2Info(csrsv2Info_t info) { return destroy(info); }

musparseStatus_t musparseXcsrsv2_zeroPivot(musparseHandle_t handle, csrsv2Info_t info,
                                           int *position) {
  return giveZeroPivot(handle, info, position);
}
musparseStatus_t musparseXbsrsv2_zeroPivot(musparseHandle_t handle, bsrsv2Info_t info,
                                           int *position) {
  return giveZeroPivot(handle, info, position);
}
musparseStatus_t musparseXbsrsm2_zeroPivot(musparseHandle_t handle, bsrsm2Info_t info,
                                           int *position) {
  return giveZeroPivot(handle, info, position);
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  musparseStatus_t musparse##L##bsrmv(                                                             \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nb, int nnzb, const T *alpha, const musparseMatDescr_t descrA, const T *bsrSortedValA,   \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, const T *x,          \
      const T *beta, T *y) {                                                                       \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, nb, nnzb, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim};  \
    const int64_t rows = int64_t{mb} * blockDim;                                                   \
    const int64_t columns = int64_t{nb} * blockDim;                                                \
    const bool isPlain = transA == MUSPARSE_OPERATION_NON_TRANSPOSE;                               \
    const int64_t inputs = isPlain ? columns : rows;                                               \
    const int64_t outputs = isPlain ? rows : columns;                                              \
    return multiplyBlocks(handle, a, transA, alpha,                                                \
                          denseMatrix(inputs, 1, x, std::max<int64_t>(1, inputs)),                 \
                          MUSPARSE_OPERATION_NON_TRANSPOSE, beta,                                  \
                          denseMatrix(outputs, 1, y, std::max<int64_t>(1, outputs)));              \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrmm(                                                             \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transB, int mb, int n, int kb, int nnzb, const T *alpha,                 \
      const musparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA,        \
      const int *bsrSortedColIndA, int blockSize, const T *B, int ldb, const T *beta, T *C,        \
      int ldc) {                                                                                   \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, kb, nnzb, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize}; \
    const int64_t rows = int64_t{mb} * blockSize;                                                  \
    const int64_t columns = int64_t{kb} * blockSize;                                               \
    const bool isPlain = transA == MUSPARSE_OPERATION_NON_TRANSPOSE;                               \
    return multiplyBlocks(handle, a, transA, alpha,                                                \
                          denseMatrix(isPlain ? columns : rows, n, B, ldb, transB), transB, beta,  \
                          denseMatrix(isPlain ? rows : columns, n, C, ldc));                       \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsv2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t, musparseOperation_t, int, int,                 \
      const musparseMatDescr_t, T *, const int *, const int *, int, bsrsv2Info_t,                  \
      int *pBufferSizeInBytes) {                                                                   \
    return giveBufferSize(handle, pBufferSizeInBytes);                                             \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsv2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t, int mb, int nnzb,    \
      const musparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA,        \
      const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info, musparseSolvePolicy_t,         \
      void *) {                                                                                    \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, mb, nnzb, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim};  \
    return submitSearch(handle, a, info, false);                                                   \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsv2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nnzb, const T *alpha, const musparseMatDescr_t descrA, const T *bsrSortedValA,           \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info,   \
      const T *f, T *x, musparseSolvePolicy_t, void *) {                                           \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, mb, nnzb, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim};  \
    const int64_t rows = int64_t{mb} * blockDim;                                                   \
    const int64_t ld = std::max<int64_t>(1, rows);                                                 \
    return solveBlocks(handle, a, transA, alpha, denseMatrix(rows, 1, f, ld),                      \
                       denseMatrix(rows, 1, x, ld), MUSPARSE_OPERATION_NON_TRANSPOSE, info);       \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsm2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t, musparseOperation_t, musparseOperation_t, int, \
      int, int, const musparseMatDescr_t, T *, const int *, const int *, int, bsrsm2Info_t,        \
      int *pBufferSizeInBytes) {                                                                   \
    return giveBufferSize(handle, pBufferSizeInBytes);                                             \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsm2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t, musparseOperation_t, \
      int mb, int, int nnzb, const musparseMatDescr_t descrA, const T *bsrSortedVal,               \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info,    \
      musparseSolvePolicy_t, void *) {                                                             \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, mb, nnzb, bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize};    \
    return submitSearch(handle, a, info, false);                                                   \
  }                                                                                                \
  musparseStatus_t musparse##L##bsrsm2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transXY, int mb, int n, int nnzb, const T *alpha,                        \
      const musparseMatDescr_t descrA, const T *bsrSortedVal, const int *bsrSortedRowPtr,          \
      const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info, const T *B, int ldb, T *X,     \
      int ldx, musparseSolvePolicy_t, void *) {                                                    \
    const Blocks<T> a = {                                                                          \
        dirA, descrA, mb, mb, nnzb, bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize};    \
    const int64_t rows = int64_t{mb} * blockSize;                                                  \
    return solveBlocks(handle, a, transA, alpha, denseMatrix(rows, n, B, ldb, transXY),            \
                       denseMatrix(rows, n, X, ldx, transXY), transXY, info);                      \
  }
__MUSPARSE_TYPES(DEFINE)
#undef DEFINE

// CSR is of blocks of one number.
#define DEFINE(L, T)                                                                               \
  musparseStatus_t musparse##L##csrsv2_bufferSize(                                                 \
      musparseHandle_t handle, musparseOperation_t, int, int, const musparseMatDescr_t, T *,       \
      const int *, const int *, csrsv2Info_t, int *pBufferSizeInBytes) {                           \
    return giveBufferSize(handle, pBufferSizeInBytes);                                             \
  }                                                                                                \
  musparseStatus_t musparse##L##csrsv2_analysis(                                                   \
      musparseHandle_t handle, musparseOperation_t, int m, int nnz,                                \
      const musparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA,        \
      const int *csrSortedColIndA, csrsv2Info_t info, musparseSolvePolicy_t, void *) {             \
    const Blocks<T> a = {MUSPARSE_DIRECTION_ROW, descrA,           m, m, nnz, csrSortedValA,       \
                         csrSortedRowPtrA,       csrSortedColIndA, 1};                             \
    return submitSearch(handle, a, info, false);                                                   \
  }                                                                                                \
  musparseStatus_t musparse##L##csrsv2_solve(                                                      \
      musparseHandle_t handle, musparseOperation_t transA, int m, int nnz, const T *alpha,         \
      const musparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA,        \
      const int *csrSortedColIndA, csrsv2Info_t info, const T *f, T *x, musparseSolvePolicy_t,     \
      void *) {                                                                                    \
    const Blocks<T> a = {MUSPARSE_DIRECTION_ROW, descrA,           m, m, nnz, csrSortedValA,       \
                         csrSortedRowPtrA,       csrSortedColIndA, 1};                             \
    const int64_t ld = std::max<int64_t>(1, m);                                                    \
    return solveBlocks(handle, a, transA, alpha, denseMatrix(m, 1, f, ld),                         \
                       denseMatrix(m, 1, x, ld), MUSPARSE_OPERATION_NON_TRANSPOSE, info);          \
  }
__MUSPARSE_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
