//===- libraries/solver/eigen.h - one eigenvalue problem ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_EIGEN_H
#define MUSAPORT_LIBRARIES_SOLVER_EIGEN_H

#include "finite.h"
#include "handle.h"
#include "musolverDn.h"
#include "residual.h"

namespace musaport::solver {

/// evd returns how many numbers did not converge, as LAPACK; evj, n + 1 if any.
enum class Method { DivideAndConquer, Jacobi };

template <typename E>
int decompose(Method method, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, E *a, int lda,
              blas::Magnitude<E> *w) {
  const bool vectors = jobz == MUSOLVER_EIG_MODE_VECTOR;
  const int failed = method == Method::Jacobi ? n + 1 : n;
  if (!isFinite(n, n, a, lda, [=](int row, int column) {
        return uplo == MUBLAS_FILL_MODE_LOWER ? row >= column : row <= column;
      })) {
    fillWithNaN(n, 1, w, n);
    if (vectors)
      fillWithNaN(n, n, a, lda);
    return failed;
  }
  const int info = blas::lapack::evd(vectors ? 'V' : 'N', blas::letter(uplo), n, a, lda, w);
  return info > 0 && method == Method::Jacobi ? failed : info;
}

/// The same, and |A - V W V^H|. Without vectors, nothing remains that is not diagonal.
template <typename E>
int decomposeAndMeasure(Method method, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, E *a,
                        int lda, blas::Magnitude<E> *w, JacobiRun &run) {
  run.residual = 0;
  if (jobz != MUSOLVER_EIG_MODE_VECTOR)
    return decompose(method, jobz, uplo, n, a, lda, w);
  std::vector<E> whole(static_cast<size_t>(n) * n);
  const auto at = [=](int row, int column) { return a[row + static_cast<size_t>(column) * lda]; };
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row)
      whole[row + static_cast<size_t>(column) * n] =
          row == column                                        ? E(std::real(at(row, row)))
          : (uplo == MUBLAS_FILL_MODE_LOWER) == (row > column) ? at(row, column)
                                                               : conjugate(at(column, row));
  const int info = decompose(method, jobz, uplo, n, a, lda, w);
  run.residual = residual(n, n, n, whole.data(), n, w, a, lda, a, lda);
  return info;
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_EIGEN_H
