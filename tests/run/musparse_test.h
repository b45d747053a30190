//===- musparse_test.h - matrices in the formats of muSPARSE ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MUSPARSE_TEST_H
#define MUSAPORT_TESTS_RUN_MUSPARSE_TEST_H

#include "check.h"
#include "device_array.h"

#include <complex>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musparse.h>
#include <vector>

#define CHECK_SPARSE(call)                                                                         \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUSPARSE_STATUS_SUCCESS))
#define CHECK_SPARSE_FAILS(call, status)                                                           \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

/// The element type of expected results. Elements are small whole numbers, exact in every type.
using Number = std::complex<double>;

constexpr musparseOperation_t asIs = MUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr musparseOperation_t operations[] = {asIs, MUSPARSE_OPERATION_TRANSPOSE,
                                              MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

template <typename T> struct Type {
  static constexpr musaDataType type = MUSA_R_32F, compute = MUSA_R_32F;
  using Scalar = float;
  static constexpr bool isComplex = false;
};
template <> struct Type<__half> : Type<float> {
  static constexpr musaDataType type = MUSA_R_16F;
};
template <> struct Type<__mt_bfloat16> : Type<float> {
  static constexpr musaDataType type = MUSA_R_16BF;
};
template <> struct Type<double> {
  static constexpr musaDataType type = MUSA_R_64F, compute = MUSA_R_64F;
  using Scalar = double;
  static constexpr bool isComplex = false;
};
template <> struct Type<std::complex<float>> {
  static constexpr musaDataType type = MUSA_C_32F, compute = MUSA_C_32F;
  using Scalar = std::complex<float>;
  static constexpr bool isComplex = true;
};
template <> struct Type<std::complex<double>> {
  static constexpr musaDataType type = MUSA_C_64F, compute = MUSA_C_64F;
  using Scalar = std::complex<double>;
  static constexpr bool isComplex = true;
};

template <typename T> T to(Number value) {
  if constexpr (Type<T>::isComplex)
    return T(value);
  else
    return T(static_cast<float>(value.real()));
}
template <> inline double to<double>(Number value) { return value.real(); }

inline Number from(float value) { return value; }
inline Number from(double value) { return value; }
inline Number from(__half value) { return __half2float(value); }
inline Number from(__mt_bfloat16 value) { return __bfloat162float(value); }
inline Number from(std::complex<float> value) { return value; }
inline Number from(std::complex<double> value) { return value; }

template <typename Index>
constexpr musparseIndexType_t indexType = sizeof(Index) == 2   ? MUSPARSE_INDEX_16U
                                          : sizeof(Index) == 4 ? MUSPARSE_INDEX_32I
                                                               : MUSPARSE_INDEX_64I;

/// A dense matrix, stored row by row.
struct Matrix {
  int rows, columns;
  std::vector<Number> values;

  Matrix(int rows, int columns) : rows(rows), columns(columns), values(size_t(rows) * columns) {}
  Number &operator()(int row, int column) { return values[size_t(row) * columns + column]; }
  Number operator()(int row, int column) const { return values[size_t(row) * columns + column]; }
  bool operator==(const Matrix &other) const {
    return rows == other.rows && columns == other.columns && values == other.values;
  }
};

/// A matrix of small whole numbers, of which every `step`th is not zero.
inline Matrix numbers(int rows, int columns, int step, int seed, bool isComplex) {
  Matrix result(rows, columns);
  for (int i = 0; i < rows * columns; ++i)
    if ((i * 13 + seed) % step == 0)
      result.values[i] = {double((i * 5 + seed) % 7 - 3 == 0 ? 2 : (i * 5 + seed) % 7 - 3),
                          isComplex ? double((i * 3 + seed) % 5 - 2) : 0};
  return result;
}

inline Matrix apply(musparseOperation_t operation, const Matrix &matrix) {
  if (operation == asIs)
    return matrix;
  Matrix result(matrix.columns, matrix.rows);
  for (int row = 0; row < matrix.rows; ++row)
    for (int column = 0; column < matrix.columns; ++column) {
      const Number value = matrix(row, column);
      result(column, row) = operation == MUSPARSE_OPERATION_TRANSPOSE ? value : std::conj(value);
    }
  return result;
}

/// Returns alpha a b + beta c.
inline Matrix multiply(Number alpha, const Matrix &a, const Matrix &b, Number beta, Matrix c) {
  for (int row = 0; row < c.rows; ++row)
    for (int column = 0; column < c.columns; ++column) {
      Number sum = 0;
      for (int i = 0; i < a.columns; ++i)
        sum += a(row, i) * b(i, column);
      c(row, column) = alpha * sum + beta * c(row, column);
    }
  return c;
}

/// The nonzero elements, and those of `pattern` if there is one, as CSR, CSC or COO.
template <typename T, typename Index = int> struct Sparse {
  std::vector<Index> major, minor;
  std::vector<T> values;

  Sparse(const Matrix &matrix, musparseFormat_t format, int base = 0,
         const Matrix *pattern = nullptr) {
    const bool isCsc = format == MUSPARSE_FORMAT_CSC;
    const int lines = isCsc ? matrix.columns : matrix.rows;
    if (format != MUSPARSE_FORMAT_COO)
      major.push_back(Index(base));
    for (int line = 0; line < lines; ++line) {
      for (int i = 0; i < (isCsc ? matrix.rows : matrix.columns); ++i) {
        const int row = isCsc ? i : line;
        const int column = isCsc ? line : i;
        if ((pattern != nullptr ? *pattern : matrix)(row, column) == Number())
          continue;
        if (format == MUSPARSE_FORMAT_COO)
          major.push_back(Index(row + base));
        minor.push_back(Index(i + base));
        values.push_back(to<T>(matrix(row, column)));
      }
      if (format != MUSPARSE_FORMAT_COO)
        major.push_back(Index(minor.size() + base));
    }
  }
};

/// A Sparse in device memory, with its descriptor.
template <typename T, typename Index = int> class DeviceSparse {
public:
  DeviceSparse(const Matrix &matrix, musparseFormat_t format, int base = 0,
               const Matrix *pattern = nullptr)
      : DeviceSparse(matrix, Sparse<T, Index>(matrix, format, base, pattern), format, base) {}
  DeviceSparse(const Matrix &matrix, const Sparse<T, Index> &sparse, musparseFormat_t format,
               int base)
      : rows(matrix.rows), columns(matrix.columns), host(sparse), major(sparse.major),
        minor(sparse.minor), values(sparse.values) {
    constexpr musparseIndexType_t type = indexType<Index>;
    const auto from = static_cast<musparseIndexBase_t>(base);
    const auto count = int64_t(sparse.values.size());
    if (format == MUSPARSE_FORMAT_CSR)
      CHECK_SPARSE(musparseCreateCsr(&descriptor, rows, columns, count, major.get(), minor.get(),
                                     values.get(), type, type, from, Type<T>::type));
    else if (format == MUSPARSE_FORMAT_CSC)
      CHECK_SPARSE(musparseCreateCsc(&descriptor, rows, columns, count, major.get(), minor.get(),
                                     values.get(), type, type, from, Type<T>::type));
    else
      CHECK_SPARSE(musparseCreateCoo(&descriptor, rows, columns, count, major.get(), minor.get(),
                                     values.get(), type, from, Type<T>::type));
  }
  DeviceSparse(const DeviceSparse &) = delete;
  ~DeviceSparse() { CHECK_SPARSE(musparseDestroySpMat(descriptor)); }

  int rows, columns;
  Sparse<T, Index> host;
  DeviceArray<Index> major, minor;
  DeviceArray<T> values;
  musparseSpMatDescr_t descriptor = nullptr;
};

/// Several matrices of one shape in device memory, one after the other.
template <typename T> class DeviceDense {
public:
  DeviceDense(const std::vector<Matrix> &matrices, musparseOrder_t order)
      : rows(matrices[0].rows), columns(matrices[0].columns),
        ld((order == MUSPARSE_ORDER_ROW ? columns : rows) + 2), order(order),
        stride(ld * (order == MUSPARSE_ORDER_ROW ? rows : columns) + 3),
        count(int(matrices.size())), values(arrange(matrices)) {
    CHECK_SPARSE(
        musparseCreateDnMat(&descriptor, rows, columns, ld, values.get(), Type<T>::type, order));
    if (count > 1)
      CHECK_SPARSE(musparseDnMatSetStridedBatch(descriptor, count, stride));
  }
  DeviceDense(const Matrix &matrix, musparseOrder_t order)
      : DeviceDense(std::vector<Matrix>{matrix}, order) {}
  DeviceDense(const DeviceDense &) = delete;
  ~DeviceDense() { CHECK_SPARSE(musparseDestroyDnMat(descriptor)); }

  Matrix read(int index = 0) const {
    const std::vector<T> all = values.read();
    Matrix result(rows, columns);
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        result(row, column) = from(all[place(index, row, column)]);
    return result;
  }

  int rows, columns, ld;
  musparseOrder_t order;
  int stride, count;
  DeviceArray<T> values;
  musparseDnMatDescr_t descriptor = nullptr;

private:
  size_t place(int index, int row, int column) const {
    return size_t(index) * stride +
           (order == MUSPARSE_ORDER_ROW ? row * ld + column : row + column * ld);
  }
  std::vector<T> arrange(const std::vector<Matrix> &matrices) const {
    std::vector<T> result(size_t(stride) * count);
    for (int i = 0; i < count; ++i)
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
          result[place(i, row, column)] = to<T>(matrices[i](row, column));
    return result;
  }
};

/// A vector in device memory, made from a matrix with one column.
template <typename T> class DeviceVector {
public:
  explicit DeviceVector(const Matrix &matrix) : values(arrange(matrix)) {
    CHECK_SPARSE(musparseCreateDnVec(&descriptor, matrix.rows, values.get(), Type<T>::type));
  }
  DeviceVector(const DeviceVector &) = delete;
  ~DeviceVector() { CHECK_SPARSE(musparseDestroyDnVec(descriptor)); }

  Matrix read() const {
    const std::vector<T> all = values.read();
    Matrix result(int(all.size()), 1);
    for (size_t i = 0; i < all.size(); ++i)
      result.values[i] = from(all[i]);
    return result;
  }

  DeviceArray<T> values;
  musparseDnVecDescr_t descriptor = nullptr;

private:
  static std::vector<T> arrange(const Matrix &matrix) {
    std::vector<T> result;
    for (Number value : matrix.values)
      result.push_back(to<T>(value));
    return result;
  }
};

#endif // MUSAPORT_TESTS_RUN_MUSPARSE_TEST_H
