//===- libraries/solver/arguments.h - which arguments are valid ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes are of 64 bits in some functions and of 32 in others; LAPACK has 32.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_SOLVER_ARGUMENTS_H
#define MUSAPORT_LIBRARIES_SOLVER_ARGUMENTS_H

#include "blas/lapack.h"
#include "musolverDn.h"

#include <climits>
#include <cstdint>

namespace musaport::solver {

inline bool isSize(int64_t size) { return size >= 0 && size <= INT_MAX; }

inline bool isShape(int64_t rows, int64_t columns, int64_t ld) {
  return isSize(rows) && isSize(columns) && isSize(ld) && ld >= (rows > 1 ? rows : 1);
}
/// A matrix of which nothing is stored may be null.
inline bool isMatrix(int64_t rows, int64_t columns, const void *memory, int64_t ld) {
  return isShape(rows, columns, ld) && (memory != nullptr || rows == 0 || columns == 0);
}
inline bool isVector(int64_t size, const void *memory) {
  return isSize(size) && (memory != nullptr || size == 0);
}
/// Arrays of so many matrices, each with an address of its own.
template <typename T> bool isBatch(int64_t count, T *const *matrices) {
  return isSize(count) && (matrices != nullptr || count == 0);
}
inline bool isMode(musolverEigMode_t mode) {
  return mode == MUSOLVER_EIG_MODE_NOVECTOR || mode == MUSOLVER_EIG_MODE_VECTOR;
}

/// Whether all of the sizes fit into LAPACK's.
template <typename... Size> bool fit(Size... sizes) { return ((sizes <= INT_MAX) && ...); }

/// Calls `action` with a value of the type, or says that there is no such matrix.
template <typename Action> musolverStatus_t withType(musaDataType type, Action action) {
  switch (type) {
  case MUSA_R_32F:
    return action(float{});
  case MUSA_R_64F:
    return action(double{});
  case MUSA_C_32F:
    return action(std::complex<float>{});
  case MUSA_C_64F:
    return action(std::complex<double>{});
  default:
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  }
}

} // namespace musaport::solver

#endif // MUSAPORT_LIBRARIES_SOLVER_ARGUMENTS_H
