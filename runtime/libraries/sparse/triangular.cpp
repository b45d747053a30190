//===- libraries/sparse/triangular.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triangular.h"

#include "products.h"

struct musparseSpSVDescr {};
struct musparseSpSMDescr {};

namespace musaport::sparse {
namespace {

template <typename T> void solveNow(const TriangularSystem &system, ComputedType<T> alpha) {
  using E = ComputedType<T>;
  const Rows rows = rowsOf(system.a, system.opA);
  const auto *values = static_cast<const T *>(system.a.values);
  const bool isTransposed = system.opA != MUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool isLower = (system.a.fill == MUSPARSE_FILL_MODE_LOWER) != isTransposed;
  const bool isUnit = system.a.diagonal == MUSPARSE_DIAG_TYPE_UNIT;
  const View<const T> b(system.b, system.opB);
  const View<T> x(system.x, system.opX);
  std::vector<E> solution(rows.rows);
  for (int64_t column = 0; column < columnCount(system.x, system.opX); ++column) {
    for (int64_t step = 0; step < rows.rows; ++step) {
      const int64_t row = isLower ? step : rows.rows - 1 - step;
      E rest = alpha * b.get(row, column);
      E diagonal{};
      for (const Rows::Entry *entry = rows.begin(row); entry != rows.end(row); ++entry) {
        const E value = conjugatedIf(rows.isConjugated, load(values[entry->place]));
        if (entry->column == row)
          diagonal += value;
        else if ((entry->column < row) == isLower)
          rest -= value * solution[entry->column];
      }
      solution[row] = isUnit ? rest : rest / diagonal;
    }
    for (int64_t row = 0; row < rows.rows; ++row)
      x.set(row, column, solution[row]);
  }
}

} // namespace

musparseStatus_t solve(musparseHandle_t handle, const TriangularSystem &system, const void *alpha,
                       musaDataType_t compute) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  const auto &[a, opA, b, opB, x, opX] = system;
  if (alpha == nullptr || !isValid(opA) || !isValid(opB) || !isValid(opX) || a.rows != a.columns ||
      rowCount(b, opB) != a.rows || rowCount(x, opX) != a.rows ||
      columnCount(b, opB) != columnCount(x, opX))
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (a.type != b.type || a.type != x.type || a.type != compute || !isElementType(a.type) ||
      isNarrow(a.type) || a.batchCount != 1 || b.batchCount != 1 || x.batchCount != 1)
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return submit(*handle, [system, alpha = Scalar(*handle, alpha, compute)] {
    withElements(system.a.type, [&](auto *null) {
      using T = std::remove_pointer_t<decltype(null)>;
      if constexpr (std::is_same_v<T, ComputedType<T>>)
        solveNow<T>(system, alpha.get<T>());
    });
  });
}

namespace {

template <typename T> musparseStatus_t destroy(T *descriptor) {
  delete descriptor;
  return MUSPARSE_STATUS_SUCCESS;
}

/// An analysis has nothing to find out for the host.
musparseStatus_t analyse(musparseHandle_t handle) {
  return handle != nullptr ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_NOT_INITIALIZED;
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseSpSV_createDescr(musparseSpSVDescr_t *descr) { return create(descr); }
musparseStatus_t musparseSpSV_destroyDescr(musparseSpSVDescr_t descr) { return destroy(descr); }
musparseStatus_t musparseSpSM_createDescr(musparseSpSMDescr_t *descr) { return create(descr); }
musparseStatus_t musparseSpSM_destroyDescr(musparseSpSMDescr_t descr) { return destroy(descr); }

musparseStatus_t musparseSpSV_bufferSize(musparseHandle_t handle, musparseOperation_t, const void *,
                                         musparseSpMatDescr_t, musparseDnVecDescr_t,
                                         musparseDnVecDescr_t, musaDataType, musparseSpSVAlg_t,
                                         musparseSpSVDescr_t, size_t *bufferSize) {
  return giveBufferSize(handle, bufferSize);
}
musparseStatus_t musparseSpSV_analysis(musparseHandle_t handle, musparseOperation_t, const void *,
                                       musparseSpMatDescr_t, musparseDnVecDescr_t,
                                       musparseDnVecDescr_t, musaDataType, musparseSpSVAlg_t,
                                       musparseSpSVDescr_t, void *) {
  return analyse(handle);
}
musparseStatus_t musparseSpSV_solve(musparseHandle_t handle, musparseOperation_t opA,
                                    const void *alpha, musparseSpMatDescr_t matA,
                                    musparseDnVecDescr_t vecX, musparseDnVecDescr_t vecY,
                                    musaDataType computeType, musparseSpSVAlg_t,
                                    musparseSpSVDescr_t) {
  if (matA == nullptr || vecX == nullptr || vecY == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  constexpr musparseOperation_t asIs = MUSPARSE_OPERATION_NON_TRANSPOSE;
  return solve(handle, {matA->matrix, opA, vecX->matrix, asIs, vecY->matrix, asIs}, alpha,
               computeType);
}

musparseStatus_t musparseSpSM_bufferSize(musparseHandle_t handle, musparseOperation_t,
                                         musparseOperation_t, const void *, musparseSpMatDescr_t,
                                         musparseDnMatDescr_t, musparseDnMatDescr_t, musaDataType,
                                         musparseSpSMAlg_t, musparseSpSMDescr_t,
                                         size_t *bufferSize) {
  return giveBufferSize(handle, bufferSize);
}
musparseStatus_t musparseSpSM_analysis(musparseHandle_t handle, musparseOperation_t,
                                       musparseOperation_t, const void *, musparseSpMatDescr_t,
                                       musparseDnMatDescr_t, musparseDnMatDescr_t, musaDataType,
                                       musparseSpSMAlg_t, musparseSpSMDescr_t, void *) {
  return analyse(handle);
}
musparseStatus_t musparseSpSM_solve(musparseHandle_t handle, musparseOperation_t opA,
                                    musparseOperation_t opB, const void *alpha,
                                    musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                    musparseDnMatDescr_t matC, musaDataType computeType,
                                    musparseSpSMAlg_t, musparseSpSMDescr_t) {
  if (matA == nullptr || matB == nullptr || matC == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return solve(
      handle,
      {matA->matrix, opA, matB->matrix, opB, matC->matrix, MUSPARSE_OPERATION_NON_TRANSPOSE}, alpha,
      computeType);
}
