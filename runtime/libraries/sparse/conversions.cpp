//===- libraries/sparse/conversions.cpp - a matrix in another format ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "matrices.h"

#include <algorithm>
#include <cstring>

namespace musaport::sparse {
namespace {

struct Csr {
  int rows;
  int columns;
  int count;
  const void *values;
  const int *offsets;
  const int *indices;
  musparseIndexBase_t base;

  SparseMatrix matrix() const {
    SparseMatrix result;
    result.rows = rows;
    result.columns = columns;
    result.nonzeros = count;
    result.major = const_cast<int *>(offsets);
    result.minor = const_cast<int *>(indices);
    result.base = base;
    return result;
  }
};

bool isAlgorithm(musparseCsr2CscAlg_t algorithm) {
  return algorithm == MUSPARSE_CSR2CSC_ALG1 || algorithm == MUSPARSE_CSR2CSC_ALG2;
}

musparseStatus_t check(musparseHandle_t handle, int m, int n, int nnz, musaDataType type,
                       musparseAction_t action, musparseIndexBase_t base,
                       musparseCsr2CscAlg_t algorithm) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || nnz < 0 ||
      (action != MUSPARSE_ACTION_SYMBOLIC && action != MUSPARSE_ACTION_NUMERIC) ||
      (base != MUSPARSE_INDEX_BASE_ZERO && base != MUSPARSE_INDEX_BASE_ONE) ||
      !isAlgorithm(algorithm))
    return MUSPARSE_STATUS_INVALID_VALUE;
  return isElementType(type) ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_NOT_SUPPORTED;
}

/// CSC is CSR of the transpose. If `values` is null, only indices are written.
void transpose(const Csr &csr, size_t elementSize, void *values, int *offsets, int *indices) {
  const Rows rows = rowsOf(csr.matrix(), MUSPARSE_OPERATION_TRANSPOSE);
  for (int64_t row = 0; row <= rows.rows; ++row)
    offsets[row] = static_cast<int>(rows.offsets[row]) + csr.base;
  for (size_t i = 0; i < rows.entries.size(); ++i) {
    indices[i] = static_cast<int>(rows.entries[i].column) + csr.base;
    if (values != nullptr)
      std::memcpy(static_cast<std::byte *>(values) + i * elementSize,
                  static_cast<const std::byte *>(csr.values) + rows.entries[i].place * elementSize,
                  elementSize);
  }
}

musparseStatus_t check(musparseHandle_t handle, const musparseSpMatDescr *sparse,
                       const musparseDnMatDescr *dense) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (sparse == nullptr || dense == nullptr || sparse->matrix.rows != dense->matrix.rows ||
      sparse->matrix.columns != dense->matrix.columns)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (sparse->matrix.type != dense->matrix.type || sparse->matrix.batchCount != 1 ||
      dense->matrix.batchCount != 1)
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return MUSPARSE_STATUS_SUCCESS;
}

template <typename T> void fillDense(const SparseMatrix &a, const DenseMatrix &b) {
  const View<T> result(b, MUSPARSE_OPERATION_NON_TRANSPOSE);
  const Rows rows = rowsOf(a, MUSPARSE_OPERATION_NON_TRANSPOSE);
  const auto *values = static_cast<const T *>(a.values);
  for (int64_t row = 0; row < rows.rows; ++row) {
    for (int64_t column = 0; column < rows.columns; ++column)
      result.set(row, column, {});
    for (const Rows::Entry *entry = rows.begin(row); entry != rows.end(row); ++entry)
      result.set(row, entry->column, load(values[entry->place]));
  }
}

/// Counts what is not zero, line by line, and writes the offsets of lines, if there is memory for
/// them. With `isComplete`, writes everything.
template <typename T>
int64_t compress(const DenseMatrix &a, const SparseMatrix &b, bool isComplete) {
  using E = ComputedType<T>;
  const View<const T> from(a, MUSPARSE_OPERATION_NON_TRANSPOSE);
  const bool isByColumn = b.format == MUSPARSE_FORMAT_CSC;
  const bool hasOffsets = b.format != MUSPARSE_FORMAT_COO;
  const bool writesOffsets = hasOffsets && b.major != nullptr;
  const int64_t lines = isByColumn ? b.columns : b.rows;
  const int64_t length = isByColumn ? b.rows : b.columns;
  int64_t count = 0;
  for (int64_t line = 0; line < lines; ++line) {
    if (writesOffsets)
      storeIndex(b.major, b.majorType, line, count + b.base);
    for (int64_t i = 0; i < length; ++i) {
      const E value = isByColumn ? from.get(i, line) : from.get(line, i);
      if (value == E{})
        continue;
      if (isComplete) {
        if (!hasOffsets)
          storeIndex(b.major, b.majorType, count, line + b.base);
        storeIndex(b.minor, b.minorType, count, i + b.base);
        store(static_cast<T *>(b.values)[count], value);
      }
      ++count;
    }
  }
  if (writesOffsets)
    storeIndex(b.major, b.majorType, lines, count + b.base);
  return count;
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCsr2cscEx2_bufferSize(musparseHandle_t handle, int m, int n, int nnz,
                                               const void *, const int *, const int *, void *,
                                               int *, int *, musaDataType valType,
                                               musparseAction_t copyValues,
                                               musparseIndexBase_t idxBase,
                                               musparseCsr2CscAlg_t alg, size_t *bufferSize) {
  if (const musparseStatus_t status = check(handle, m, n, nnz, valType, copyValues, idxBase, alg);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseCsr2cscEx2(musparseHandle_t handle, int m, int n, int nnz,
                                    const void *csrVal, const int *csrRowPtr, const int *csrColInd,
                                    void *cscVal, int *cscColPtr, int *cscRowInd,
                                    musaDataType valType, musparseAction_t copyValues,
                                    musparseIndexBase_t idxBase, musparseCsr2CscAlg_t alg, void *) {
  if (const musparseStatus_t status = check(handle, m, n, nnz, valType, copyValues, idxBase, alg);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  const bool isNumeric = copyValues == MUSPARSE_ACTION_NUMERIC;
  if ((m > 0 && csrRowPtr == nullptr) || cscColPtr == nullptr ||
      (nnz > 0 && (csrColInd == nullptr || cscRowInd == nullptr ||
                   (isNumeric && (csrVal == nullptr || cscVal == nullptr)))))
    return MUSPARSE_STATUS_INVALID_VALUE;
  const Csr csr = {m, n, nnz, csrVal, csrRowPtr, csrColInd, idxBase};
  return submit(*handle, [=] {
    transpose(csr, musaport::sizeOf(valType), isNumeric ? cscVal : nullptr, cscColPtr, cscRowInd);
  });
}

musparseStatus_t musparseSparseToDense_bufferSize(musparseHandle_t handle,
                                                  musparseSpMatDescr_t matA,
                                                  musparseDnMatDescr_t matB,
                                                  musparseSparseToDenseAlg_t, size_t *bufferSize) {
  if (const musparseStatus_t status = check(handle, matA, matB); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseSparseToDense(musparseHandle_t handle, musparseSpMatDescr_t matA,
                                       musparseDnMatDescr_t matB, musparseSparseToDenseAlg_t,
                                       void *) {
  if (const musparseStatus_t status = check(handle, matA, matB); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [a = matA->matrix, b = matB->matrix] {
    withElements(a.type,
                 [&](auto *null) { fillDense<std::remove_pointer_t<decltype(null)>>(a, b); });
  });
}

musparseStatus_t musparseDenseToSparse_bufferSize(musparseHandle_t handle,
                                                  musparseDnMatDescr_t matA,
                                                  musparseSpMatDescr_t matB,
                                                  musparseDenseToSparseAlg_t, size_t *bufferSize) {
  if (const musparseStatus_t status = check(handle, matB, matA); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseDenseToSparse_analysis(musparseHandle_t handle, musparseDnMatDescr_t matA,
                                                musparseSpMatDescr_t matB,
                                                musparseDenseToSparseAlg_t, void *) {
  if (const musparseStatus_t status = check(handle, matB, matA); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  const musparseStatus_t status =
      submit(*handle, [a = matA->matrix, b = matB->matrix, count = &matB->matrix.nonzeros] {
        withElements(a.type, [&](auto *null) {
          *count = compress<std::remove_pointer_t<decltype(null)>>(a, b, false);
        });
      });
  if (status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return statusOf(musaStreamSynchronize(handle->stream));
}

musparseStatus_t musparseDenseToSparse_convert(musparseHandle_t handle, musparseDnMatDescr_t matA,
                                               musparseSpMatDescr_t matB,
                                               musparseDenseToSparseAlg_t, void *) {
  if (const musparseStatus_t status = check(handle, matB, matA); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (const SparseMatrix &b = matB->matrix;
      b.major == nullptr || (b.nonzeros > 0 && (b.minor == nullptr || b.values == nullptr)))
    return MUSPARSE_STATUS_INVALID_VALUE;
  return submit(*handle, [a = matA->matrix, b = matB->matrix] {
    withElements(a.type,
                 [&](auto *null) { compress<std::remove_pointer_t<decltype(null)>>(a, b, true); });
  });
}
