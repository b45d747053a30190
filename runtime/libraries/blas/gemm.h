//===- libraries/blas/gemm.h - the shape of a product ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_GEMM_H
#define MUSAPORT_LIBRARIES_BLAS_GEMM_H

#include "mublas.h"

namespace musaport::blas {

/// C (m x n) = alpha op(A) op(B) + beta C, with k columns of op(A), `count` times.
struct GemmShape {
  mublasOperation_t transa = MUBLAS_OP_N;
  mublasOperation_t transb = MUBLAS_OP_N;
  int m = 0;
  int n = 0;
  int k = 0;
  int lda = 1;
  int ldb = 1;
  int ldc = 1;
  int count = 1;

  bool isEmpty() const { return m == 0 || n == 0 || count == 0; }
};

/// What is wrong with it, if anything.
mublasStatus_t check(mublasHandle_t handle, const GemmShape &shape);
/// Whether a product that is not empty lacks a matrix.
template <typename In, typename Out>
bool lacksMatrix(const GemmShape &shape, const In &a, const In &b, const Out &c) {
  return c.isNone() || (shape.k > 0 && (a.isNone() || b.isNone()));
}

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_GEMM_H
