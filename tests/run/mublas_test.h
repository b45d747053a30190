//===- mublas_test.h - helpers for tests of muBLAS ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MUBLAS_TEST_H
#define MUSAPORT_TESTS_RUN_MUBLAS_TEST_H

#include "dense_test.h"

#include <cmath>
#include <mublas.h>

#define CHECK_STATUS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))
#define CHECK_BLAS(call) CHECK_STATUS(call, MUBLAS_STATUS_SUCCESS)
#define CHECK_INVALID(call) CHECK_STATUS(call, MUBLAS_STATUS_INVALID_VALUE)
#define CHECK_NO_HANDLE(call) CHECK_STATUS(call, MUBLAS_STATUS_NOT_INITIALIZED)

/// What references are computed with.
template <typename T> struct WideType {
  using Type = double;
};
template <typename T> struct WideType<std::complex<T>> {
  using Type = std::complex<double>;
};
template <typename T> using Wide = typename WideType<T>::Type;
template <typename T> constexpr bool isComplex = !std::is_same_v<Wide<T>, double>;

/// The type of the parts of a number.
template <typename T> using Part = decltype(std::abs(T()));

template <typename T> std::vector<Wide<T>> widen(const std::vector<T> &values) {
  return {values.begin(), values.end()};
}

/// A number that has an imaginary part if it can.
template <typename T> T number(int real, int imaginary) {
  if constexpr (isComplex<T>)
    return {static_cast<Part<T>>(real), static_cast<Part<T>>(imaginary)};
  else
    return static_cast<T>(real);
}

template <typename T> double tolerance() { return std::is_same_v<Part<T>, float> ? 2e-5 : 1e-13; }

/// Whether all elements are as expected, those that a function must not touch too.
template <typename T> bool isNear(const std::vector<T> &got, const std::vector<Wide<T>> &expected) {
  for (size_t i = 0; i < got.size(); ++i)
    if (!(std::abs(Wide<T>(got[i]) - expected[i]) <=
          tolerance<T>() * std::max(1.0, std::abs(expected[i]))))
      return false;
  return got.size() == expected.size();
}

/// Where element `i` of a vector of `n` is.
inline int at(int i, int n, int increment) {
  return increment < 0 ? (i + 1 - n) * increment : i * increment;
}

/// Element (row, column) of op(matrix), an array or a vector.
template <typename Matrix>
auto element(const Matrix &matrix, int ld, mublasOperation_t operation, int row, int column) {
  if (operation == MUBLAS_OP_N)
    return matrix[row + column * ld];
  const auto value = matrix[column + row * ld];
  return operation == MUBLAS_OP_C ? conjugate(value) : value;
}

/// Of two vectors.
struct Strides {
  int x, y;
};
constexpr Strides strides[] = {{1, 1}, {2, 1}, {1, -3}, {-2, 3}, {-1, -2}};

constexpr mublasOperation_t operations[] = {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C};
constexpr mublasFillMode_t triangles[] = {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER};
constexpr mublasSideMode_t sides[] = {MUBLAS_SIDE_LEFT, MUBLAS_SIDE_RIGHT};
constexpr mublasDiagType_t diagonals[] = {MUBLAS_DIAG_NON_UNIT, MUBLAS_DIAG_UNIT};

inline bool isStored(mublasFillMode_t uplo, int row, int column) {
  return uplo == MUBLAS_FILL_MODE_LOWER ? row >= column : row <= column;
}

enum class Kind { Symmetric, Hermitian, Triangular, UnitTriangular };

/// The whole matrix that the triangle of `a` with order `n` stands for, with columns of n.
template <typename T>
std::vector<T> whole(const std::vector<T> &a, int lda, int n, mublasFillMode_t uplo, Kind kind) {
  std::vector<T> result(n * n);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row) {
      T &to = result[row + column * n];
      if (row == column && kind == Kind::UnitTriangular)
        to = T(1);
      else if (row == column && kind == Kind::Hermitian)
        to = T(std::real(a[row + column * lda]));
      else if (isStored(uplo, row, column))
        to = a[row + column * lda];
      else if (kind == Kind::Symmetric)
        to = a[column + row * lda];
      else if (kind == Kind::Hermitian)
        to = conjugate(a[column + row * lda]);
    }
  return result;
}

/// Calls `with` with scalars in the host's memory, and in the device's, each in its mode.
template <typename T, typename With>
void inBothModes(mublasHandle_t handle, const std::vector<T> &values, With with) {
  with(values.data());
  const DeviceArray<T> inMemory(values);
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  with(static_cast<const T *>(inMemory.get()));
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
}

#endif // MUSAPORT_TESTS_RUN_MUBLAS_TEST_H
