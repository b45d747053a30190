//===- libraries/dnn/gemm.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "gemm.h"

#include <algorithm>
#include <oneapi/dnnl/dnnl.hpp>

namespace musaport::dnn {

void multiply(int64_t rows, int64_t columns, int64_t inner, const Matrix<float> &a,
              const Matrix<float> &b, float factor, float *c) {
  if (inner == 0) {
    std::transform(c, c + rows * columns, c, [=](float x) { return factor != 0 ? factor * x : 0; });
    return;
  }
  const auto letter = [](bool isTransposed) { return isTransposed ? 'T' : 'N'; };
  // A matrix of one row may have any stride; the function wants a sensible one.
  const auto stride = [](const Matrix<float> &matrix, int64_t length) {
    return std::max(matrix.stride, length);
  };
  ::dnnl::sgemm(letter(a.isTransposed), letter(b.isTransposed), rows, columns, inner, 1, a.data,
                stride(a, a.isTransposed ? rows : inner), b.data,
                stride(b, b.isTransposed ? inner : columns), factor, c, columns);
}

/// oneDNN has none. Rows of b are added up, which the compiler makes vectors of.
void multiply(int64_t rows, int64_t columns, int64_t inner, const Matrix<double> &a,
              const Matrix<double> &b, double factor, double *c) {
  const auto element = [](const Matrix<double> &matrix, int64_t row, int64_t column) {
    return matrix
        .data[matrix.isTransposed ? column * matrix.stride + row : row * matrix.stride + column];
  };
  std::vector<double> line(columns);
  if (factor == 0)
    std::fill(c, c + rows * columns, 0.0);
  else if (factor != 1)
    std::transform(c, c + rows * columns, c, [=](double x) { return factor * x; });
  for (int64_t k = 0; k < inner; ++k) {
    for (int64_t j = 0; j < columns; ++j)
      line[j] = element(b, k, j);
    for (int64_t i = 0; i < rows; ++i) {
      const double by = element(a, i, k);
      for (int64_t j = 0; j < columns; ++j)
        c[i * columns + j] += by * line[j];
    }
  }
}

} // namespace musaport::dnn
