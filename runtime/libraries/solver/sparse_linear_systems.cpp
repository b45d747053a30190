//===- libraries/solver/sparse_linear_systems.cpp - musolverSp.h's solvers --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory is the host's, so both kinds of functions are the same.
//===----------------------------------------------------------------------===//
#include "blas/cblas_types.h"
#include "sparse_elements.h"
#include "sparse_factors.h"

#include <numeric>

namespace musaport::solver {
namespace {

enum Reordering { NoReordering = 0, ByCuthillMcKee = 1, ByMinimumDegree = 2, ByDissection = 3 };

Order orderOf(const Pattern &pattern, int reorder) {
  switch (reorder) {
  case ByCuthillMcKee:
    return reverseCuthillMcKee(pattern);
  case ByMinimumDegree:
  case ByDissection:
    return minimumDegree(pattern);
  default:
    Order same(pattern.rows);
    std::iota(same.begin(), same.end(), 0);
    return same;
  }
}

/// `factorize` makes factors of a matrix.
template <typename E, typename Factorize>
musolverStatus_t solve(musolverSpHandle_t handle, const GivenPattern &given, const E *values,
                       const E *b, Magnitude<E> tol, int reorder, E *x, int *singularity,
                       Factorize factorize) {
  const bool isValid = given.isValid() && reorder >= NoReordering && reorder <= ByDissection &&
                       singularity != nullptr &&
                       ((values != nullptr && b != nullptr && x != nullptr) || given.rows == 0);
  return runIf(handle, isValid, [&] {
    const SparseMatrix<E> a = readElements(given, values);
    const Order order = orderOf(a.pattern, reorder);
    const auto factors = factorize(permuted(a, order));
    *singularity = factors.zeroPivot(std::max(tol, Magnitude<E>{0}));
    std::vector<E> reordered(given.rows), solution(given.rows);
    for (int i = 0; i < given.rows; ++i)
      reordered[i] = b[order[i]];
    if (*singularity < 0)
      factors.solve(reordered.data(), solution.data());
    for (int i = 0; i < given.rows; ++i)
      x[order[i]] = solution[i];
    return MUSOLVER_STATUS_SUCCESS;
  });
}

template <typename E> auto byLu(const SparseMatrix<E> &a) { return LuFactors<E>(a, 1); }
template <typename E> auto byQr(const SparseMatrix<E> &a) { return QrFactors<E>(a); }
template <typename E> auto byCholesky(const SparseMatrix<E> &a) { return CholeskyFactors<E>(a); }

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;
using musaport::blas::ElementType;
using musaport::blas::in;
using musaport::blas::out;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE_SOLVER(F, METHOD, L, T, R)                                                          \
  musolverStatus_t musolverSp##L##F(musolverSpHandle_t handle, int m, int nnz,                     \
                                    const musparseMatDescr_t descrA, const T *csrVal,              \
                                    const int *csrRowPtr, const int *csrColInd, const T *b, R tol, \
                                    int reorder, T *x, int *singularity) {                         \
    return solve(handle, {m, m, nnz, descrA, csrRowPtr, csrColInd}, in(csrVal), in(b), tol,        \
                 reorder, out(x), singularity, METHOD<ElementType<T>>);                            \
  }
#define DEFINE(L, T, R)                                                                            \
  DEFINE_SOLVER(csrlsvluHost, byLu, L, T, R)                                                       \
  DEFINE_SOLVER(csrlsvqrHost, byQr, L, T, R)                                                       \
  DEFINE_SOLVER(csrlsvqr, byQr, L, T, R)                                                           \
  DEFINE_SOLVER(csrlsvcholHost, byCholesky, L, T, R)                                               \
  DEFINE_SOLVER(csrlsvchol, byCholesky, L, T, R)
__MUSOLVER_SPARSE_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
