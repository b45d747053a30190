/*===- musa_port/host/mublas_level3.h - matrices -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For C and C++; mublas.h includes it.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUBLAS_LEVEL3_H
#define MUSA_PORT_HOST_MUBLAS_LEVEL3_H

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##symm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, int m, int n, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, const T *beta, T *c, int ldc);      \
  mublasStatus_t mublas##L##syrk(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, int n, int k, const T *alpha,            \
                                 const T *a, int lda, const T *beta, T *c, int ldc);               \
  mublasStatus_t mublas##L##syr2k(                                                                 \
      mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans, int n, int k,         \
      const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);     \
  /* A triangle of alpha op(A) op(B)^T + beta C. */                                                \
  mublasStatus_t mublas##L##syrkx(                                                                 \
      mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans, int n, int k,         \
      const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);     \
  /* C = alpha op(A) B, or alpha B op(A); C may be B. */                                           \
  mublasStatus_t mublas##L##trmm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, mublasOperation_t trans,                   \
                                 mublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, T *c, int ldc);                     \
  /* C = alpha op(A) + beta op(B); a matrix whose factor is 0 is not read, and C may be one of     \
   * them. */                                                                                      \
  mublasStatus_t mublas##L##geam(                                                                  \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc);     \
  /* C = diag(x) A, or A diag(x). */                                                               \
  mublasStatus_t mublas##L##dgmm(mublasHandle_t handle, mublasSideMode_t mode, int m, int n,       \
                                 const T *a, int lda, const T *x, int incx, T *c, int ldc);        \
  /* Inverses of many matrices: of their factors, or, of up to 32 rows, of themselves. */          \
  mublasStatus_t mublas##L##getriBatched(mublasHandle_t handle, int n, const T *const a[],         \
                                         int lda, const int *pivots, T *const c[], int ldc,        \
                                         int *info, int count);                                    \
  mublasStatus_t mublas##L##matinvBatched(mublasHandle_t handle, int n, const T *const a[],        \
                                          int lda, T *const inverse[], int ldinverse, int *info,   \
                                          int count);
__MUBLAS_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

#define __MUBLAS_DECLARE(L, T, R)                                                                  \
  mublasStatus_t mublas##L##hemm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, int m, int n, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, const T *beta, T *c, int ldc);      \
  mublasStatus_t mublas##L##herk(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, int n, int k, const R *alpha,            \
                                 const T *a, int lda, const R *beta, T *c, int ldc);               \
  mublasStatus_t mublas##L##her2k(                                                                 \
      mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans, int n, int k,         \
      const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc);     \
  mublasStatus_t mublas##L##herkx(                                                                 \
      mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans, int n, int k,         \
      const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc);
__MUBLAS_COMPLEX_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSA_PORT_HOST_MUBLAS_LEVEL3_H */
