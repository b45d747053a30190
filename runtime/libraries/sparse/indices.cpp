//===- libraries/sparse/indices.cpp - index formats and orders ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

namespace musaport::sparse {
namespace {

/// `array` in a new order: element i is what was number order[i].
void rearrange(int *array, const std::vector<int> &order) {
  std::vector<int> result(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    result[i] = array[order[i]];
  std::copy(result.begin(), result.end(), array);
}

/// Sorts by `first` and then by `second`, and `third`, if there is one, with them.
void sortTogether(int count, int *first, int *second, int *third) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [=](int a, int b) {
    return std::tie(first[a], second[a]) < std::tie(first[b], second[b]);
  });
  rearrange(first, order);
  if (second != first)
    rearrange(second, order);
  if (third != nullptr)
    rearrange(third, order);
}

musparseStatus_t check(musparseHandle_t handle, int m, int n, int nnz) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  return m >= 0 && n >= 0 && nnz >= 0 ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_INVALID_VALUE;
}

musparseStatus_t sortCoo(musparseHandle_t handle, int m, int n, int nnz, int *first, int *second,
                         int *p) {
  if (musparseStatus_t status = check(handle, m, n, nnz); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [=] { sortTogether(nnz, first, second, p); });
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseXcoo2csr(musparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                                  int *csrSortedRowPtr, musparseIndexBase_t idxBase) {
  if (musparseStatus_t status = check(handle, m, 0, nnz); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [=] {
    std::fill_n(csrSortedRowPtr, m + 1, 0);
    for (int i = 0; i < nnz; ++i)
      ++csrSortedRowPtr[cooRowInd[i] - idxBase + 1];
    csrSortedRowPtr[0] = idxBase;
    std::partial_sum(csrSortedRowPtr, csrSortedRowPtr + m + 1, csrSortedRowPtr);
  });
}

musparseStatus_t musparseXcsr2coo(musparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
                                  int m, int *cooRowInd, musparseIndexBase_t idxBase) {
  if (musparseStatus_t status = check(handle, m, 0, nnz); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [=] {
    for (int row = 0; row < m; ++row)
      std::fill(cooRowInd + csrSortedRowPtr[row] - idxBase,
                cooRowInd + csrSortedRowPtr[row + 1] - idxBase, row + idxBase);
  });
}

musparseStatus_t musparseCreateIdentityPermutation(musparseHandle_t handle, int n, int *p) {
  if (musparseStatus_t status = check(handle, 0, n, 0); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  return submit(*handle, [=] { std::iota(p, p + n, 0); });
}

musparseStatus_t musparseXcoosort_bufferSizeExt(musparseHandle_t handle, int, int, int, const int *,
                                                const int *, size_t *pBufferSizeInBytes) {
  return giveBufferSize(handle, pBufferSizeInBytes);
}
musparseStatus_t musparseXcoosortByRow(musparseHandle_t handle, int m, int n, int nnz,
                                       int *cooRowsA, int *cooColsA, int *P, void *) {
  return sortCoo(handle, m, n, nnz, cooRowsA, cooColsA, P);
}
musparseStatus_t musparseXcoosortByColumn(musparseHandle_t handle, int m, int n, int nnz,
                                          int *cooRowsA, int *cooColsA, int *P, void *) {
  return sortCoo(handle, m, n, nnz, cooColsA, cooRowsA, P);
}

musparseStatus_t musparseXcsrsort_bufferSizeExt(musparseHandle_t handle, int, int, int, const int *,
                                                const int *, size_t *pBufferSizeInBytes) {
  return giveBufferSize(handle, pBufferSizeInBytes);
}
musparseStatus_t musparseXcsrsort(musparseHandle_t handle, int m, int n, int nnz,
                                  const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                  int *csrColIndA, int *P, void *) {
  if (musparseStatus_t status = check(handle, m, n, nnz); status != MUSPARSE_STATUS_SUCCESS)
    return status;
  if (descrA == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  return submit(*handle, [=] {
    for (int row = 0; row < m; ++row) {
      const int first = csrRowPtrA[row] - csrRowPtrA[0];
      int *columns = csrColIndA + first;
      sortTogether(csrRowPtrA[row + 1] - csrRowPtrA[row], columns, columns,
                   P != nullptr ? P + first : nullptr);
    }
  });
}
