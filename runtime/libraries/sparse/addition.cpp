//===- libraries/sparse/addition.cpp - sums of two sparse matrices ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "matrices.h"

#include <limits>

namespace musaport::sparse {
namespace {

/// A CSR matrix with sorted columns.
struct Pattern {
  const int *offsets;
  const int *columns;
  int base;
};

/// Calls `action` for each element of the sum of two rows: with its column, from 0, and the places
/// of what is added up, -1 where there is nothing.
template <typename Action>
void mergeRow(const Pattern &a, const Pattern &b, int row, Action action) {
  constexpr int none = std::numeric_limits<int>::max();
  int i = a.offsets[row] - a.base;
  int j = b.offsets[row] - b.base;
  const int endA = a.offsets[row + 1] - a.base;
  const int endB = b.offsets[row + 1] - b.base;
  while (i < endA || j < endB) {
    const int left = i < endA ? a.columns[i] - a.base : none;
    const int right = j < endB ? b.columns[j] - b.base : none;
    action(std::min(left, right), left <= right ? i : -1, right <= left ? j : -1);
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
}

template <typename T> struct Summand {
  const musparseMatDescr *descriptor;
  const T *values;
  const int *offsets;
  const int *columns;

  Pattern pattern() const { return {offsets, columns, descriptor->base}; }
};

bool isGeneral(const musparseMatDescr *a, const musparseMatDescr *b, const musparseMatDescr *c) {
  return a->type == MUSPARSE_MATRIX_TYPE_GENERAL && b->type == MUSPARSE_MATRIX_TYPE_GENERAL &&
         c->type == MUSPARSE_MATRIX_TYPE_GENERAL;
}

musparseStatus_t check(musparseHandle_t handle, int m, int n, const musparseMatDescr *a,
                       const musparseMatDescr *b, const musparseMatDescr *c) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || a == nullptr || b == nullptr || c == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return isGeneral(a, b, c) ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

/// C = alpha A + beta B, where C's offsets are known.
template <typename T>
musparseStatus_t add(musparseHandle_t handle, int m, int n, const T *alpha, const Summand<T> &a,
                     const T *beta, const Summand<T> &b, const musparseMatDescr *descrC, T *values,
                     const int *offsets, int *columns) {
  if (musparseStatus_t status = check(handle, m, n, a.descriptor, b.descriptor, descrC);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (alpha == nullptr || beta == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return submit(*handle,
                [=, left = a.pattern(), right = b.pattern(), valuesA = a.values, valuesB = b.values,
                 base = static_cast<int>(descrC->base), alpha = Scalar(*handle, alpha, typeOf<T>),
                 beta = Scalar(*handle, beta, typeOf<T>)] {
                  using E = ComputedType<T>;
                  const E by = alpha.template get<E>();
                  const E of = beta.template get<E>();
                  const auto *as = reinterpret_cast<const E *>(valuesA);
                  const auto *bs = reinterpret_cast<const E *>(valuesB);
                  auto *cs = reinterpret_cast<E *>(values);
                  for (int row = 0; row < m; ++row) {
                    int place = offsets[row] - base;
                    mergeRow(left, right, row, [&](int column, int i, int j) {
                      columns[place] = column + base;
                      cs[place] = (i >= 0 ? by * as[i] : E{}) + (j >= 0 ? of * bs[j] : E{});
                      ++place;
                    });
                  }
                });
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseXcsrgeam2Nnz(musparseHandle_t handle, int m, int n,
                                      const musparseMatDescr_t descrA, int,
                                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                      const musparseMatDescr_t descrB, int,
                                      const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                                      const musparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                      int *nnzTotalDevHostPtr, void *) {
  if (musparseStatus_t status = check(handle, m, n, descrA, descrB, descrC);
      status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (nnzTotalDevHostPtr == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  const Pattern a = {csrSortedRowPtrA, csrSortedColIndA, descrA->base};
  const Pattern b = {csrSortedRowPtrB, csrSortedColIndB, descrB->base};
  const musparseStatus_t status = submit(*handle, [=, base = static_cast<int>(descrC->base)] {
    csrSortedRowPtrC[0] = base;
    for (int row = 0; row < m; ++row) {
      int count = 0;
      mergeRow(a, b, row, [&](int, int, int) { ++count; });
      csrSortedRowPtrC[row + 1] = csrSortedRowPtrC[row] + count;
    }
    *nnzTotalDevHostPtr = csrSortedRowPtrC[m] - base;
  });
  // A number in memory of the program's is there when the call returns.
  if (status != MUSPARSE_STATUS_SUCCESS || handle->pointerMode == MUSPARSE_POINTER_MODE_DEVICE)
    return status;
  return statusOf(musaStreamSynchronize(handle->stream));
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  musparseStatus_t musparse##L##csrgeam2_bufferSizeExt(                                            \
      musparseHandle_t handle, int, int, const T *, const musparseMatDescr_t, int, const T *,      \
      const int *, const int *, const T *, const musparseMatDescr_t, int, const T *, const int *,  \
      const int *, const musparseMatDescr_t, const T *, const int *, const int *,                  \
      size_t *pBufferSizeInBytes) {                                                                \
    return giveBufferSize(handle, pBufferSizeInBytes);                                             \
  }                                                                                                \
  musparseStatus_t musparse##L##csrgeam2(                                                          \
      musparseHandle_t handle, int m, int n, const T *alpha, const musparseMatDescr_t descrA, int, \
      const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,            \
      const T *beta, const musparseMatDescr_t descrB, int, const T *csrSortedValB,                 \
      const int *csrSortedRowPtrB, const int *csrSortedColIndB, const musparseMatDescr_t descrC,   \
      T *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC, void *) {                    \
    return add<T>(handle, m, n, alpha,                                                             \
                  {descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA}, beta,               \
                  {descrB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB}, descrC,             \
                  csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);                              \
  }
__MUSPARSE_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
