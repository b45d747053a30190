//===- libraries/solver/sparse_factors.cpp - QR and Cholesky, by Eigen ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "sparse_factors.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>

namespace musaport::solver {
namespace {

template <typename E> using Vector = Eigen::Matrix<E, Eigen::Dynamic, 1>;
template <typename E> using ByColumns = Eigen::SparseMatrix<E, Eigen::ColMajor, int>;

template <typename E> ByColumns<E> byColumns(const SparseMatrix<E> &a) {
  return Eigen::Map<const Eigen::SparseMatrix<E, Eigen::RowMajor, int>>(
      a.pattern.rows, a.pattern.columns, static_cast<int>(a.values.size()),
      a.pattern.offsets.data(), a.pattern.indices.data(), a.values.data());
}

} // namespace

template <typename E> struct QrFactors<E>::Implementation {
  Eigen::SparseQR<ByColumns<E>, Eigen::NaturalOrdering<int>> qr;
};

template <typename E> QrFactors<E>::QrFactors(const SparseMatrix<E> &a) {
  const auto result = std::make_shared<Implementation>();
  result->qr.setPivotThreshold(0); // columns keep their places
  result->qr.compute(byColumns(a));
  factors = result;
}
template <typename E> int QrFactors<E>::rows() const {
  return static_cast<int>(factors->qr.rows());
}
template <typename E> int QrFactors<E>::columns() const {
  return static_cast<int>(factors->qr.cols());
}
template <typename E> int QrFactors<E>::zeroPivot(Magnitude<E> tol) const {
  const ByColumns<E> &r = factors->qr.matrixR(); // a column's elements are in no order
  for (int i = 0; i < r.cols(); ++i) {
    E pivot{};
    for (typename ByColumns<E>::InnerIterator element(r, i); element; ++element)
      if (element.row() == i)
        pivot = element.value();
    if (!(std::abs(pivot) > tol))
      return i;
  }
  return -1;
}
template <typename E> void QrFactors<E>::solve(const E *b, E *x) const {
  const auto &qr = factors->qr;
  const Vector<E> given = Eigen::Map<const Vector<E>>(b, qr.rows());
  Eigen::Map<Vector<E>>(x, qr.cols()) = qr.solve(given);
}

template <typename E> struct CholeskyFactors<E>::Implementation {
  Eigen::SimplicialLDLT<ByColumns<E>, Eigen::Lower, Eigen::NaturalOrdering<int>> ldlt;
};

template <typename E> CholeskyFactors<E>::CholeskyFactors(const SparseMatrix<E> &a) {
  const auto result = std::make_shared<Implementation>();
  result->ldlt.compute(byColumns(a));
  factors = result;
}
template <typename E> int CholeskyFactors<E>::rows() const {
  return static_cast<int>(factors->ldlt.rows());
}
template <typename E> int CholeskyFactors<E>::zeroPivot(Magnitude<E> tol) const {
  // L D L^H ends at a pivot of 0 only: the first that is no positive one is right in any case.
  const auto &pivots = factors->ldlt.vectorD();
  for (int i = 0; i < pivots.size(); ++i)
    if (const Magnitude<E> pivot = std::real(pivots[i]); !(pivot > 0 && std::sqrt(pivot) > tol))
      return i;
  return -1;
}
template <typename E> void CholeskyFactors<E>::solve(const E *b, E *x) const {
  const auto &ldlt = factors->ldlt;
  const Vector<E> given = Eigen::Map<const Vector<E>>(b, ldlt.rows());
  Eigen::Map<Vector<E>>(x, ldlt.cols()) = ldlt.solve(given);
}

template class QrFactors<float>;
template class QrFactors<double>;
template class QrFactors<std::complex<float>>;
template class QrFactors<std::complex<double>>;
template class CholeskyFactors<float>;
template class CholeskyFactors<double>;
template class CholeskyFactors<std::complex<float>>;
template class CholeskyFactors<std::complex<double>>;

} // namespace musaport::solver
