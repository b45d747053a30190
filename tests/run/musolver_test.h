//===- musolver_test.h - helpers for tests of muSOLVER ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MUSOLVER_TEST_H
#define MUSAPORT_TESTS_RUN_MUSOLVER_TEST_H

#include "dense_test.h"

#include <algorithm>
#include <cmath>
#include <musolverDn.h>

#define CHECK_SOLVER(call)                                                                         \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUSOLVER_STATUS_SUCCESS))

template <typename T> using Real = decltype(std::abs(T{}));
template <typename T> constexpr bool isComplex = !std::is_same_v<T, Real<T>>;

/// The allowed error of a computed number, for elements of a size around 10.
template <typename T> constexpr double bound = std::is_same_v<Real<T>, float> ? 1e-3 : 1e-11;

/// A matrix stored column by column, with ld = rows.
template <typename T> struct Matrix {
  int rows = 0;
  int columns = 0;
  std::vector<T> elements;

  Matrix(int m, int n) : rows(m), columns(n), elements(size_t(m) * n) {}
  Matrix(int m, int n, std::vector<T> values) : rows(m), columns(n), elements(std::move(values)) {}
  T &operator()(int row, int column) { return elements[row + size_t(column) * rows]; }
  T operator()(int row, int column) const { return elements[row + size_t(column) * rows]; }

  /// The upper left part, of m rows and n columns.
  Matrix part(int m, int n) const {
    Matrix result(m, n);
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        result(row, column) = (*this)(row, column);
    return result;
  }
};

template <typename T> Matrix<T> someMatrix(int m, int n, int seed) {
  return {m, n, numbers<T>(size_t(m) * n, seed)};
}
template <typename T> Matrix<T> identity(int n) {
  Matrix<T> result(n, n);
  for (int i = 0; i < n; ++i)
    result(i, i) = T(1);
  return result;
}
template <typename T> Matrix<T> diagonal(const std::vector<Real<T>> &values) {
  Matrix<T> result = identity<T>(int(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    result(int(i), int(i)) = T(values[i]);
  return result;
}
template <typename T> Matrix<T> transpose(const Matrix<T> &a) {
  Matrix<T> result(a.columns, a.rows);
  for (int column = 0; column < a.columns; ++column)
    for (int row = 0; row < a.rows; ++row)
      result(column, row) = a(row, column);
  return result;
}
template <typename T> Matrix<T> adjoint(const Matrix<T> &a) {
  Matrix<T> result = transpose(a);
  for (T &element : result.elements)
    element = conjugate(element);
  return result;
}
template <typename T> Matrix<T> operator*(const Matrix<T> &a, const Matrix<T> &b) {
  Matrix<T> result(a.rows, b.columns);
  for (int column = 0; column < b.columns; ++column)
    for (int row = 0; row < a.rows; ++row)
      for (int i = 0; i < a.columns; ++i)
        result(row, column) += a(row, i) * b(i, column);
  return result;
}
template <typename T> Matrix<T> operand(mublasOperation_t operation, const Matrix<T> &a) {
  return operation == MUBLAS_OP_N ? a : operation == MUBLAS_OP_T ? transpose(a) : adjoint(a);
}
/// One triangle of the matrix. With `unitDiagonal`, its diagonal is 1, whatever `a` has there.
template <typename T>
Matrix<T> triangle(const Matrix<T> &a, mublasFillMode_t uplo, bool unitDiagonal = false) {
  Matrix<T> result = a;
  for (int column = 0; column < a.columns; ++column)
    for (int row = 0; row < a.rows; ++row) {
      if (uplo == MUBLAS_FILL_MODE_LOWER ? row < column : row > column)
        result(row, column) = T(0);
      if (row == column && unitDiagonal)
        result(row, column) = T(1);
    }
  return result;
}
/// Sets everything outside one triangle to NaN, so that a call that reads it fails the test.
template <typename T> Matrix<T> onlyTriangle(const Matrix<T> &a, mublasFillMode_t uplo) {
  Matrix<T> result = a;
  for (int column = 0; column < a.columns; ++column)
    for (int row = 0; row < a.rows; ++row)
      if (uplo == MUBLAS_FILL_MODE_LOWER ? row < column : row > column)
        result(row, column) = T(NAN);
  return result;
}

template <typename T> bool isNear(const Matrix<T> &a, const Matrix<T> &b, double scale = 1) {
  if (a.rows != b.rows || a.columns != b.columns)
    return false;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (!(std::abs(a.elements[i] - b.elements[i]) <= bound<T> * scale))
      return false;
  return true;
}
/// Whether the columns have length 1 and are orthogonal to each other.
template <typename T> bool isOrthonormal(const Matrix<T> &a) {
  return isNear(adjoint(a) * a, identity<T>(a.columns));
}

/// A matrix in device memory, with padding rows between the columns that no call may change.
template <typename T> class DeviceMatrix {
public:
  explicit DeviceMatrix(const Matrix<T> &a) : rows(a.rows), columns(a.columns), memory(padded(a)) {}
  DeviceMatrix(int m, int n) : DeviceMatrix(Matrix<T>(m, n)) {}
  ApiType<T> *get() const { return out(memory.get()); }
  int ld() const { return rows + padding; }
  Matrix<T> read() const {
    const std::vector<T> all = memory.read();
    Matrix<T> result(rows, columns);
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < ld(); ++row) {
        const T element = all[row + size_t(column) * ld()];
        if (row < rows)
          result(row, column) = element;
        else
          CHECK(element == T(77));
      }
    return result;
  }

private:
  static constexpr int padding = 2;
  static std::vector<T> padded(const Matrix<T> &a) {
    std::vector<T> result;
    for (int column = 0; column < a.columns; ++column) {
      const auto from = a.elements.begin() + size_t(column) * a.rows;
      result.insert(result.end(), from, from + a.rows);
      result.insert(result.end(), padding, T(77));
    }
    return result;
  }

  int rows;
  int columns;
  DeviceArray<T> memory;
};

/// A number that a call must write. It starts as -77, which no call writes.
class DeviceInfo {
public:
  int *get() const { return memory.get(); }
  int read() const { return memory.read()[0]; }

private:
  DeviceArray<int> memory = DeviceArray<int>({-77});
};

/// A symmetric matrix (Hermitian, if `isHermitian`). If `diagonal` is large, the matrix is positive
/// definite.
template <typename T>
Matrix<T> symmetricMatrix(int n, int seed, bool isHermitian, double diagonal) {
  Matrix<T> result = someMatrix<T>(n, n, seed);
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < column; ++row)
      result(row, column) = isHermitian ? conjugate(result(column, row)) : result(column, row);
    if (isHermitian)
      result(column, column) = T(std::real(result(column, column)));
    result(column, column) += T(Real<T>(diagonal));
  }
  return result;
}

template <typename T> struct Api;
#define MUSOLVER_TEST_API(L, T, R, O, H)                                                           \
  template <> struct Api<T> {                                                                      \
    static constexpr auto potrfSize = musolverDn##L##potrf_bufferSize;                             \
    static constexpr auto potrf = musolverDn##L##potrf;                                            \
    static constexpr auto potrs = musolverDn##L##potrs;                                            \
    static constexpr auto potriSize = musolverDn##L##potri_bufferSize;                             \
    static constexpr auto potri = musolverDn##L##potri;                                            \
    static constexpr auto potrfBatched = musolverDn##L##potrfBatched;                              \
    static constexpr auto potrsBatched = musolverDn##L##potrsBatched;                              \
    static constexpr auto getrfSize = musolverDn##L##getrf_bufferSize;                             \
    static constexpr auto getrf = musolverDn##L##getrf;                                            \
    static constexpr auto getrs = musolverDn##L##getrs;                                            \
    static constexpr auto sytrfSize = musolverDn##L##sytrf_bufferSize;                             \
    static constexpr auto sytrf = musolverDn##L##sytrf;                                            \
    static constexpr auto geqrfSize = musolverDn##L##geqrf_bufferSize;                             \
    static constexpr auto geqrf = musolverDn##L##geqrf;                                            \
    static constexpr auto gqrSize = musolverDn##L##O##gqr_bufferSize;                              \
    static constexpr auto gqr = musolverDn##L##O##gqr;                                             \
    static constexpr auto mqrSize = musolverDn##L##O##mqr_bufferSize;                              \
    static constexpr auto mqr = musolverDn##L##O##mqr;                                             \
    static constexpr auto gesvdSize = musolverDn##L##gesvd_bufferSize;                             \
    static constexpr auto gesvd = musolverDn##L##gesvd;                                            \
    static constexpr auto gesvdjSize = musolverDn##L##gesvdj_bufferSize;                           \
    static constexpr auto gesvdj = musolverDn##L##gesvdj;                                          \
    static constexpr auto gesvdjBatchedSize = musolverDn##L##gesvdjBatched_bufferSize;             \
    static constexpr auto gesvdjBatched = musolverDn##L##gesvdjBatched;                            \
    static constexpr auto gesvdaSize = musolverDn##L##gesvdaStridedBatched_bufferSize;             \
    static constexpr auto gesvda = musolverDn##L##gesvdaStridedBatched;                            \
    static constexpr auto evdSize = musolverDn##L##H##evd_bufferSize;                              \
    static constexpr auto evd = musolverDn##L##H##evd;                                             \
    static constexpr auto evjSize = musolverDn##L##H##evj_bufferSize;                              \
    static constexpr auto evj = musolverDn##L##H##evj;                                             \
    static constexpr auto evjBatchedSize = musolverDn##L##H##evjBatched_bufferSize;                \
    static constexpr auto evjBatched = musolverDn##L##H##evjBatched;                               \
    static constexpr auto evdxSize = musolverDn##L##H##evdx_bufferSize;                            \
    static constexpr auto evdx = musolverDn##L##H##evdx;                                           \
    static constexpr auto gvdSize = musolverDn##L##H##gvd_bufferSize;                              \
    static constexpr auto gvd = musolverDn##L##H##gvd;                                             \
    static constexpr auto gvdxSize = musolverDn##L##H##gvdx_bufferSize;                            \
    static constexpr auto gvdx = musolverDn##L##H##gvdx;                                           \
    static constexpr auto gvjSize = musolverDn##L##H##gvj_bufferSize;                              \
    static constexpr auto gvj = musolverDn##L##H##gvj;                                             \
  };
__MUSOLVER_TYPES(MUSOLVER_TEST_API)
#undef MUSOLVER_TEST_API
template <typename T> using ApiOf = Api<ApiType<T>>;

/// A workspace of the size that a _bufferSize function returned.
template <typename T> class Workspace {
public:
  explicit Workspace(int size) : count(size), memory(std::vector<T>(std::max(size, 1))) {
    CHECK(size >= 1);
  }
  ApiType<T> *get() const { return out(memory.get()); }
  int size() const { return count; }

private:
  int count;
  DeviceArray<T> memory;
};
/// Makes a workspace. `ask(&size)` calls the _bufferSize function.
template <typename T, typename Ask> Workspace<T> workspace(Ask ask) {
  int size = 0;
  CHECK_SOLVER(ask(&size));
  return Workspace<T>(size);
}

#endif // MUSAPORT_TESTS_RUN_MUSOLVER_TEST_H
