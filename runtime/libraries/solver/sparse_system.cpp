//===- libraries/solver/sparse_system.cpp - patterns and their orders ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "sparse_system.h"

#include "handle.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

#include <algorithm>
#include <new>
#include <numeric>

namespace musaport::solver {

bool GivenPattern::isValid() const {
  return rows >= 0 && columns >= 0 && nonzeros >= 0 && descriptor != nullptr &&
         offsets != nullptr && (indices != nullptr || nonzeros == 0) &&
         musparseGetMatType(descriptor) == MUSPARSE_MATRIX_TYPE_GENERAL;
}

int GivenPattern::base() const { return musparseGetMatIndexBase(descriptor); }

Pattern GivenPattern::read() const {
  Pattern result{rows, columns, {offsets, offsets + rows + 1}, {indices, indices + nonzeros}};
  for (int &offset : result.offsets)
    offset -= base();
  for (int &index : result.indices)
    index -= base();
  return result;
}

std::vector<int> inverse(const Order &order) {
  std::vector<int> result(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    result[order[i]] = static_cast<int>(i);
  return result;
}

bool isOrder(int n, const int *order) {
  if (order == nullptr)
    return n == 0;
  std::vector<bool> isThere(n);
  for (int i = 0; i < n; ++i) {
    if (order[i] < 0 || order[i] >= n || isThere[order[i]])
      return false;
    isThere[order[i]] = true;
  }
  return true;
}

Permuted permute(const Pattern &pattern, const Order &p, const Order &q) {
  Permuted result{{pattern.rows, pattern.columns, {0}, {}}, {}};
  const std::vector<int> newColumns = inverse(q);
  std::vector<std::pair<int, size_t>> row;
  for (int from : p) {
    row.clear();
    for (int i = pattern.offsets[from]; i < pattern.offsets[from + 1]; ++i)
      row.emplace_back(newColumns[pattern.indices[i]], i);
    std::sort(row.begin(), row.end());
    for (const auto &[column, place] : row) {
      result.pattern.indices.push_back(column);
      result.places.push_back(place);
    }
    result.pattern.offsets.push_back(static_cast<int>(result.places.size()));
  }
  return result;
}

Order reverseCuthillMcKee(const Pattern &pattern) {
  using Graph =
      boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS,
                            boost::property<boost::vertex_color_t, boost::default_color_type,
                                            boost::property<boost::vertex_degree_t, int>>>;
  Graph graph(pattern.rows);
  for (int row = 0; row < pattern.rows; ++row)
    for (int i = pattern.offsets[row]; i < pattern.offsets[row + 1]; ++i)
      if (pattern.indices[i] != row)
        boost::add_edge(row, pattern.indices[i], graph);
  std::vector<size_t> order(pattern.rows);
  boost::cuthill_mckee_ordering(graph, order.rbegin(), boost::get(boost::vertex_color, graph),
                                boost::make_degree_map(graph));
  return {order.begin(), order.end()};
}

Order minimumDegree(const Pattern &pattern) {
  using Matrix = Eigen::SparseMatrix<char, Eigen::ColMajor, int>;
  const std::vector<char> ones(pattern.indices.size(), 1);
  const Matrix matrix = Eigen::Map<const Eigen::SparseMatrix<char, Eigen::RowMajor, int>>(
      pattern.rows, pattern.columns, static_cast<int>(ones.size()), pattern.offsets.data(),
      pattern.indices.data(), ones.data());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(matrix, permutation);
  return {permutation.indices().begin(), permutation.indices().end()};
}

musolverStatus_t runIf(musolverSpHandle_t handle, bool isValid,
                       const std::function<musolverStatus_t()> &work) try {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (!isValid)
    return MUSOLVER_STATUS_INVALID_VALUE;
  if (const musaError_t error = musaStreamSynchronize(handle->stream); error != musaSuccess)
    return statusOf(error);
  return work();
} catch (const std::bad_alloc &) {
  return MUSOLVER_STATUS_ALLOC_FAILED;
}

} // namespace musaport::solver

using namespace musaport::solver;

musolverStatus_t musolverSpCreate(musolverSpHandle_t *handle) { return createHandle(handle); }
musolverStatus_t musolverSpDestroy(musolverSpHandle_t handle) { return destroy(handle); }
musolverStatus_t musolverSpSetStream(musolverSpHandle_t handle, musaStream_t stream) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return MUSOLVER_STATUS_SUCCESS;
}
musolverStatus_t musolverSpGetStream(musolverSpHandle_t handle, musaStream_t *stream) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr)
    return MUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return MUSOLVER_STATUS_SUCCESS;
}

musolverStatus_t musolverSpXcsrissymHost(musolverSpHandle_t handle, int m, int nnzA,
                                         const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                         const int *csrEndPtrA, const int *csrColIndA, int *issym) {
  const GivenPattern given{m, m, nnzA, descrA, csrRowPtrA, csrColIndA};
  return runIf(handle, given.isValid() && csrEndPtrA != nullptr && issym != nullptr, [&] {
    std::vector<std::pair<int, int>> elements, transposed;
    for (int row = 0; row < m; ++row)
      for (int i = csrRowPtrA[row] - given.base(); i < csrEndPtrA[row] - given.base(); ++i) {
        elements.emplace_back(row, csrColIndA[i] - given.base());
        transposed.emplace_back(csrColIndA[i] - given.base(), row);
      }
    std::sort(elements.begin(), elements.end());
    std::sort(transposed.begin(), transposed.end());
    *issym = elements == transposed;
    return MUSOLVER_STATUS_SUCCESS;
  });
}

static musolverStatus_t giveOrder(musolverSpHandle_t handle, const GivenPattern &given, int *p,
                                  Order (*order)(const Pattern &)) {
  return runIf(handle, given.isValid() && (p != nullptr || given.rows == 0), [&] {
    const Order result = order(given.read());
    std::copy(result.begin(), result.end(), p);
    return MUSOLVER_STATUS_SUCCESS;
  });
}

musolverStatus_t musolverSpXcsrsymrcmHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p) {
  return giveOrder(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p, reverseCuthillMcKee);
}
musolverStatus_t musolverSpXcsrsymmdqHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p) {
  return giveOrder(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p, minimumDegree);
}
musolverStatus_t musolverSpXcsrsymamdHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p) {
  return giveOrder(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p, minimumDegree);
}
musolverStatus_t musolverSpXcsrmetisndHost(musolverSpHandle_t handle, int n, int nnzA,
                                           const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                           const int *csrColIndA, const int64_t *, int *p) {
  return giveOrder(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p, minimumDegree);
}

musolverStatus_t musolverSpXcsrperm_bufferSizeHost(musolverSpHandle_t handle, int m, int n,
                                                   int nnzA, const musparseMatDescr_t descrA,
                                                   const int *csrRowPtrA, const int *csrColIndA,
                                                   const int *, const int *,
                                                   size_t *bufferSizeInBytes) {
  const GivenPattern given{m, n, nnzA, descrA, csrRowPtrA, csrColIndA};
  return runIf(handle, given.isValid() && bufferSizeInBytes != nullptr, [&] {
    *bufferSizeInBytes = 1;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverSpXcsrpermHost(musolverSpHandle_t handle, int m, int n, int nnzA,
                                        const musparseMatDescr_t descrA, int *csrRowPtrA,
                                        int *csrColIndA, const int *p, const int *q, int *map,
                                        void *) {
  const GivenPattern given{m, n, nnzA, descrA, csrRowPtrA, csrColIndA};
  const bool isValid = given.isValid() && isOrder(m, p) && isOrder(n, q) && map != nullptr;
  return runIf(handle, isValid, [&] {
    const Permuted result = permute(given.read(), {p, p + m}, {q, q + n});
    const std::vector<int> old(map, map + nnzA);
    for (int row = 0; row <= m; ++row)
      csrRowPtrA[row] = result.pattern.offsets[row] + given.base();
    for (int i = 0; i < nnzA; ++i) {
      csrColIndA[i] = result.pattern.indices[i] + given.base();
      map[i] = old[result.places[i]];
    }
    return MUSOLVER_STATUS_SUCCESS;
  });
}
