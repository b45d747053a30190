/*===- musolverSp_LOWLEVEL_PREVIEW.h - sparse factors that are kept --*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The steps of what musolverSp.h does in one call: analyse, factorize, look for zero pivots, solve.
 * The host needs no analysis and no buffers.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define MUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "musolverSp.h"

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrqrInfo *csrqrInfo_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* P A = L U, with a row's own diagonal element as pivot if it is at least `pivot_threshold` times
 * the column's largest. Q is the identity. L's ones are not stored. */
musolverStatus_t musolverSpCreateCsrluInfoHost(csrluInfoHost_t *info);
musolverStatus_t musolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
musolverStatus_t musolverSpXcsrluAnalysisHost(musolverSpHandle_t handle, int n, int nnzA,
                                              const musparseMatDescr_t descrA,
                                              const int *csrRowPtrA, const int *csrColIndA,
                                              csrluInfoHost_t info);
musolverStatus_t musolverSpXcsrluNnzHost(musolverSpHandle_t handle, int *nnzLRef, int *nnzURef,
                                         csrluInfoHost_t info);
#define __MUSOLVER_DECLARE_LU(L, T, R)                                                             \
  musolverStatus_t musolverSp##L##csrluBufferInfoHost(                                             \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrluInfoHost_t info,        \
      size_t *internalDataInBytes, size_t *workspaceInBytes);                                      \
  musolverStatus_t musolverSp##L##csrluFactorHost(                                                 \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrluInfoHost_t info,        \
      R pivot_threshold, void *pBuffer);                                                           \
  musolverStatus_t musolverSp##L##csrluZeroPivotHost(musolverSpHandle_t handle,                    \
                                                     csrluInfoHost_t info, R tol, int *position);  \
  musolverStatus_t musolverSp##L##csrluSolveHost(musolverSpHandle_t handle, int n, const T *b,     \
                                                 T *x, csrluInfoHost_t info, void *pBuffer);       \
  musolverStatus_t musolverSp##L##csrluExtractHost(                                                \
      musolverSpHandle_t handle, int *P, int *Q, const musparseMatDescr_t descrL, T *csrValL,      \
      int *csrRowPtrL, int *csrColIndL, const musparseMatDescr_t descrU, T *csrValU,               \
      int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, void *pBuffer);
__MUSOLVER_SPARSE_TYPES(__MUSOLVER_DECLARE_LU)
#undef __MUSOLVER_DECLARE_LU

/* A - mu I = Q R, of no more columns than rows, and solutions that are nearest. Setup keeps the
 * elements that Factor takes. With b and x, Factor solves as well. */
#define __MUSOLVER_DECLARE_QR(L, T, R, H)                                                          \
  musolverStatus_t musolverSp##L##csrqrBufferInfo##H(                                              \
      musolverSpHandle_t handle, int m, int n, int nnzA, const musparseMatDescr_t descrA,          \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrqrInfo##H##_t info,       \
      size_t *internalDataInBytes, size_t *workspaceInBytes);                                      \
  musolverStatus_t musolverSp##L##csrqrSetup##H(musolverSpHandle_t handle, int m, int n, int nnzA, \
                                                const musparseMatDescr_t descrA, const T *csrValA, \
                                                const int *csrRowPtrA, const int *csrColIndA,      \
                                                T mu, csrqrInfo##H##_t info);                      \
  musolverStatus_t musolverSp##L##csrqrFactor##H(musolverSpHandle_t handle, int m, int n,          \
                                                 int nnzA, T *b, T *x, csrqrInfo##H##_t info,      \
                                                 void *pBuffer);                                   \
  musolverStatus_t musolverSp##L##csrqrZeroPivot##H(musolverSpHandle_t handle,                     \
                                                    csrqrInfo##H##_t info, R tol, int *position);  \
  musolverStatus_t musolverSp##L##csrqrSolve##H(musolverSpHandle_t handle, int m, int n, T *b,     \
                                                T *x, csrqrInfo##H##_t info, void *pBuffer);
/* A = L L^H. */
#define __MUSOLVER_DECLARE_CHOLESKY(L, T, R, H)                                                    \
  musolverStatus_t musolverSp##L##csrcholBufferInfo##H(                                            \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrcholInfo##H##_t info,     \
      size_t *internalDataInBytes, size_t *workspaceInBytes);                                      \
  musolverStatus_t musolverSp##L##csrcholFactor##H(                                                \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrcholInfo##H##_t info,     \
      void *pBuffer);                                                                              \
  musolverStatus_t musolverSp##L##csrcholZeroPivot##H(                                             \
      musolverSpHandle_t handle, csrcholInfo##H##_t info, R tol, int *position);                   \
  musolverStatus_t musolverSp##L##csrcholSolve##H(musolverSpHandle_t handle, int n, const T *b,    \
                                                  T *x, csrcholInfo##H##_t info, void *pBuffer);
#define __MUSOLVER_DECLARE(L, T, R)                                                                \
  __MUSOLVER_DECLARE_QR(L, T, R, Host)                                                             \
  __MUSOLVER_DECLARE_QR(L, T, R, )                                                                 \
  __MUSOLVER_DECLARE_CHOLESKY(L, T, R, Host)                                                       \
  __MUSOLVER_DECLARE_CHOLESKY(L, T, R, )
__MUSOLVER_SPARSE_TYPES(__MUSOLVER_DECLARE)
#undef __MUSOLVER_DECLARE
#undef __MUSOLVER_DECLARE_CHOLESKY
#undef __MUSOLVER_DECLARE_QR

#define __MUSOLVER_DECLARE(H)                                                                      \
  musolverStatus_t musolverSpCreateCsrqrInfo##H(csrqrInfo##H##_t *info);                           \
  musolverStatus_t musolverSpDestroyCsrqrInfo##H(csrqrInfo##H##_t info);                           \
  musolverStatus_t musolverSpXcsrqrAnalysis##H(                                                    \
      musolverSpHandle_t handle, int m, int n, int nnzA, const musparseMatDescr_t descrA,          \
      const int *csrRowPtrA, const int *csrColIndA, csrqrInfo##H##_t info);                        \
  musolverStatus_t musolverSpCreateCsrcholInfo##H(csrcholInfo##H##_t *info);                       \
  musolverStatus_t musolverSpDestroyCsrcholInfo##H(csrcholInfo##H##_t info);                       \
  musolverStatus_t musolverSpXcsrcholAnalysis##H(                                                  \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const int *csrRowPtrA, const int *csrColIndA, csrcholInfo##H##_t info);
__MUSOLVER_DECLARE(Host)
__MUSOLVER_DECLARE()
#undef __MUSOLVER_DECLARE

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUSOLVERSP_LOWLEVEL_PREVIEW_H_ */
