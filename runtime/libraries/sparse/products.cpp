//===- libraries/sparse/products.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "products.h"

#include <algorithm>

namespace musaport::sparse {
namespace {

/// `T`: of A and B, `R`: of C.
template <typename T, typename R>
void multiplyNow(const Rows &rows, const Product &product, ComputedType<T> alpha,
                 ComputedType<T> beta) {
  using E = ComputedType<T>;
  const auto *values = static_cast<const T *>(product.a.values);
  const View<const T> b(product.b, product.opB);
  const View<R> c(product.c, MUSPARSE_OPERATION_NON_TRANSPOSE);
  std::vector<E> sums(product.c.columns);
  for (int64_t row = 0; row < rows.rows; ++row) {
    std::fill(sums.begin(), sums.end(), E{});
    for (const Rows::Entry *entry = rows.begin(row); entry != rows.end(row); ++entry) {
      const E value = conjugatedIf(rows.isConjugated, load(values[entry->place]));
      for (int64_t column = 0; column < product.c.columns; ++column)
        sums[column] += value * b.get(entry->column, column);
    }
    // Without a beta C is not read.
    for (int64_t column = 0; column < product.c.columns; ++column)
      c.set(row, column, alpha * sums[column] + (beta == E{} ? E{} : beta * E(c.get(row, column))));
  }
}

void multiplyBatch(const Product &product, const Scalar &alpha, const Scalar &beta) {
  Rows rows;
  for (int i = 0; i < product.c.batchCount; ++i) {
    Product one = product;
    one.a = product.a.ofBatch(product.a.batchCount > 1 ? i : 0);
    one.b = product.b.ofBatch(product.b.batchCount > 1 ? i : 0);
    one.c = product.c.ofBatch(i);
    if (i == 0 || one.a.minor != product.a.minor || one.a.major != product.a.major)
      rows = rowsOf(one.a, one.opA);
    withElements(one.a.type, [&](auto *null) {
      using T = std::remove_pointer_t<decltype(null)>;
      using E = ComputedType<T>;
      if (one.c.type == one.a.type)
        multiplyNow<T, T>(rows, one, alpha.get<E>(), beta.get<E>());
      else
        multiplyNow<T, E>(rows, one, alpha.get<E>(), beta.get<E>());
    });
  }
}

/// C = alpha op(A) op(B) + beta C where C has elements.
struct SampledProduct {
  DenseMatrix a;
  musparseOperation_t opA;
  DenseMatrix b;
  musparseOperation_t opB;
  SparseMatrix c;
};

template <typename T>
void sampleNow(const SampledProduct &product, ComputedType<T> alpha, ComputedType<T> beta) {
  using E = ComputedType<T>;
  const View<const T> a(product.a, product.opA);
  const View<const T> b(product.b, product.opB);
  auto *values = static_cast<T *>(product.c.values);
  const int64_t inner = columnCount(product.a, product.opA);
  const Rows rows = rowsOf(product.c, MUSPARSE_OPERATION_NON_TRANSPOSE);
  for (int64_t row = 0; row < rows.rows; ++row)
    for (const Rows::Entry *entry = rows.begin(row); entry != rows.end(row); ++entry) {
      E sum{};
      for (int64_t i = 0; i < inner; ++i)
        sum += a.get(row, i) * b.get(i, entry->column);
      T &value = values[entry->place];
      store(value, alpha * sum + (beta == E{} ? E{} : beta * load(value)));
    }
}

bool isBatchOf(int count, int of) { return count == 1 || count == of; }

} // namespace

bool computesAs(musaDataType_t elements, musaDataType_t compute) {
  return isElementType(elements) &&
         (compute == elements || (isNarrow(elements) && compute == MUSA_R_32F));
}

musparseStatus_t multiply(musparseHandle_t handle, const Product &product, const void *alpha,
                          const void *beta, musaDataType_t compute) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  const auto &[a, opA, b, opB, c] = product;
  if (alpha == nullptr || beta == nullptr || !isValid(opA) || !isValid(opB) ||
      rowCount(a, opA) != c.rows || columnCount(a, opA) != rowCount(b, opB) ||
      columnCount(b, opB) != c.columns || !isBatchOf(a.batchCount, c.batchCount) ||
      !isBatchOf(b.batchCount, c.batchCount))
    return MUSPARSE_STATUS_INVALID_VALUE;
  const bool isWidened = isNarrow(a.type) && c.type == MUSA_R_32F;
  if (a.type != b.type || (a.type != c.type && !isWidened) || !computesAs(a.type, compute))
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return submit(*handle,
                [product, alpha = Scalar(*handle, alpha, compute),
                 beta = Scalar(*handle, beta, compute)] { multiplyBatch(product, alpha, beta); });
}

} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseSpMV_bufferSize(musparseHandle_t handle, musparseOperation_t, const void *,
                                         musparseSpMatDescr_t, musparseDnVecDescr_t, const void *,
                                         musparseDnVecDescr_t, musaDataType, musparseSpMVAlg_t,
                                         size_t *bufferSize) {
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseSpMV(musparseHandle_t handle, musparseOperation_t opA, const void *alpha,
                              musparseSpMatDescr_t matA, musparseDnVecDescr_t vecX,
                              const void *beta, musparseDnVecDescr_t vecY, musaDataType computeType,
                              musparseSpMVAlg_t, void *) {
  if (matA == nullptr || vecX == nullptr || vecY == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return multiply(handle,
                  {matA->matrix, opA, vecX->matrix, MUSPARSE_OPERATION_NON_TRANSPOSE, vecY->matrix},
                  alpha, beta, computeType);
}

musparseStatus_t musparseSpMM_bufferSize(musparseHandle_t handle, musparseOperation_t,
                                         musparseOperation_t, const void *, musparseSpMatDescr_t,
                                         musparseDnMatDescr_t, const void *, musparseDnMatDescr_t,
                                         musaDataType, musparseSpMMAlg_t, size_t *bufferSize) {
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseSpMM_preprocess(musparseHandle_t handle, musparseOperation_t,
                                         musparseOperation_t, const void *, musparseSpMatDescr_t,
                                         musparseDnMatDescr_t, const void *, musparseDnMatDescr_t,
                                         musaDataType, musparseSpMMAlg_t, void *) {
  return handle != nullptr ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_NOT_INITIALIZED;
}

musparseStatus_t musparseSpMM(musparseHandle_t handle, musparseOperation_t opA,
                              musparseOperation_t opB, const void *alpha, musparseSpMatDescr_t matA,
                              musparseDnMatDescr_t matB, const void *beta,
                              musparseDnMatDescr_t matC, musaDataType computeType,
                              musparseSpMMAlg_t, void *) {
  if (matA == nullptr || matB == nullptr || matC == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return multiply(handle, {matA->matrix, opA, matB->matrix, opB, matC->matrix}, alpha, beta,
                  computeType);
}

musparseStatus_t musparseSDDMM_bufferSize(musparseHandle_t handle, musparseOperation_t,
                                          musparseOperation_t, const void *, musparseDnMatDescr_t,
                                          musparseDnMatDescr_t, const void *, musparseSpMatDescr_t,
                                          musaDataType, musparseSDDMMAlg_t, size_t *bufferSize) {
  return giveBufferSize(handle, bufferSize);
}

musparseStatus_t musparseSDDMM_preprocess(musparseHandle_t handle, musparseOperation_t,
                                          musparseOperation_t, const void *, musparseDnMatDescr_t,
                                          musparseDnMatDescr_t, const void *, musparseSpMatDescr_t,
                                          musaDataType, musparseSDDMMAlg_t, void *) {
  return handle != nullptr ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_NOT_INITIALIZED;
}

musparseStatus_t musparseSDDMM(musparseHandle_t handle, musparseOperation_t opA,
                               musparseOperation_t opB, const void *alpha,
                               musparseDnMatDescr_t matA, musparseDnMatDescr_t matB,
                               const void *beta, musparseSpMatDescr_t matC,
                               musaDataType computeType, musparseSDDMMAlg_t, void *) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (matA == nullptr || matB == nullptr || matC == nullptr || alpha == nullptr ||
      beta == nullptr || !isValid(opA) || !isValid(opB))
    return MUSPARSE_STATUS_INVALID_VALUE;
  const SampledProduct product = {matA->matrix, opA, matB->matrix, opB, matC->matrix};
  const auto &[a, pa, b, pb, c] = product;
  if (rowCount(a, opA) != c.rows || columnCount(b, opB) != c.columns ||
      columnCount(a, opA) != rowCount(b, opB) || !isBatchOf(a.batchCount, c.batchCount) ||
      !isBatchOf(b.batchCount, c.batchCount))
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (a.type != b.type || a.type != c.type || !computesAs(a.type, computeType))
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return submit(*handle, [product, alpha = Scalar(*handle, alpha, computeType),
                          beta = Scalar(*handle, beta, computeType)] {
    for (int i = 0; i < product.c.batchCount; ++i) {
      SampledProduct one = product;
      one.a = product.a.ofBatch(product.a.batchCount > 1 ? i : 0);
      one.b = product.b.ofBatch(product.b.batchCount > 1 ? i : 0);
      one.c = product.c.ofBatch(i);
      withElements(one.c.type, [&](auto *null) {
        using T = std::remove_pointer_t<decltype(null)>;
        sampleNow<T>(one, alpha.get<ComputedType<T>>(), beta.get<ComputedType<T>>());
      });
    }
  });
}
