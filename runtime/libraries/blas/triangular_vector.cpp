//===- libraries/blas/triangular_vector.cpp - a triangle and a vector ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"

namespace musaport::blas {
namespace {

struct Triangle {
  mublasFillMode_t uplo;
  mublasOperation_t trans;
  mublasDiagType_t diag;
  int n;
};

/// x = op(A) x, or the x that op(A) x is. The matrix is given by what CBLAS takes for it.
template <auto Call, typename T, typename... Matrix>
mublasStatus_t submitTriangle(mublasHandle_t handle, const Triangle &shape, bool valid, T *x,
                              int incx, Matrix... matrix) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isTriangle(shape.uplo) || !isValid(shape.trans) || !isValid(shape.diag) || shape.n < 0 ||
      incx == 0 || !valid)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (shape.n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=] {
    Call(CblasColMajor, triangle(shape.uplo), transposition(shape.trans), diagonal(shape.diag),
         shape.n, matrix..., out(x), incx);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define FULL(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      mublasDiagType_t diag, int n, const T *a, int lda, T *x, int incx) {         \
    return submitTriangle<call>(handle, {uplo, trans, diag, n}, fits(lda, n), x, incx, in(a),      \
                                lda);                                                              \
  }
#define BAND(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      mublasDiagType_t diag, int n, int k, const T *a, int lda, T *x, int incx) {  \
    return submitTriangle<call>(handle, {uplo, trans, diag, n}, k >= 0 && lda > k, x, incx, k,     \
                                in(a), lda);                                                       \
  }
#define PACKED(name, T, call)                                                                      \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      mublasDiagType_t diag, int n, const T *ap, T *x, int incx) {                 \
    return submitTriangle<call>(handle, {uplo, trans, diag, n}, true, x, incx, in(ap));            \
  }

#define DEFINE(L, l, T)                                                                            \
  FULL(mublas##L##trmv, T, cblas_##l##trmv)                                                        \
  FULL(mublas##L##trsv, T, cblas_##l##trsv)                                                        \
  BAND(mublas##L##tbmv, T, cblas_##l##tbmv)                                                        \
  BAND(mublas##L##tbsv, T, cblas_##l##tbsv)                                                        \
  PACKED(mublas##L##tpmv, T, cblas_##l##tpmv)                                                      \
  PACKED(mublas##L##tpsv, T, cblas_##l##tpsv)
MUSAPORT_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
