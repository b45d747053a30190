//===- libraries/sparse/descriptors.cpp - matrix descriptors --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "matrices.h"

#include <algorithm>

namespace musaport::sparse {
namespace {

bool isValid(musparseIndexType_t type) {
  return type >= MUSPARSE_INDEX_16U && type <= MUSPARSE_INDEX_64I;
}
bool isValid(musparseIndexBase_t base) {
  return base == MUSPARSE_INDEX_BASE_ZERO || base == MUSPARSE_INDEX_BASE_ONE;
}

template <typename Descriptor>
musparseStatus_t createOf(Descriptor **descriptor, const decltype(Descriptor::matrix) &matrix) {
  const musparseStatus_t status = create(descriptor);
  if (status == MUSPARSE_STATUS_SUCCESS)
    (*descriptor)->matrix = matrix;
  return status;
}

musparseStatus_t createSparse(musparseSpMatDescr_t *descriptor, const SparseMatrix &matrix) {
  if (matrix.rows < 0 || matrix.columns < 0 || matrix.nonzeros < 0 || !isValid(matrix.majorType) ||
      !isValid(matrix.minorType) || !isValid(matrix.base))
    return MUSPARSE_STATUS_INVALID_VALUE;
  return isElementType(matrix.type) ? createOf(descriptor, matrix) : MUSPARSE_STATUS_NOT_SUPPORTED;
}

musparseStatus_t createDense(musparseDnMatDescr_t *descriptor, const DenseMatrix &matrix) {
  const int64_t line = matrix.order == MUSPARSE_ORDER_ROW ? matrix.columns : matrix.rows;
  if (matrix.rows < 0 || matrix.columns < 0 || matrix.ld < std::max<int64_t>(1, line) ||
      (matrix.order != MUSPARSE_ORDER_ROW && matrix.order != MUSPARSE_ORDER_COL))
    return MUSPARSE_STATUS_INVALID_VALUE;
  return isElementType(matrix.type) ? createOf(descriptor, matrix) : MUSPARSE_STATUS_NOT_SUPPORTED;
}

template <typename T> musparseStatus_t destroy(T *descriptor) {
  if (descriptor == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  delete descriptor;
  return MUSPARSE_STATUS_SUCCESS;
}

/// Writes a value for who asks for it.
template <typename T> void give(T *to, const T &value) {
  if (to != nullptr)
    *to = value;
}

template <typename Descriptor>
musparseStatus_t giveValues(const Descriptor *descriptor, void **values) {
  if (descriptor == nullptr || values == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *values = descriptor->matrix.values;
  return MUSPARSE_STATUS_SUCCESS;
}

template <typename Descriptor> musparseStatus_t setValues(Descriptor *descriptor, void *values) {
  if (descriptor == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  descriptor->matrix.values = values;
  return MUSPARSE_STATUS_SUCCESS;
}

bool isOf(const musparseSpMatDescr *descriptor, musparseFormat_t format) {
  return descriptor != nullptr && descriptor->matrix.format == format;
}

musparseStatus_t setPointers(musparseSpMatDescr_t descriptor, musparseFormat_t format, void *major,
                             void *minor, void *values) {
  if (!isOf(descriptor, format))
    return MUSPARSE_STATUS_INVALID_VALUE;
  descriptor->matrix.major = major;
  descriptor->matrix.minor = minor;
  descriptor->matrix.values = values;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t setBatch(musparseSpMatDescr_t descriptor, musparseFormat_t format, int count,
                          int64_t majorStride, int64_t stride) {
  if (!isOf(descriptor, format) || count < 1 || majorStride < 0 || stride < 0)
    return MUSPARSE_STATUS_INVALID_VALUE;
  descriptor->matrix.batchCount = count;
  descriptor->matrix.majorBatchStride = majorStride;
  descriptor->matrix.batchStride = stride;
  return MUSPARSE_STATUS_SUCCESS;
}

template <typename T>
musparseStatus_t set(musparseMatDescr_t descriptor, T musparseMatDescr::*field, T value, T last) {
  if (descriptor == nullptr || value < T{} || value > last)
    return MUSPARSE_STATUS_INVALID_VALUE;
  descriptor->*field = value;
  return MUSPARSE_STATUS_SUCCESS;
}

/// Copies an attribute from or to `data`.
template <typename Copy>
musparseStatus_t withAttribute(musparseSpMatDescr_t descriptor, musparseSpMatAttribute_t attribute,
                               const void *data, size_t size, Copy copy) {
  if (descriptor == nullptr || data == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  const auto copyField = [&](auto &field) {
    if (size != sizeof field)
      return MUSPARSE_STATUS_INVALID_VALUE;
    copy(&field);
    return MUSPARSE_STATUS_SUCCESS;
  };
  switch (attribute) {
  case MUSPARSE_SPMAT_FILL_MODE:
    return copyField(descriptor->matrix.fill);
  case MUSPARSE_SPMAT_DIAG_TYPE:
    return copyField(descriptor->matrix.diagonal);
  }
  return MUSPARSE_STATUS_INVALID_VALUE;
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCreateMatDescr(musparseMatDescr_t *descr) { return create(descr); }
musparseStatus_t musparseDestroyMatDescr(musparseMatDescr_t descr) {
  delete descr;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSetMatType(musparseMatDescr_t descr, musparseMatrixType_t type) {
  return set(descr, &musparseMatDescr::type, type, MUSPARSE_MATRIX_TYPE_TRIANGULAR);
}
musparseMatrixType_t musparseGetMatType(const musparseMatDescr_t descr) { return descr->type; }
musparseStatus_t musparseSetMatFillMode(musparseMatDescr_t descr, musparseFillMode_t mode) {
  return set(descr, &musparseMatDescr::fill, mode, MUSPARSE_FILL_MODE_UPPER);
}
musparseFillMode_t musparseGetMatFillMode(const musparseMatDescr_t descr) { return descr->fill; }
musparseStatus_t musparseSetMatDiagType(musparseMatDescr_t descr, musparseDiagType_t type) {
  return set(descr, &musparseMatDescr::diagonal, type, MUSPARSE_DIAG_TYPE_UNIT);
}
musparseDiagType_t musparseGetMatDiagType(const musparseMatDescr_t descr) {
  return descr->diagonal;
}
musparseStatus_t musparseSetMatIndexBase(musparseMatDescr_t descr, musparseIndexBase_t base) {
  return set(descr, &musparseMatDescr::base, base, MUSPARSE_INDEX_BASE_ONE);
}
musparseIndexBase_t musparseGetMatIndexBase(const musparseMatDescr_t descr) { return descr->base; }

musparseStatus_t musparseCreateCsr(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *csrRowOffsets, void *csrColInd,
                                   void *csrValues, musparseIndexType_t csrRowOffsetsType,
                                   musparseIndexType_t csrColIndType, musparseIndexBase_t idxBase,
                                   musaDataType valueType) {
  return createSparse(matrix, {MUSPARSE_FORMAT_CSR, rows, cols, nnz, csrRowOffsets, csrColInd,
                               csrValues, csrRowOffsetsType, csrColIndType, idxBase, valueType});
}

musparseStatus_t musparseCreateCsc(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cscColOffsets, void *cscRowInd,
                                   void *cscValues, musparseIndexType_t cscColOffsetsType,
                                   musparseIndexType_t cscRowIndType, musparseIndexBase_t idxBase,
                                   musaDataType valueType) {
  return createSparse(matrix, {MUSPARSE_FORMAT_CSC, rows, cols, nnz, cscColOffsets, cscRowInd,
                               cscValues, cscColOffsetsType, cscRowIndType, idxBase, valueType});
}

musparseStatus_t musparseCreateCoo(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cooRowInd, void *cooColInd, void *cooValues,
                                   musparseIndexType_t cooIdxType, musparseIndexBase_t idxBase,
                                   musaDataType valueType) {
  return createSparse(matrix, {MUSPARSE_FORMAT_COO, rows, cols, nnz, cooRowInd, cooColInd,
                               cooValues, cooIdxType, cooIdxType, idxBase, valueType});
}

musparseStatus_t musparseDestroySpMat(musparseSpMatDescr_t matrix) { return destroy(matrix); }

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names
#define DEFINE_GET(name, format)                                                                   \
  musparseStatus_t name(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,   \
                        void **offsets, void **indices, void **values,                             \
                        musparseIndexType_t *offsetsType, musparseIndexType_t *indicesType,        \
                        musparseIndexBase_t *idxBase, musaDataType *valueType) {                   \
    if (!isOf(matrix, format))                                                                     \
      return MUSPARSE_STATUS_INVALID_VALUE;                                                        \
    const SparseMatrix &of = matrix->matrix;                                                       \
    give(rows, of.rows);                                                                           \
    give(cols, of.columns);                                                                        \
    give(nnz, of.nonzeros);                                                                        \
    give(offsets, of.major);                                                                       \
    give(indices, of.minor);                                                                       \
    give(values, of.values);                                                                       \
    give(offsetsType, of.majorType);                                                               \
    give(indicesType, of.minorType);                                                               \
    give(idxBase, of.base);                                                                        \
    give(valueType, of.type);                                                                      \
    return MUSPARSE_STATUS_SUCCESS;                                                                \
  }
DEFINE_GET(musparseCsrGet, MUSPARSE_FORMAT_CSR)
DEFINE_GET(musparseCscGet, MUSPARSE_FORMAT_CSC)
#undef DEFINE_GET
// NOLINTEND(bugprone-macro-parentheses)

musparseStatus_t musparseCooGet(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **cooRowInd, void **cooColInd, void **cooValues,
                                musparseIndexType_t *idxType, musparseIndexBase_t *idxBase,
                                musaDataType *valueType) {
  if (!isOf(matrix, MUSPARSE_FORMAT_COO))
    return MUSPARSE_STATUS_INVALID_VALUE;
  const SparseMatrix &of = matrix->matrix;
  give(rows, of.rows);
  give(cols, of.columns);
  give(nnz, of.nonzeros);
  give(cooRowInd, of.major);
  give(cooColInd, of.minor);
  give(cooValues, of.values);
  give(idxType, of.minorType);
  give(idxBase, of.base);
  give(valueType, of.type);
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseCsrSetPointers(musparseSpMatDescr_t matrix, void *csrRowOffsets,
                                        void *csrColInd, void *csrValues) {
  return setPointers(matrix, MUSPARSE_FORMAT_CSR, csrRowOffsets, csrColInd, csrValues);
}
musparseStatus_t musparseCscSetPointers(musparseSpMatDescr_t matrix, void *cscColOffsets,
                                        void *cscRowInd, void *cscValues) {
  return setPointers(matrix, MUSPARSE_FORMAT_CSC, cscColOffsets, cscRowInd, cscValues);
}
musparseStatus_t musparseCooSetPointers(musparseSpMatDescr_t matrix, void *cooRows,
                                        void *cooColumns, void *cooValues) {
  return setPointers(matrix, MUSPARSE_FORMAT_COO, cooRows, cooColumns, cooValues);
}

musparseStatus_t musparseSpMatGetSize(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                      int64_t *nnz) {
  if (matrix == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  give(rows, matrix->matrix.rows);
  give(cols, matrix->matrix.columns);
  give(nnz, matrix->matrix.nonzeros);
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpMatGetFormat(musparseSpMatDescr_t matrix, musparseFormat_t *format) {
  if (matrix == nullptr || format == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *format = matrix->matrix.format;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpMatGetIndexBase(musparseSpMatDescr_t matrix,
                                           musparseIndexBase_t *idxBase) {
  if (matrix == nullptr || idxBase == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *idxBase = matrix->matrix.base;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpMatGetValues(musparseSpMatDescr_t matrix, void **values) {
  return giveValues(matrix, values);
}
musparseStatus_t musparseSpMatSetValues(musparseSpMatDescr_t matrix, void *values) {
  return setValues(matrix, values);
}

musparseStatus_t musparseCsrSetStridedBatch(musparseSpMatDescr_t matrix, int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride) {
  return setBatch(matrix, MUSPARSE_FORMAT_CSR, batchCount, offsetsBatchStride,
                  columnsValuesBatchStride);
}
musparseStatus_t musparseCooSetStridedBatch(musparseSpMatDescr_t matrix, int batchCount,
                                            int64_t batchStride) {
  return setBatch(matrix, MUSPARSE_FORMAT_COO, batchCount, batchStride, batchStride);
}
musparseStatus_t musparseSpMatGetStridedBatch(musparseSpMatDescr_t matrix, int *batchCount) {
  if (matrix == nullptr || batchCount == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *batchCount = matrix->matrix.batchCount;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseSpMatGetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize) {
  return withAttribute(matrix, attribute, data, dataSize,
                       [=](const void *field) { std::memcpy(data, field, dataSize); });
}
musparseStatus_t musparseSpMatSetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize) {
  return withAttribute(matrix, attribute, data, dataSize,
                       [=](void *field) { std::memcpy(field, data, dataSize); });
}

musparseStatus_t musparseCreateDnVec(musparseDnVecDescr_t *vector, int64_t size, void *values,
                                     musaDataType valueType) {
  if (size < 0)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (!isElementType(valueType))
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return createOf(vector, {size, 1, size, values, valueType});
}
musparseStatus_t musparseDestroyDnVec(musparseDnVecDescr_t vector) { return destroy(vector); }
musparseStatus_t musparseDnVecGet(musparseDnVecDescr_t vector, int64_t *size, void **values,
                                  musaDataType *valueType) {
  if (vector == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  give(size, vector->matrix.rows);
  give(values, vector->matrix.values);
  give(valueType, vector->matrix.type);
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseDnVecGetValues(musparseDnVecDescr_t vector, void **values) {
  return giveValues(vector, values);
}
musparseStatus_t musparseDnVecSetValues(musparseDnVecDescr_t vector, void *values) {
  return setValues(vector, values);
}

musparseStatus_t musparseCreateDnMat(musparseDnMatDescr_t *matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, musaDataType valueType,
                                     musparseOrder_t order) {
  return createDense(matrix, {rows, cols, ld, values, valueType, order});
}
musparseStatus_t musparseDestroyDnMat(musparseDnMatDescr_t matrix) { return destroy(matrix); }
musparseStatus_t musparseDnMatGet(musparseDnMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                  int64_t *ld, void **values, musaDataType *type,
                                  musparseOrder_t *order) {
  if (matrix == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  give(rows, matrix->matrix.rows);
  give(cols, matrix->matrix.columns);
  give(ld, matrix->matrix.ld);
  give(values, matrix->matrix.values);
  give(type, matrix->matrix.type);
  give(order, matrix->matrix.order);
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseDnMatGetValues(musparseDnMatDescr_t matrix, void **values) {
  return giveValues(matrix, values);
}
musparseStatus_t musparseDnMatSetValues(musparseDnMatDescr_t matrix, void *values) {
  return setValues(matrix, values);
}
musparseStatus_t musparseDnMatSetStridedBatch(musparseDnMatDescr_t matrix, int batchCount,
                                              int64_t batchStride) {
  if (matrix == nullptr || batchCount < 1 || batchStride < 0)
    return MUSPARSE_STATUS_INVALID_VALUE;
  matrix->matrix.batchCount = batchCount;
  matrix->matrix.batchStride = batchStride;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseDnMatGetStridedBatch(musparseDnMatDescr_t matrix, int *batchCount,
                                              int64_t *batchStride) {
  if (matrix == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  give(batchCount, matrix->matrix.batchCount);
  give(batchStride, matrix->matrix.batchStride);
  return MUSPARSE_STATUS_SUCCESS;
}
