//===- libraries/solver/eigen.h - one eigenvalue problem ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_EIGEN_H
#define MUSAPORT_LIBRARIES_SOLVER_EIGEN_H

#include "finite.h"
#include "musolverDn.h"

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

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_EIGEN_H
