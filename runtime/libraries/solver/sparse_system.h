//===- libraries/solver/sparse_system.h - a sparse matrix, as a call gives it --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SOLVER_SPARSE_SYSTEM_H
#define MUSAPORT_LIBRARIES_SOLVER_SPARSE_SYSTEM_H

#include "musolverSp.h"

#include <cstddef>
#include <functional>
#include <vector>

struct musolverSpContext {
  musaStream_t stream = nullptr;
};

namespace musaport::solver {

/// Rows of columns, both counted from 0.
struct Pattern {
  int rows = 0;
  int columns = 0;
  std::vector<int> offsets; ///< one more than there are rows
  std::vector<int> indices;
};

/// What a call's indices say. Those of its arrays start at the descriptor's base.
struct GivenPattern {
  int rows = 0;
  int columns = 0;
  int nonzeros = 0;
  musparseMatDescr_t descriptor = nullptr;
  const int *offsets = nullptr;
  const int *indices = nullptr;

  bool isValid() const;
  int base() const;
  Pattern read() const;
};

/// Number i of the new order is order[i].
using Order = std::vector<int>;
std::vector<int> inverse(const Order &order);
bool isOrder(int n, const int *order);

/// A(p, q). Element i of the result was number places[i].
struct Permuted {
  Pattern pattern;
  std::vector<size_t> places;
};
Permuted permute(const Pattern &pattern, const Order &p, const Order &q);

/// Orders for symmetric patterns; of others, they take that of A + A^T.
Order reverseCuthillMcKee(const Pattern &pattern);
Order minimumDegree(const Pattern &pattern);

/// Waits for the handle's stream, and runs `work`, if the arguments are valid. What it throws
/// becomes a status.
musolverStatus_t runIf(musolverSpHandle_t handle, bool isValid,
                       const std::function<musolverStatus_t()> &work);

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_SPARSE_SYSTEM_H
