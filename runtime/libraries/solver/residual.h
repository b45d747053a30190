//===- libraries/solver/residual.h - how far factors are from a matrix --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_RESIDUAL_H
#define MUSAPORT_LIBRARIES_SOLVER_RESIDUAL_H

#include "blas/lapack.h"

#include <cmath>

namespace musaport::solver {

template <typename E> E conjugate(E value) {
  if constexpr (blas::isComplex<E>)
    return std::conj(value);
  else
    return value;
}

/// |A - U diag(S) V^H|, where U and V have `rank` columns.
template <typename E>
double residual(int m, int n, int rank, const E *a, int lda, const blas::Magnitude<E> *s,
                const E *u, int ldu, const E *v, int ldv) {
  std::vector<E> scaled(static_cast<size_t>(m) * rank);
  for (int column = 0; column < rank; ++column)
    for (int row = 0; row < m; ++row)
      scaled[row + static_cast<size_t>(column) * m] =
          u[row + static_cast<size_t>(column) * ldu] * s[column];
  double sum = 0;
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) {
      E rest = a[row + static_cast<size_t>(column) * lda];
      for (int i = 0; i < rank; ++i)
        rest -= scaled[row + static_cast<size_t>(i) * m] *
                conjugate(v[column + static_cast<size_t>(i) * ldv]);
      sum += std::norm(std::complex<double>(rest));
    }
  return std::sqrt(sum);
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_RESIDUAL_H
