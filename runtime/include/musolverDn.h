/*===- musolverDn.h - factorizations of dense matrices -------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuSOLVER's dense API that docs/reference/libraries.md lists; programs link with
 * -lmusolver. Matrices are stored column by column. Calls queue their work in the handle's stream.
 * `info` is in device memory: 0, or LAPACK's number for what is wrong with the matrix. Any
 * workspace is accepted, because the host needs none.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVERDN_H_
#define MUSOLVERDN_H_

#include "muComplex.h"
#include "mublas.h"
#include "musa_runtime_api.h"
#include "musolver_common.h"
#include <stddef.h>
#include <stdint.h>

typedef struct musolverDnContext *musolverDnHandle_t;
typedef struct musolverDnParams *musolverDnParams_t;
/* Options of the Jacobi methods. The host computes to full precision, whatever they say. */
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct syevjInfo *syevjInfo_t;

typedef enum musolverDnFunction_t {
  MUSOLVERDN_GETRF = 0,
  MUSOLVERDN_POTRF = 1
} musolverDnFunction_t;

/* Expands X(letter, element type, type of magnitudes, name prefix for orthogonal matrices, name
 * prefix for symmetric matrices) for each of the four element types. */
#define __MUSOLVER_TYPES(X)                                                                        \
  X(S, float, float, or, sy)                                                                       \
  X(D, double, double, or, sy)                                                                     \
  X(C, muComplex, float, un, he)                                                                   \
  X(Z, muDoubleComplex, double, un, he)

/* Expands X(letters, element type): the letters of the main precision and of the lowest one. */
#define __MUSOLVER_REFINEMENTS(X)                                                                  \
  X(SS, float)                                                                                     \
  X(SH, float)                                                                                     \
  X(SB, float)                                                                                     \
  X(SX, float)                                                                                     \
  X(DD, double)                                                                                    \
  X(DS, double)                                                                                    \
  X(DH, double)                                                                                    \
  X(DB, double)                                                                                    \
  X(DX, double)                                                                                    \
  X(CC, muComplex)                                                                                 \
  X(CK, muComplex)                                                                                 \
  X(CY, muComplex)                                                                                 \
  X(CE, muComplex)                                                                                 \
  X(ZZ, muDoubleComplex)                                                                           \
  X(ZC, muDoubleComplex)                                                                           \
  X(ZK, muDoubleComplex)                                                                           \
  X(ZY, muDoubleComplex)                                                                           \
  X(ZE, muDoubleComplex)

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

musolverStatus_t musolverDnCreate(musolverDnHandle_t *handle);
musolverStatus_t musolverDnDestroy(musolverDnHandle_t handle);
musolverStatus_t musolverDnSetStream(musolverDnHandle_t handle, musaStream_t stream);
musolverStatus_t musolverDnGetStream(musolverDnHandle_t handle, musaStream_t *stream);

musolverStatus_t musolverDnCreateParams(musolverDnParams_t *params);
musolverStatus_t musolverDnDestroyParams(musolverDnParams_t params);
musolverStatus_t musolverDnSetAdvOptions(musolverDnParams_t params, musolverDnFunction_t function,
                                         musolverAlgMode_t algorithm);

musolverStatus_t musolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
musolverStatus_t musolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
musolverStatus_t musolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
musolverStatus_t musolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps);
musolverStatus_t musolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort);
/* Of the last call with `info`; these wait for the stream. The method on the host is one sweep. The
 * residual is |A - U S V^H|, or 0 if there are no vectors. After a batch: NOT_SUPPORTED. */
musolverStatus_t musolverDnXgesvdjGetResidual(musolverDnHandle_t handle, gesvdjInfo_t info,
                                              double *residual);
musolverStatus_t musolverDnXgesvdjGetSweeps(musolverDnHandle_t handle, gesvdjInfo_t info,
                                            int *sweeps);

musolverStatus_t musolverDnCreateSyevjInfo(syevjInfo_t *info);
musolverStatus_t musolverDnDestroySyevjInfo(syevjInfo_t info);
musolverStatus_t musolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
musolverStatus_t musolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
musolverStatus_t musolverDnXsyevjSetSortEig(syevjInfo_t info, int sort);
/* The same; the residual is |A - V W V^H|. */
musolverStatus_t musolverDnXsyevjGetResidual(musolverDnHandle_t handle, syevjInfo_t info,
                                             double *residual);
musolverStatus_t musolverDnXsyevjGetSweeps(musolverDnHandle_t handle, syevjInfo_t info,
                                           int *sweeps);

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUSOLVER_DECLARE(L, T, R, O, H)                                                          \
  /* Cholesky's factorization, and solving and inverting by it. */                                 \
  musolverStatus_t musolverDn##L##potrf_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T *a, int lda, int *lwork);         \
  musolverStatus_t musolverDn##L##potrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, T *work, int lwork, int *info);             \
  musolverStatus_t musolverDn##L##potrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        int nrhs, const T *a, int lda, T *b, int ldb, int *info);  \
  musolverStatus_t musolverDn##L##potri_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T *a, int lda, int *lwork);         \
  musolverStatus_t musolverDn##L##potri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, T *work, int lwork, int *info);             \
  /* `infos` has a number for every matrix. */                                                     \
  musolverStatus_t musolverDn##L##potrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, T *a[], int lda, int *infos, int count);     \
  /* As in cuSOLVER, `nrhs` must be 1. All solutions share `info`. */                              \
  musolverStatus_t musolverDn##L##potrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, int nrhs, T *a[], int lda, T *b[], int ldb,  \
                                               int *info, int count);                              \
  /* LU factorization. Pivots start at 1. If `pivots` is null, there is no pivoting. */            \
  musolverStatus_t musolverDn##L##getrf_bufferSize(musolverDnHandle_t handle, int m, int n, T *a,  \
                                                   int lda, int *lwork);                           \
  musolverStatus_t musolverDn##L##getrf(musolverDnHandle_t handle, int m, int n, T *a, int lda,    \
                                        T *work, int *pivots, int *info);                          \
  musolverStatus_t musolverDn##L##getrs(musolverDnHandle_t handle, mublasOperation_t trans, int n, \
                                        int nrhs, const T *a, int lda, const int *pivots, T *b,    \
                                        int ldb, int *info);                                       \
  /* L D L^T of a symmetric matrix. Complex ones are not Hermitian. */                             \
  musolverStatus_t musolverDn##L##sytrf_bufferSize(musolverDnHandle_t handle, int n, T *a,         \
                                                   int lda, int *lwork);                           \
  musolverStatus_t musolverDn##L##sytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, int *pivots, T *work, int lwork,            \
                                        int *info);                                                \
  /* QR, and functions that use its Q */                                                           \
  musolverStatus_t musolverDn##L##geqrf_bufferSize(musolverDnHandle_t handle, int m, int n, T *a,  \
                                                   int lda, int *lwork);                           \
  musolverStatus_t musolverDn##L##geqrf(musolverDnHandle_t handle, int m, int n, T *a, int lda,    \
                                        T *tau, T *work, int lwork, int *info);                    \
  musolverStatus_t musolverDn##L##O##gqr_bufferSize(musolverDnHandle_t handle, int m, int n,       \
                                                    int k, const T *a, int lda, const T *tau,      \
                                                    int *lwork);                                   \
  musolverStatus_t musolverDn##L##O##gqr(musolverDnHandle_t handle, int m, int n, int k, T *a,     \
                                         int lda, const T *tau, T *work, int lwork, int *info);    \
  musolverStatus_t musolverDn##L##O##mqr_bufferSize(                                               \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,     \
      int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *lwork);                  \
  musolverStatus_t musolverDn##L##O##mqr(                                                          \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,     \
      int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work, int lwork, int *info);     \
  /* Singular values, the largest first. gesvd needs m >= n and gives V^H; others give V. */       \
  musolverStatus_t musolverDn##L##gesvd_bufferSize(musolverDnHandle_t handle, int m, int n,        \
                                                   int *lwork);                                    \
  musolverStatus_t musolverDn##L##gesvd(                                                           \
      musolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *a, int lda, \
      R *s, T *u, int ldu, T *VT, int ldvt, T *work, int lwork, R *rwork, int *info);              \
  musolverStatus_t musolverDn##L##gesvdj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int econ, int m, int n, const T *a,       \
      int lda, const R *s, const T *u, int ldu, const T *v, int ldv, int *lwork,                   \
      gesvdjInfo_t params);                                                                        \
  musolverStatus_t musolverDn##L##gesvdj(                                                          \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int econ, int m, int n, T *a, int lda,    \
      R *s, T *u, int ldu, T *v, int ldv, T *work, int lwork, int *info, gesvdjInfo_t params);     \
  /* For consecutive matrices of at most 32 rows and 32 columns. */                                \
  musolverStatus_t musolverDn##L##gesvdjBatched_bufferSize(                                        \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, const T *a, int lda,        \
      const R *s, const T *u, int ldu, const T *v, int ldv, int *lwork, gesvdjInfo_t params,       \
      int count);                                                                                  \
  musolverStatus_t musolverDn##L##gesvdjBatched(                                                   \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, T *a, int lda, R *s, T *u,  \
      int ldu, T *v, int ldv, T *work, int lwork, int *infos, gesvdjInfo_t params, int count);     \
  /* The `rank` largest. If `residuals` (host memory) is not null, it gets |A - U S V^H| and the   \
   * call then waits. */                                                                           \
  musolverStatus_t musolverDn##L##gesvdaStridedBatched_bufferSize(                                 \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T *a,       \
      int lda, long long int stridea, const R *s, long long int strides, const T *u, int ldu,      \
      long long int strideu, const T *v, int ldv, long long int stridev, int *lwork, int count);   \
  musolverStatus_t musolverDn##L##gesvdaStridedBatched(                                            \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T *a,       \
      int lda, long long int stridea, R *s, long long int strides, T *u, int ldu,                  \
      long long int strideu, T *v, int ldv, long long int stridev, T *work, int lwork, int *infos, \
      double *residuals, int count);                                                               \
  /* Eigenvalues, the smallest first, and eigenvectors of a symmetric or Hermitian matrix. */      \
  musolverStatus_t musolverDn##L##H##evd_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *a, \
      int lda, const R *w, int *lwork);                                                            \
  musolverStatus_t musolverDn##L##H##evd(musolverDnHandle_t handle, musolverEigMode_t jobz,        \
                                         mublasFillMode_t uplo, int n, T *a, int lda, R *w,        \
                                         T *work, int lwork, int *info);                           \
  musolverStatus_t musolverDn##L##H##evj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *a, \
      int lda, const R *w, int *lwork, syevjInfo_t params);                                        \
  musolverStatus_t musolverDn##L##H##evj(musolverDnHandle_t handle, musolverEigMode_t jobz,        \
                                         mublasFillMode_t uplo, int n, T *a, int lda, R *w,        \
                                         T *work, int lwork, int *info, syevjInfo_t params);       \
  musolverStatus_t musolverDn##L##H##evjBatched_bufferSize(                                        \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *a, \
      int lda, const R *w, int *lwork, syevjInfo_t params, int count);                             \
  musolverStatus_t musolverDn##L##H##evjBatched(                                                   \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, T *a,       \
      int lda, R *w, T *work, int lwork, int *infos, syevjInfo_t params, int count);               \
  /* Some of the eigenvalues: *meig, in host memory. The call waits for it. */                     \
  musolverStatus_t musolverDn##L##H##evdx_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigMode_t jobz, musolverEigRange_t range,                 \
      mublasFillMode_t uplo, int n, const T *a, int lda, R vl, R vu, int il, int iu, int *meig,    \
      const R *w, int *lwork);                                                                     \
  musolverStatus_t musolverDn##L##H##evdx(musolverDnHandle_t handle, musolverEigMode_t jobz,       \
                                          musolverEigRange_t range, mublasFillMode_t uplo, int n,  \
                                          T *a, int lda, R vl, R vu, int il, int iu, int *meig,    \
                                          R *w, T *work, int lwork, int *info);                    \
  /* The same of a generalized problem. B must be positive definite; its triangle becomes its      \
   * Cholesky factor. */                                                                           \
  musolverStatus_t musolverDn##L##H##gvd_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,          \
      int *lwork);                                                                                 \
  musolverStatus_t musolverDn##L##H##gvd(musolverDnHandle_t handle, musolverEigType_t itype,       \
                                         musolverEigMode_t jobz, mublasFillMode_t uplo, int n,     \
                                         T *a, int lda, T *b, int ldb, R *w, T *work, int lwork,   \
                                         int *info);                                               \
  musolverStatus_t musolverDn##L##H##gvdx_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      musolverEigRange_t range, mublasFillMode_t uplo, int n, const T *a, int lda, const T *b,     \
      int ldb, R vl, R vu, int il, int iu, int *meig, const R *w, int *lwork);                     \
  musolverStatus_t musolverDn##L##H##gvdx(                                                         \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      musolverEigRange_t range, mublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R vl,  \
      R vu, int il, int iu, int *meig, R *w, T *work, int lwork, int *info);                       \
  musolverStatus_t musolverDn##L##H##gvj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,          \
      int *lwork, syevjInfo_t params);                                                             \
  musolverStatus_t musolverDn##L##H##gvj(musolverDnHandle_t handle, musolverEigType_t itype,       \
                                         musolverEigMode_t jobz, mublasFillMode_t uplo, int n,     \
                                         T *a, int lda, T *b, int ldb, R *w, T *work, int lwork,   \
                                         int *info, syevjInfo_t params);
__MUSOLVER_TYPES(__MUSOLVER_DECLARE)
#undef __MUSOLVER_DECLARE

/* Solutions by iterative refinement of ones of a lower precision. The host computes in the main
 * precision at once: *niters, in host memory, is 0, and A and B stay. */
#define __MUSOLVER_DECLARE(L, T)                                                                   \
  /* A X = B */                                                                                    \
  musolverStatus_t musolverDn##L##gesv_bufferSize(                                                 \
      musolverDnHandle_t handle, musolver_int_t n, musolver_int_t nrhs, T *a, musolver_int_t lda,  \
      musolver_int_t *pivots, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *work,      \
      size_t *bytes);                                                                              \
  musolverStatus_t musolverDn##L##gesv(                                                            \
      musolverDnHandle_t handle, musolver_int_t n, musolver_int_t nrhs, T *a, musolver_int_t lda,  \
      musolver_int_t *pivots, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *work,      \
      size_t bytes, musolver_int_t *niters, musolver_int_t *info);                                 \
  /* The least |A X - B|. As in cuSOLVER, A has at least as many rows as columns. */               \
  musolverStatus_t musolverDn##L##gels_bufferSize(                                                 \
      musolverDnHandle_t handle, musolver_int_t m, musolver_int_t n, musolver_int_t nrhs, T *a,    \
      musolver_int_t lda, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *work,          \
      size_t *bytes);                                                                              \
  musolverStatus_t musolverDn##L##gels(                                                            \
      musolverDnHandle_t handle, musolver_int_t m, musolver_int_t n, musolver_int_t nrhs, T *a,    \
      musolver_int_t lda, T *b, musolver_int_t ldb, T *x, musolver_int_t ldx, void *work,          \
      size_t bytes, musolver_int_t *niters, musolver_int_t *info);
__MUSOLVER_REFINEMENTS(__MUSOLVER_DECLARE)
#undef __MUSOLVER_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

/* These take types as arguments and 64-bit sizes. A size beyond 32 bits is NOT_SUPPORTED. */
musolverStatus_t musolverDnXpotrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             mublasFillMode_t uplo, int64_t n, musaDataType aType,
                                             const void *a, int64_t lda, musaDataType computeType,
                                             size_t *deviceBytes, size_t *hostBytes);
musolverStatus_t musolverDnXpotrf(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasFillMode_t uplo, int64_t n, musaDataType aType, void *a,
                                  int64_t lda, musaDataType computeType, void *deviceWork,
                                  size_t deviceBytes, void *hostWork, size_t hostBytes, int *info);
musolverStatus_t musolverDnXpotrs(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  musaDataType aType, const void *a, int64_t lda,
                                  musaDataType bType, void *b, int64_t ldb, int *info);
musolverStatus_t musolverDnXgetrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             int64_t m, int64_t n, musaDataType aType,
                                             const void *a, int64_t lda, musaDataType computeType,
                                             size_t *deviceBytes, size_t *hostBytes);
musolverStatus_t musolverDnXgetrf(musolverDnHandle_t handle, musolverDnParams_t params, int64_t m,
                                  int64_t n, musaDataType aType, void *a, int64_t lda,
                                  int64_t *pivots, musaDataType computeType, void *deviceWork,
                                  size_t deviceBytes, void *hostWork, size_t hostBytes, int *info);
musolverStatus_t musolverDnXgetrs(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasOperation_t trans, int64_t n, int64_t nrhs,
                                  musaDataType aType, const void *a, int64_t lda,
                                  const int64_t *pivots, musaDataType bType, void *b, int64_t ldb,
                                  int *info);
musolverStatus_t musolverDnXsytrs_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int64_t n, int64_t nrhs, musaDataType aType,
                                             const void *a, int64_t lda, const int64_t *pivots,
                                             musaDataType bType, void *b, int64_t ldb,
                                             size_t *deviceBytes, size_t *hostBytes);
musolverStatus_t musolverDnXsytrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, musaDataType aType, const void *a, int64_t lda,
                                  const int64_t *pivots, musaDataType bType, void *b, int64_t ldb,
                                  void *deviceWork, size_t deviceBytes, void *hostWork,
                                  size_t hostBytes, int *info);
musolverStatus_t musolverDnXgeqrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             int64_t m, int64_t n, musaDataType aType,
                                             const void *a, int64_t lda, musaDataType tauType,
                                             const void *tau, musaDataType computeType,
                                             size_t *deviceBytes, size_t *hostBytes);
musolverStatus_t musolverDnXgeqrf(musolverDnHandle_t handle, musolverDnParams_t params, int64_t m,
                                  int64_t n, musaDataType aType, void *a, int64_t lda,
                                  musaDataType tauType, void *tau, musaDataType computeType,
                                  void *deviceWork, size_t deviceBytes, void *hostWork,
                                  size_t hostBytes, int *info);
musolverStatus_t musolverDnXgesvd_bufferSize(
    musolverDnHandle_t handle, musolverDnParams_t params, signed char jobu, signed char jobvt,
    int64_t m, int64_t n, musaDataType aType, const void *a, int64_t lda, musaDataType sType,
    const void *s, musaDataType uType, const void *u, int64_t ldu, musaDataType vtType,
    const void *VT, int64_t ldvt, musaDataType computeType, size_t *deviceBytes, size_t *hostBytes);
musolverStatus_t musolverDnXgesvd(musolverDnHandle_t handle, musolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  musaDataType aType, void *a, int64_t lda, musaDataType sType,
                                  void *s, musaDataType uType, void *u, int64_t ldu,
                                  musaDataType vtType, void *VT, int64_t ldvt,
                                  musaDataType computeType, void *deviceWork, size_t deviceBytes,
                                  void *hostWork, size_t hostBytes, int *info);
musolverStatus_t musolverDnXsyevd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo,
                                             int64_t n, musaDataType aType, const void *a,
                                             int64_t lda, musaDataType wType, const void *w,
                                             musaDataType computeType, size_t *deviceBytes,
                                             size_t *hostBytes);
musolverStatus_t musolverDnXsyevd(musolverDnHandle_t handle, musolverDnParams_t params,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int64_t n,
                                  musaDataType aType, void *a, int64_t lda, musaDataType wType,
                                  void *w, musaDataType computeType, void *deviceWork,
                                  size_t deviceBytes, void *hostWork, size_t hostBytes, int *info);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSOLVERDN_H_ */
