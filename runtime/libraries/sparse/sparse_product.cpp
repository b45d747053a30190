//===- libraries/sparse/sparse_product.cpp - SpGEMM: sparse matrix products -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "products.h"

#include <algorithm>
#include <functional>
#include <memory>

namespace musaport::sparse {
namespace {

/// A matrix in the making: A B, without the scalars, with sorted columns.
struct SparseProduct {
  int64_t nonzeros = 0;
  /// C = alpha A B + beta C, where C has room for it.
  std::function<void(const SparseMatrix &c, const Scalar &alpha, const Scalar &beta)> copy;
};

template <typename T> struct Accumulated {
  std::vector<int64_t> offsets = {0};
  std::vector<int64_t> columns;
  std::vector<ComputedType<T>> values;
};

template <typename T> Accumulated<T> multiplied(const SparseMatrix &a, const SparseMatrix &b) {
  using E = ComputedType<T>;
  const Rows left = rowsOf(a, MUSPARSE_OPERATION_NON_TRANSPOSE);
  const Rows right = rowsOf(b, MUSPARSE_OPERATION_NON_TRANSPOSE);
  const auto *leftValues = static_cast<const T *>(a.values);
  const auto *rightValues = static_cast<const T *>(b.values);
  Accumulated<T> result;
  std::vector<E> sums(right.columns);
  std::vector<int64_t> lastRow(right.columns, -1); // the last row with an element of a column
  for (int64_t row = 0; row < left.rows; ++row) {
    const auto first = static_cast<ptrdiff_t>(result.columns.size());
    for (const Rows::Entry *l = left.begin(row); l != left.end(row); ++l)
      for (const Rows::Entry *r = right.begin(l->column); r != right.end(l->column); ++r) {
        if (lastRow[r->column] != row) {
          lastRow[r->column] = row;
          sums[r->column] = E{};
          result.columns.push_back(r->column);
        }
        sums[r->column] += E(load(leftValues[l->place])) * load(rightValues[r->place]);
      }
    std::sort(result.columns.begin() + first, result.columns.end());
    for (auto column = result.columns.begin() + first; column != result.columns.end(); ++column)
      result.values.push_back(sums[*column]);
    result.offsets.push_back(static_cast<int64_t>(result.columns.size()));
  }
  return result;
}

template <typename T>
void copyTo(const Accumulated<T> &product, const SparseMatrix &c, ComputedType<T> alpha,
            ComputedType<T> beta) {
  using E = ComputedType<T>;
  auto *values = static_cast<T *>(c.values);
  for (size_t row = 0; row < product.offsets.size(); ++row)
    storeIndex(c.major, c.majorType, static_cast<int64_t>(row), product.offsets[row] + c.base);
  for (size_t i = 0; i < product.columns.size(); ++i) {
    storeIndex(c.minor, c.minorType, static_cast<int64_t>(i), product.columns[i] + c.base);
    store(values[i], alpha * product.values[i] + (beta == E{} ? E{} : beta * E(load(values[i]))));
  }
}

SparseProduct productOf(const SparseMatrix &a, const SparseMatrix &b) {
  SparseProduct result;
  withElements(a.type, [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    auto product = std::make_shared<const Accumulated<T>>(multiplied<T>(a, b));
    result.nonzeros = product->offsets.back();
    result.copy = [product](const SparseMatrix &c, const Scalar &alpha, const Scalar &beta) {
      copyTo(*product, c, alpha.get<ComputedType<T>>(), beta.get<ComputedType<T>>());
    };
  });
  return result;
}

} // namespace
} // namespace musaport::sparse

struct musparseSpGEMMDescr {
  std::shared_ptr<musaport::sparse::SparseProduct> product;
};

using namespace musaport::sparse;

namespace {

/// Whether the arguments that all of the functions have are fine.
musparseStatus_t check(musparseHandle_t handle, musparseOperation_t opA, musparseOperation_t opB,
                       const void *alpha, musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                       const void *beta, musparseSpMatDescr_t matC, musaDataType computeType,
                       musparseSpGEMMDescr_t descr) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (matA == nullptr || matB == nullptr || matC == nullptr || descr == nullptr ||
      alpha == nullptr || beta == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  const SparseMatrix &a = matA->matrix;
  const SparseMatrix &b = matB->matrix;
  const SparseMatrix &c = matC->matrix;
  if (a.rows != c.rows || a.columns != b.rows || b.columns != c.columns)
    return MUSPARSE_STATUS_INVALID_VALUE;
  const auto isCsr = [](const SparseMatrix &matrix) {
    return matrix.format == MUSPARSE_FORMAT_CSR && matrix.batchCount == 1;
  };
  if (opA != MUSPARSE_OPERATION_NON_TRANSPOSE || opB != MUSPARSE_OPERATION_NON_TRANSPOSE ||
      !isCsr(a) || !isCsr(b) || !isCsr(c) || a.type != b.type || a.type != c.type ||
      !computesAs(a.type, computeType))
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return MUSPARSE_STATUS_SUCCESS;
}

} // namespace

musparseStatus_t musparseSpGEMM_createDescr(musparseSpGEMMDescr_t *descr) { return create(descr); }

musparseStatus_t musparseSpGEMM_destroyDescr(musparseSpGEMMDescr_t descr) {
  delete descr;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseSpGEMM_workEstimation(musparseHandle_t handle, musparseOperation_t opA,
                                               musparseOperation_t opB, const void *alpha,
                                               musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                               const void *beta, musparseSpMatDescr_t matC,
                                               musaDataType computeType, musparseSpGEMMAlg_t,
                                               musparseSpGEMMDescr_t spgemmDescr,
                                               size_t *bufferSize1, void *) {
  if (musparseStatus_t status =
          check(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, spgemmDescr);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return giveBufferSize(handle, bufferSize1);
}

musparseStatus_t musparseSpGEMM_compute(musparseHandle_t handle, musparseOperation_t opA,
                                        musparseOperation_t opB, const void *alpha,
                                        musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                        const void *beta, musparseSpMatDescr_t matC,
                                        musaDataType computeType, musparseSpGEMMAlg_t,
                                        musparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
                                        void *externalBuffer2) {
  if (musparseStatus_t status =
          check(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, spgemmDescr);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (externalBuffer2 == nullptr)
    return giveBufferSize(handle, bufferSize2);
  auto product = std::make_shared<SparseProduct>();
  if (musparseStatus_t status = submit(
          *handle, [product, a = matA->matrix, b = matB->matrix] { *product = productOf(a, b); });
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (musaError_t error = musaStreamSynchronize(handle->stream); error != musaSuccess)
    return statusOf(error);
  spgemmDescr->product = product;
  matC->matrix.nonzeros = product->nonzeros;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseSpGEMM_copy(musparseHandle_t handle, musparseOperation_t opA,
                                     musparseOperation_t opB, const void *alpha,
                                     musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                     const void *beta, musparseSpMatDescr_t matC,
                                     musaDataType computeType, musparseSpGEMMAlg_t,
                                     musparseSpGEMMDescr_t spgemmDescr) {
  if (musparseStatus_t status =
          check(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, spgemmDescr);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (spgemmDescr->product == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return submit(*handle,
                [product = spgemmDescr->product, c = matC->matrix,
                 alpha = Scalar(*handle, alpha, computeType),
                 beta = Scalar(*handle, beta, computeType)] { product->copy(c, alpha, beta); });
}
