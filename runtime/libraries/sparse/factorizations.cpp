//===- libraries/sparse/factorizations.cpp - incomplete LU and Cholesky ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "zero_pivot.h"

#include <cmath>

struct csrilu02Info : musaport::sparse::PivotInfo {};
struct csric02Info : musaport::sparse::PivotInfo {};

namespace musaport::sparse {
namespace {

template <typename T>
SparseMatrix matrixOf(int m, int nnz, const musparseMatDescr &descriptor, const T *values,
                      const int *offsets, const int *indices) {
  SparseMatrix result;
  result.rows = m;
  result.columns = m;
  result.nonzeros = nnz;
  result.major = const_cast<int *>(offsets);
  result.minor = const_cast<int *>(indices);
  result.values = const_cast<T *>(values);
  result.base = descriptor.base;
  result.type = typeOf<T>;
  return result;
}

/// Where the diagonal element of a row is, or the row's end.
const Rows::Entry *diagonalOf(const Rows &rows, int64_t row) {
  return std::find_if(rows.begin(row), rows.end(row),
                      [=](Rows::Entry entry) { return entry.column == row; });
}

/// Both return the first row whose pivot a factor cannot have, or -1.
template <typename E> int64_t factorizeLU(const Rows &rows, E *values) {
  int64_t zero = -1;
  std::vector<int64_t> places(rows.columns, -1);
  for (int64_t row = 0; row < rows.rows; ++row) {
    for (const auto *entry = rows.begin(row); entry != rows.end(row); ++entry)
      places[entry->column] = entry->place;
    for (const auto *entry = rows.begin(row); entry != rows.end(row) && entry->column < row;
         ++entry) {
      const auto *pivot = diagonalOf(rows, entry->column);
      if (pivot == rows.end(entry->column))
        continue;
      const E factor = values[entry->place] /= values[pivot->place];
      for (const auto *other = pivot + 1; other != rows.end(entry->column); ++other)
        if (places[other->column] >= 0)
          values[places[other->column]] -= factor * values[other->place];
    }
    const auto *diagonal = diagonalOf(rows, row);
    if (zero < 0 && (diagonal == rows.end(row) || values[diagonal->place] == E{}))
      zero = row;
    for (const auto *entry = rows.begin(row); entry != rows.end(row); ++entry)
      places[entry->column] = -1;
  }
  return zero;
}

template <typename E> int64_t factorizeCholesky(const Rows &rows, E *values) {
  int64_t zero = -1;
  std::vector<int64_t> places(rows.columns, -1);
  for (int64_t row = 0; row < rows.rows; ++row) {
    const auto *diagonal = diagonalOf(rows, row);
    E rest = diagonal != rows.end(row) ? values[diagonal->place] : E{};
    for (const auto *entry = rows.begin(row); entry != rows.end(row) && entry->column < row;
         ++entry) {
      const auto *pivot = diagonalOf(rows, entry->column);
      E value = values[entry->place];
      for (const auto *other = rows.begin(entry->column); other != pivot; ++other)
        if (other->column < entry->column && places[other->column] >= 0)
          value -= values[places[other->column]] * conjugatedIf(true, values[other->place]);
      if (pivot != rows.end(entry->column))
        value /= values[pivot->place];
      values[entry->place] = value;
      places[entry->column] = entry->place;
      rest -= value * conjugatedIf(true, value);
    }
    if (zero < 0 && !(std::real(rest) > 0))
      zero = row;
    if (diagonal != rows.end(row))
      values[diagonal->place] = std::sqrt(std::real(rest));
    for (const auto *entry = rows.begin(row); entry != rows.end(row); ++entry)
      places[entry->column] = -1;
  }
  return zero;
}

musparseStatus_t check(musparseHandle_t handle, int m, int nnz, const musparseMatDescr *descriptor,
                       const int *offsets, const void *info) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (m < 0 || nnz < 0 || descriptor == nullptr || (m > 0 && offsets == nullptr) || info == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return descriptor->type == MUSPARSE_MATRIX_TYPE_GENERAL
             ? MUSPARSE_STATUS_SUCCESS
             : MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

template <typename T>
musparseStatus_t analyse(musparseHandle_t handle, int m, int nnz,
                         const musparseMatDescr *descriptor, const T *values, const int *offsets,
                         const int *indices, const PivotInfo *info) {
  if (const musparseStatus_t status = check(handle, m, nnz, descriptor, offsets, info);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [zeroPivot = info->zeroPivot,
                          matrix = matrixOf(m, nnz, *descriptor, values, offsets, indices)] {
    *zeroPivot = findZeroPivot<T>(matrix, false);
  });
}

/// `factorize(rows, values)` is one of the above.
template <typename T, typename Factorize>
musparseStatus_t factorize(musparseHandle_t handle, int m, int nnz,
                           const musparseMatDescr *descriptor, T *values, const int *offsets,
                           const int *indices, const PivotInfo *info, Factorize factorize) {
  if (const musparseStatus_t status = check(handle, m, nnz, descriptor, offsets, info);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [factorize, zeroPivot = info->zeroPivot,
                          matrix = matrixOf(m, nnz, *descriptor, values, offsets, indices)] {
    const int64_t row = factorize(rowsOf(matrix, MUSPARSE_OPERATION_NON_TRANSPOSE),
                                  static_cast<ComputedType<T> *>(matrix.values));
    *zeroPivot = row < 0 ? -1 : static_cast<int>(row) + matrix.base;
  });
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCreateCsrilu02Info(csrilu02Info_t *info) { return create(info); }
musparseStatus_t musparseDestroyCsrilu02Info(csrilu02Info_t info) { return destroy(info); }
musparseStatus_t musparseCreateCsric02Info(csric02Info_t *info) { return create(info); }
musparseStatus_t musparseDestroyCsric02Info(csric02Info_t info) { return destroy(info); }

musparseStatus_t musparseXcsrilu02_zeroPivot(musparseHandle_t handle, csrilu02Info_t info,
                                             int *position) {
  return giveZeroPivot(handle, info, position);
}
musparseStatus_t musparseXcsric02_zeroPivot(musparseHandle_t handle, csric02Info_t info,
                                            int *position) {
  return giveZeroPivot(handle, info, position);
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE_FACTOR(name, info_t, T, method)                                                     \
  musparseStatus_t name##_bufferSize(musparseHandle_t handle, int, int, const musparseMatDescr_t,  \
                                     T *, const int *, const int *, info_t,                        \
                                     int *pBufferSizeInBytes) {                                    \
    return giveBufferSize(handle, pBufferSizeInBytes);                                             \
  }                                                                                                \
  musparseStatus_t name##_analysis(musparseHandle_t handle, int m, int nnz,                        \
                                   const musparseMatDescr_t descrA, const T *csrSortedValA,        \
                                   const int *csrSortedRowPtrA, const int *csrSortedColIndA,       \
                                   info_t info, musparseSolvePolicy_t, void *) {                   \
    return analyse(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,      \
                   info);                                                                          \
  }                                                                                                \
  musparseStatus_t name(musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descrA,  \
                        T *csrSortedValA, const int *csrSortedRowPtrA,                             \
                        const int *csrSortedColIndA, info_t info, musparseSolvePolicy_t, void *) { \
    return factorize(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,    \
                     info, method<ComputedType<T>>);                                               \
  }
#define DEFINE(L, T)                                                                               \
  DEFINE_FACTOR(musparse##L##csrilu02, csrilu02Info_t, T, factorizeLU)                             \
  DEFINE_FACTOR(musparse##L##csric02, csric02Info_t, T, factorizeCholesky)
__MUSPARSE_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
