//===- libraries/dnn/gemm.h - products of matrices in memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_DNN_GEMM_H
#define MUSAPORT_LIBRARIES_DNN_GEMM_H

#include "elements.h"

namespace musaport::dnn {

/// A matrix, row by row; or transposed, column by column.
template <typename C> struct Matrix {
  const C *data;
  int64_t stride; ///< between rows, or columns
  bool isTransposed = false;
};

/// c = factor c + a b, where c has `rows` times `columns` elements without gaps.
void multiply(int64_t rows, int64_t columns, int64_t inner, const Matrix<float> &a,
              const Matrix<float> &b, float factor, float *c);
void multiply(int64_t rows, int64_t columns, int64_t inner, const Matrix<double> &a,
              const Matrix<double> &b, double factor, double *c);

/// A view of two dimensions as a matrix: its own memory if that will do, else a copy.
template <typename C> class MatrixOf {
public:
  MatrixOf(const View &view, Type own) {
    const int64_t rows = view.dims[0];
    const int64_t columns = view.dims[1];
    const auto *data = static_cast<const C *>(view.data);
    if (view.type == own && (view.strides[1] == 1 || columns == 1) && view.strides[0] >= columns) {
      matrix = {data, view.strides[0], false};
    } else if (view.type == own && (view.strides[0] == 1 || rows == 1) && view.strides[1] >= rows) {
      matrix = {data, view.strides[1], true};
    } else {
      copy = loadAll<C>(view);
      matrix = {copy.data(), columns, false};
    }
  }
  const Matrix<C> &get() const { return matrix; }

private:
  std::vector<C> copy;
  Matrix<C> matrix;
};

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_GEMM_H
