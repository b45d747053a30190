//===- libraries/solver/sparse_factors.h - LU, QR and Cholesky factors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each is for the elements float, double and complex. `zeroPivot(tol)` is the first index of a
// pivot whose magnitude is not larger than tol, or -1. Only if no pivot is zero, they solve.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_SPARSE_FACTORS_H
#define MUSAPORT_LIBRARIES_SOLVER_SPARSE_FACTORS_H

#include "sparse_system.h"

#include <complex>
#include <memory>
#include <vector>

namespace musaport::solver {

template <typename E> using Magnitude = decltype(std::abs(E{}));

/// A pattern's elements.
template <typename E> struct SparseMatrix {
  Pattern pattern;
  std::vector<E> values;
};

/// P A = L U, by columns, with partial pivoting. L's ones are not stored.
template <typename E> struct LuFactors {
  struct Column {
    std::vector<int> rows; ///< in the order of pivots
    std::vector<E> values;
  };
  Order p; ///< row i of L U is row p[i] of A
  std::vector<Column> lower, upper;
  std::vector<E> pivots; ///< the diagonal of U, which `upper` leaves out

  /// A row's own diagonal element is the pivot if it is at least `threshold` times the largest.
  LuFactors(const SparseMatrix<E> &a, Magnitude<E> threshold);
  int rows() const { return static_cast<int>(pivots.size()); }
  int columns() const { return rows(); }
  int zeroPivot(Magnitude<E> tol) const;
  void solve(const E *b, E *x) const;
};

/// A = Q R, of no more columns than rows.
template <typename E> class QrFactors {
public:
  explicit QrFactors(const SparseMatrix<E> &a);
  int rows() const;
  int columns() const;
  int zeroPivot(Magnitude<E> tol) const;
  /// The x of which A x is nearest to b.
  void solve(const E *b, E *x) const;

private:
  struct Implementation;
  std::shared_ptr<const Implementation> factors;
};

/// A = L L^H. Reads A's lower triangle.
template <typename E> class CholeskyFactors {
public:
  explicit CholeskyFactors(const SparseMatrix<E> &a);
  int rows() const;
  int columns() const { return rows(); }
  /// A pivot that is no positive number counts, too.
  int zeroPivot(Magnitude<E> tol) const;
  void solve(const E *b, E *x) const;

private:
  struct Implementation;
  std::shared_ptr<const Implementation> factors;
};

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_SPARSE_FACTORS_H
