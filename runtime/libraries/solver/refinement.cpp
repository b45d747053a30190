//===- libraries/solver/refinement.cpp - solutions by iterative refinement -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuSOLVER factorizes in a low precision and refines the solution to the main one. Here everything
// is computed in the main precision, so that there is nothing to refine.
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "handle.h"

namespace musaport::solver {

using namespace blas;

namespace {

/// X has as many rows as A has columns.
template <typename E> struct System {
  int m;
  int n;
  int nrhs;
  const E *a;
  int lda;
  const E *b;
  int ldb;
  E *x;
  int ldx;

  bool isValid() const {
    return m >= n && isMatrix(m, n, a, lda) && isMatrix(m, nrhs, b, ldb) &&
           isMatrix(n, nrhs, x, ldx);
  }
  bool isShapeValid() const {
    return m >= n && isShape(m, n, lda) && isShape(m, nrhs, ldb) && isShape(n, nrhs, ldx);
  }
  void storeSolution(const std::vector<E> &solution) const {
    for (int column = 0; column < nrhs; ++column)
      std::copy_n(solution.data() + static_cast<size_t>(column) * m, n,
                  x + static_cast<size_t>(column) * ldx);
  }
};

/// `solve(system, A, B)` replaces copies of A and B, and returns info.
template <typename E, typename Solve>
musolverStatus_t refine(musolverDnHandle_t handle, bool isValid, const System<E> &system,
                        int *niters, int *info, Solve solve) {
  const musolverStatus_t status =
      submitIf(handle, isValid && system.isValid() && niters != nullptr && info != nullptr, [=] {
        std::vector<E> a = copyOf(system.m, system.n, system.a, system.lda);
        std::vector<E> b = copyOf(system.m, system.nrhs, system.b, system.ldb);
        *info = solve(system, a.data(), b.data());
        if (*info == 0)
          system.storeSolution(b);
      });
  if (status == MUSOLVER_STATUS_SUCCESS)
    *niters = 0;
  return status;
}

template <typename E>
musolverStatus_t gesv(musolverDnHandle_t handle, const System<E> &system, int *pivots, int *niters,
                      int *info) {
  return refine(handle, isVector(system.n, pivots), system, niters, info,
                [=](const System<E> &of, E *a, E *b) {
                  const int ld = std::max(1, of.n);
                  if (const int failed = lapack::getrf(of.n, of.n, a, ld, pivots); failed != 0)
                    return failed;
                  return lapack::getrs<E>('N', of.n, of.nrhs, a, ld, pivots, b, ld);
                });
}

template <typename E>
musolverStatus_t gels(musolverDnHandle_t handle, const System<E> &system, int *niters, int *info) {
  return refine(handle, true, system, niters, info, [](const System<E> &of, E *a, E *b) {
    const int ld = std::max(1, of.m);
    return lapack::gels(of.m, of.n, of.nrhs, a, ld, b, ld);
  });
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  musolverStatus_t musolverDn##L##gesv_bufferSize(                                                 \
      musolverDnHandle_t handle, musolver_int_t n, musolver_int_t nrhs, T *a, musolver_int_t lda,  \
      musolver_int_t *, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *,                \
      size_t *bytes) {                                                                             \
    const System<T> system{n, n, nrhs, a, lda, b, ldb, x, ldx};                                    \
    return askForLittle(handle, system.isShapeValid(), bytes);                                     \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesv(                                                            \
      musolverDnHandle_t handle, musolver_int_t n, musolver_int_t nrhs, T *a, musolver_int_t lda,  \
      musolver_int_t *pivots, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *, size_t,  \
      musolver_int_t *niters, musolver_int_t *info) {                                              \
    return gesv<ElementType<T>>(handle, {n, n, nrhs, in(a), lda, in(b), ldb, out(x), ldx}, pivots, \
                                niters, info);                                                     \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gels_bufferSize(                                                 \
      musolverDnHandle_t handle, musolver_int_t m, musolver_int_t n, musolver_int_t nrhs, T *a,    \
      musolver_int_t lda, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *,              \
      size_t *bytes) {                                                                             \
    const System<T> system{m, n, nrhs, a, lda, b, ldb, x, ldx};                                    \
    return askForLittle(handle, system.isShapeValid(), bytes);                                     \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gels(                                                            \
      musolverDnHandle_t handle, musolver_int_t m, musolver_int_t n, musolver_int_t nrhs, T *a,    \
      musolver_int_t lda, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *, size_t,      \
      musolver_int_t *niters, musolver_int_t *info) {                                              \
    return gels<ElementType<T>>(handle, {m, n, nrhs, in(a), lda, in(b), ldb, out(x), ldx}, niters, \
                                info);                                                             \
  }
__MUSOLVER_REFINEMENTS(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
