//===- libraries/solver/sparse_elements.h - a sparse matrix with its elements --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SOLVER_SPARSE_ELEMENTS_H
#define MUSAPORT_LIBRARIES_SOLVER_SPARSE_ELEMENTS_H

#include "sparse_factors.h"

namespace musaport::solver {

template <typename E> SparseMatrix<E> readElements(const GivenPattern &given, const E *values) {
  return {given.read(), {values, values + given.nonzeros}};
}

/// A(order, order)
template <typename E> SparseMatrix<E> permuted(const SparseMatrix<E> &a, const Order &order) {
  Permuted result = permute(a.pattern, order, order);
  std::vector<E> values(result.places.size());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = a.values[result.places[i]];
  return {std::move(result.pattern), std::move(values)};
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_SPARSE_ELEMENTS_H
