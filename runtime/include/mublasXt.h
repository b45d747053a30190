/*===- mublasXt.h - products of matrices in host memory, on several devices --*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuBLASXt's API; programs link with -lmublas. Matrices and scalars may be in host memory or a
 * device's. Each call returns when it is done. The host's devices are one CPU, so their choice and
 * the size of blocks change nothing.
 *===----------------------------------------------------------------------===*/
#ifndef MUBLAS_XT_H_
#define MUBLAS_XT_H_

#include "mublas.h"

typedef struct mublasXtContext *mublasXtHandle_t;

typedef enum mublasXtPinnedMemMode_t {
  MUBLASXT_PINNING_DISABLED = 0,
  MUBLASXT_PINNING_ENABLED = 1
} mublasXtPinnedMemMode_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mublasStatus_t mublasXtCreate(mublasXtHandle_t *handle);
mublasStatus_t mublasXtDestroy(mublasXtHandle_t handle);
/* Once, before the first product. */
mublasStatus_t mublasXtDeviceSelect(mublasXtHandle_t handle, int nbDevices, int deviceId[]);
mublasStatus_t mublasXtSetBlockDim(mublasXtHandle_t handle, int blockDim);
mublasStatus_t mublasXtGetBlockDim(mublasXtHandle_t handle, int *blockDim);
mublasStatus_t mublasXtSetPinningMemMode(mublasXtHandle_t handle, mublasXtPinnedMemMode_t mode);
mublasStatus_t mublasXtGetPinningMemMode(mublasXtHandle_t handle, mublasXtPinnedMemMode_t *mode);

/* What the functions of mublas.h by these names compute. */
/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublasXt##L##gemm(mublasXtHandle_t handle, mublasOperation_t transa,              \
                                   mublasOperation_t transb, size_t m, size_t n, size_t k,         \
                                   const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, \
                                   const T *beta, T *c, size_t ldc);                               \
  mublasStatus_t mublasXt##L##symm(mublasXtHandle_t handle, mublasSideMode_t side,                 \
                                   mublasFillMode_t uplo, size_t m, size_t n, const T *alpha,      \
                                   const T *a, size_t lda, const T *b, size_t ldb, const T *beta,  \
                                   T *c, size_t ldc);                                              \
  mublasStatus_t mublasXt##L##syrk(mublasXtHandle_t handle, mublasFillMode_t uplo,                 \
                                   mublasOperation_t trans, size_t n, size_t k, const T *alpha,    \
                                   const T *a, size_t lda, const T *beta, T *c, size_t ldc);       \
  mublasStatus_t mublasXt##L##syr2k(mublasXtHandle_t handle, mublasFillMode_t uplo,                \
                                    mublasOperation_t trans, size_t n, size_t k, const T *alpha,   \
                                    const T *a, size_t lda, const T *b, size_t ldb, const T *beta, \
                                    T *c, size_t ldc);                                             \
  mublasStatus_t mublasXt##L##syrkx(mublasXtHandle_t handle, mublasFillMode_t uplo,                \
                                    mublasOperation_t trans, size_t n, size_t k, const T *alpha,   \
                                    const T *a, size_t lda, const T *b, size_t ldb, const T *beta, \
                                    T *c, size_t ldc);                                             \
  mublasStatus_t mublasXt##L##trmm(                                                                \
      mublasXtHandle_t handle, mublasSideMode_t side, mublasFillMode_t uplo,                       \
      mublasOperation_t trans, mublasDiagType_t diag, size_t m, size_t n, const T *alpha,          \
      const T *a, size_t lda, const T *b, size_t ldb, T *c, size_t ldc);                           \
  mublasStatus_t mublasXt##L##trsm(mublasXtHandle_t handle, mublasSideMode_t side,                 \
                                   mublasFillMode_t uplo, mublasOperation_t trans,                 \
                                   mublasDiagType_t diag, size_t m, size_t n, const T *alpha,      \
                                   const T *a, size_t lda, T *b, size_t ldb);
__MUBLAS_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
#define __MUBLAS_DECLARE(L, T, R)                                                                  \
  mublasStatus_t mublasXt##L##hemm(mublasXtHandle_t handle, mublasSideMode_t side,                 \
                                   mublasFillMode_t uplo, size_t m, size_t n, const T *alpha,      \
                                   const T *a, size_t lda, const T *b, size_t ldb, const T *beta,  \
                                   T *c, size_t ldc);                                              \
  mublasStatus_t mublasXt##L##herk(mublasXtHandle_t handle, mublasFillMode_t uplo,                 \
                                   mublasOperation_t trans, size_t n, size_t k, const R *alpha,    \
                                   const T *a, size_t lda, const R *beta, T *c, size_t ldc);       \
  mublasStatus_t mublasXt##L##her2k(mublasXtHandle_t handle, mublasFillMode_t uplo,                \
                                    mublasOperation_t trans, size_t n, size_t k, const T *alpha,   \
                                    const T *a, size_t lda, const T *b, size_t ldb, const R *beta, \
                                    T *c, size_t ldc);                                             \
  mublasStatus_t mublasXt##L##herkx(mublasXtHandle_t handle, mublasFillMode_t uplo,                \
                                    mublasOperation_t trans, size_t n, size_t k, const T *alpha,   \
                                    const T *a, size_t lda, const T *b, size_t ldb, const R *beta, \
                                    T *c, size_t ldc);
__MUBLAS_COMPLEX_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUBLAS_XT_H_ */
