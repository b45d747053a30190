/*===- musa_port/host/mublas_level2.h - a matrix and vectors -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For C and C++; mublas.h includes it. `ap` is a packed triangle: its columns follow each other.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUBLAS_LEVEL2_H
#define MUSA_PORT_HOST_MUBLAS_LEVEL2_H

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##gbmv(mublasHandle_t handle, mublasOperation_t trans, int m, int n,     \
                                 int kl, int ku, const T *alpha, const T *a, int lda, const T *x,  \
                                 int incx, const T *beta, T *y, int incy);                         \
  mublasStatus_t mublas##L##symv(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy);                                   \
  mublasStatus_t mublas##L##syr(mublasHandle_t handle, mublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *x, int incx, T *a, int lda);              \
  mublasStatus_t mublas##L##syr2(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *x, int incx, const T *y, int incy, T *a, \
                                 int lda);                                                         \
  mublasStatus_t mublas##L##trmv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n,            \
                                 const T *a, int lda, T *x, int incx);                             \
  mublasStatus_t mublas##L##trsv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n,            \
                                 const T *a, int lda, T *x, int incx);                             \
  mublasStatus_t mublas##L##tbmv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n, int k,     \
                                 const T *a, int lda, T *x, int incx);                             \
  mublasStatus_t mublas##L##tbsv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n, int k,     \
                                 const T *a, int lda, T *x, int incx);                             \
  mublasStatus_t mublas##L##tpmv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n,            \
                                 const T *ap, T *x, int incx);                                     \
  mublasStatus_t mublas##L##tpsv(mublasHandle_t handle, mublasFillMode_t uplo,                     \
                                 mublasOperation_t trans, mublasDiagType_t diag, int n,            \
                                 const T *ap, T *x, int incx);
__MUBLAS_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##ger(mublasHandle_t handle, int m, int n, const T *alpha, const T *x,   \
                                int incx, const T *y, int incy, T *a, int lda);                    \
  mublasStatus_t mublas##L##sbmv(mublasHandle_t handle, mublasFillMode_t uplo, int n, int k,       \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy);                                   \
  mublasStatus_t mublas##L##spmv(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *ap, const T *x, int incx, const T *beta, \
                                 T *y, int incy);                                                  \
  mublasStatus_t mublas##L##spr(mublasHandle_t handle, mublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *x, int incx, T *ap);                      \
  mublasStatus_t mublas##L##spr2(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *x, int incx, const T *y, int incy,       \
                                 T *ap);
__MUBLAS_REAL_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

#define __MUBLAS_DECLARE(L, T, R)                                                                  \
  mublasStatus_t mublas##L##geru(mublasHandle_t handle, int m, int n, const T *alpha, const T *x,  \
                                 int incx, const T *y, int incy, T *a, int lda);                   \
  mublasStatus_t mublas##L##gerc(mublasHandle_t handle, int m, int n, const T *alpha, const T *x,  \
                                 int incx, const T *y, int incy, T *a, int lda);                   \
  mublasStatus_t mublas##L##hemv(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy);                                   \
  mublasStatus_t mublas##L##hbmv(mublasHandle_t handle, mublasFillMode_t uplo, int n, int k,       \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy);                                   \
  mublasStatus_t mublas##L##hpmv(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *ap, const T *x, int incx, const T *beta, \
                                 T *y, int incy);                                                  \
  mublasStatus_t mublas##L##her(mublasHandle_t handle, mublasFillMode_t uplo, int n,               \
                                const R *alpha, const T *x, int incx, T *a, int lda);              \
  mublasStatus_t mublas##L##her2(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *x, int incx, const T *y, int incy, T *a, \
                                 int lda);                                                         \
  mublasStatus_t mublas##L##hpr(mublasHandle_t handle, mublasFillMode_t uplo, int n,               \
                                const R *alpha, const T *x, int incx, T *ap);                      \
  mublasStatus_t mublas##L##hpr2(mublasHandle_t handle, mublasFillMode_t uplo, int n,              \
                                 const T *alpha, const T *x, int incx, const T *y, int incy,       \
                                 T *ap);
__MUBLAS_COMPLEX_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSA_PORT_HOST_MUBLAS_LEVEL2_H */
