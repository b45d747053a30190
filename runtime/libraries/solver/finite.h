//===- libraries/solver/finite.h - matrices with NaNs and infinities --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LAPACK's iterative methods do not end well with these. cuSOLVER's say that they did not converge.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_FINITE_H
#define MUSAPORT_LIBRARIES_SOLVER_FINITE_H

#include "blas/lapack.h"

#include <cmath>
#include <limits>

namespace musaport::solver {

/// Whether the elements are finite for whose row and column `counts` is true.
template <typename E, typename Counts>
bool isFinite(int rows, int columns, const E *a, int lda, Counts counts) {
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) {
      const E value = a[row + static_cast<size_t>(column) * lda];
      if (counts(row, column) &&
          !(std::isfinite(std::real(value)) && std::isfinite(std::imag(value))))
        return false;
    }
  return true;
}
template <typename E> bool isFinite(int rows, int columns, const E *a, int lda) {
  return isFinite(rows, columns, a, lda, [](int, int) { return true; });
}

template <typename E> void fillWithNaN(int rows, int columns, E *a, int lda) {
  constexpr auto nan = std::numeric_limits<blas::Magnitude<E>>::quiet_NaN();
  for (int column = 0; column < columns; ++column)
    std::fill_n(a + static_cast<size_t>(column) * lda, rows, E(nan));
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_FINITE_H
