//===- libraries/blas/gemm.cpp - products of matrices of the same type ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "gemm.h"
#include "batch.h"
#include "cblas_types.h"
#include "handle.h"

namespace musaport::blas {

mublasStatus_t check(mublasHandle_t handle, const GemmShape &shape) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  const bool valid = isValid(shape.transa) && isValid(shape.transb) && shape.m >= 0 &&
                     shape.n >= 0 && shape.k >= 0 && shape.count >= 0 &&
                     fits(shape.lda, shape.transa == MUBLAS_OP_N ? shape.m : shape.k) &&
                     fits(shape.ldb, shape.transb == MUBLAS_OP_N ? shape.k : shape.n) &&
                     fits(shape.ldc, shape.m);
  return valid ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE;
}

namespace {

template <typename T>
mublasStatus_t gemm(mublasHandle_t handle, const GemmShape &shape, const T *alpha, Batch<const T> a,
                    Batch<const T> b, const T *beta, Batch<T> c) {
  if (const mublasStatus_t status = check(handle, shape); status != MUBLAS_STATUS_SUCCESS)
    return status;
  if (alpha == nullptr || beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (shape.isEmpty())
    return MUBLAS_STATUS_SUCCESS;
  if (lacksMatrix(shape, a, b, c))
    return MUBLAS_STATUS_INVALID_VALUE;
  return submit(*handle,
                [shape, a, b, c, alpha = Scalar(*handle, alpha), beta = Scalar(*handle, beta)] {
                  const ElementType<T> by = alpha.get();
                  const ElementType<T> of = beta.get();
                  for (int i = 0; i < shape.count; ++i)
                    gemmOf<ElementType<T>>(CblasColMajor, transposition(shape.transa),
                                           transposition(shape.transb), shape.m, shape.n, shape.k,
                                           scalar(by), in(a[i]), shape.lda, in(b[i]), shape.ldb,
                                           scalar(of), out(c[i]), shape.ldc);
                });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublas##L##gemm(mublasHandle_t handle, mublasOperation_t transa,                  \
                                 mublasOperation_t transb, int m, int n, int k, const T *alpha,    \
                                 const T *a, int lda, const T *b, int ldb, const T *beta, T *c,    \
                                 int ldc) {                                                        \
    return gemm<T>(handle, {transa, transb, m, n, k, lda, ldb, ldc, 1}, alpha, {a, 0}, {b, 0},     \
                   beta, {c, 0});                                                                  \
  }                                                                                                \
  mublasStatus_t mublas##L##gemmBatched(                                                           \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb,             \
      const T *beta, T *const c[], int ldc, int count) {                                           \
    return gemm<T>(handle, {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha,                 \
                   Batch<const T>(a), Batch<const T>(b), beta, Batch<T>(c));                       \
  }                                                                                                \
  mublasStatus_t mublas##L##gemmStridedBatched(                                                    \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      int k, const T *alpha, const T *a, int lda, long long int stridea, const T *b, int ldb,      \
      long long int strideb, const T *beta, T *c, int ldc, long long int stridec, int count) {     \
    return gemm<T>(handle, {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha, {a, stridea},   \
                   {b, strideb}, beta, {c, stridec});                                              \
  }
__MUBLAS_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
