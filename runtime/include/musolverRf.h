/*===- musolverRf.h - factors of matrices of one pattern -----------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuSOLVER's refactorization: once L and U of P A Q^T = L U are known, those of a matrix with other
 * elements in the same places are computed without a search for pivots. Programs link with
 * -lmusolver. The functions wait for the default stream, and are done when they return. Those for
 * batches are not there.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVERRF_H_
#define MUSOLVERRF_H_

#include "musa_runtime_api.h"
#include "musolver_common.h"

typedef struct musolverRfCommon *musolverRfHandle_t;

/* The host has only one algorithm. */
typedef enum musolverRfFactorization_t {
  MUSOLVERRF_FACTORIZATION_ALG0 = 0,
  MUSOLVERRF_FACTORIZATION_ALG1 = 1,
  MUSOLVERRF_FACTORIZATION_ALG2 = 2
} musolverRfFactorization_t;
typedef enum musolverRfTriangularSolve_t {
  MUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
  MUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
  MUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} musolverRfTriangularSolve_t;

typedef enum musolverRfResetValuesFastMode_t {
  MUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
  MUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} musolverRfResetValuesFastMode_t;

/* The host has CSR only. */
typedef enum musolverRfMatrixFormat_t {
  MUSOLVERRF_MATRIX_FORMAT_CSR = 0,
  MUSOLVERRF_MATRIX_FORMAT_CSC = 1
} musolverRfMatrixFormat_t;

/* Of which factor the diagonal is 1, and whether it is stored. The host has L only. */
typedef enum musolverRfUnitDiagonal_t {
  MUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
  MUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
  MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
  MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} musolverRfUnitDiagonal_t;

typedef enum musolverRfNumericBoostReport_t {
  MUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
  MUSOLVERRF_NUMERIC_BOOST_USED = 1
} musolverRfNumericBoostReport_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

musolverStatus_t musolverRfCreate(musolverRfHandle_t *handle);
musolverStatus_t musolverRfDestroy(musolverRfHandle_t handle);

musolverStatus_t musolverRfSetMatrixFormat(musolverRfHandle_t handle,
                                           musolverRfMatrixFormat_t format,
                                           musolverRfUnitDiagonal_t diag);
musolverStatus_t musolverRfGetMatrixFormat(musolverRfHandle_t handle,
                                           musolverRfMatrixFormat_t *format,
                                           musolverRfUnitDiagonal_t *diag);
/* A pivot that is smaller than `zero` becomes `boost`, if that is not 0. */
musolverStatus_t musolverRfSetNumericProperties(musolverRfHandle_t handle, double zero,
                                                double boost);
musolverStatus_t musolverRfGetNumericProperties(musolverRfHandle_t handle, double *zero,
                                                double *boost);
musolverStatus_t musolverRfGetNumericBoostReport(musolverRfHandle_t handle,
                                                 musolverRfNumericBoostReport_t *report);
musolverStatus_t musolverRfSetAlgs(musolverRfHandle_t handle, musolverRfFactorization_t factAlg,
                                   musolverRfTriangularSolve_t solveAlg);
musolverStatus_t musolverRfGetAlgs(musolverRfHandle_t handle, musolverRfFactorization_t *factAlg,
                                   musolverRfTriangularSolve_t *solveAlg);
/* Changes nothing. */
musolverStatus_t musolverRfSetResetValuesFastMode(musolverRfHandle_t handle,
                                                  musolverRfResetValuesFastMode_t fastMode);
musolverStatus_t musolverRfGetResetValuesFastMode(musolverRfHandle_t handle,
                                                  musolverRfResetValuesFastMode_t *fastMode);

/* Takes matrices from host memory, or from the device's. Indices start at 0. */
musolverStatus_t musolverRfSetupHost(int n, int nnzA, int *h_csrRowPtrA, int *h_csrColIndA,
                                     double *h_csrValA, int nnzL, int *h_csrRowPtrL,
                                     int *h_csrColIndL, double *h_csrValL, int nnzU,
                                     int *h_csrRowPtrU, int *h_csrColIndU, double *h_csrValU,
                                     int *h_P, int *h_Q, musolverRfHandle_t handle);
musolverStatus_t musolverRfSetupDevice(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       double *csrValA, int nnzL, int *csrRowPtrL, int *csrColIndL,
                                       double *csrValL, int nnzU, int *csrRowPtrU, int *csrColIndU,
                                       double *csrValU, int *P, int *Q, musolverRfHandle_t handle);
musolverStatus_t musolverRfAnalyze(musolverRfHandle_t handle);
/* INVALID_VALUE for an element that is not in the pattern of L + U. */
musolverStatus_t musolverRfResetValues(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       double *csrValA, int *P, int *Q, musolverRfHandle_t handle);
musolverStatus_t musolverRfRefactor(musolverRfHandle_t handle);
/* XF: n numbers of each right-hand side, then of each solution. */
musolverStatus_t musolverRfSolve(musolverRfHandle_t handle, int *P, int *Q, int nrhs, double *Temp,
                                 int ldt, double *XF, int ldxf);

/* M = L + U without L's ones. The first function gives its own memory, the others what the caller
 * frees with free(). */
musolverStatus_t musolverRfAccessBundledFactorsDevice(musolverRfHandle_t handle, int *nnzM,
                                                      int **Mp, int **Mi, double **Mx);
musolverStatus_t musolverRfExtractBundledFactorsHost(musolverRfHandle_t handle, int *h_nnzM,
                                                     int **h_Mp, int **h_Mi, double **h_Mx);
musolverStatus_t musolverRfExtractSplitFactorsHost(musolverRfHandle_t handle, int *h_nnzL,
                                                   int **h_csrRowPtrL, int **h_csrColIndL,
                                                   double **h_csrValL, int *h_nnzU,
                                                   int **h_csrRowPtrU, int **h_csrColIndU,
                                                   double **h_csrValU);

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUSOLVERRF_H_ */
