/*===- musolverSp.h - sparse linear systems -------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuSOLVER's sparse API that docs/reference/libraries.md lists; programs link with
 * -lmusolver. Matrices are CSR. Functions that end in Host take host memory. All wait for the
 * handle's stream, and are done when they return.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVERSP_H_
#define MUSOLVERSP_H_

#include "muComplex.h"
#include "musa_runtime_api.h"
#include "musolver_common.h"
#include "musparse.h"
#include <stddef.h>

typedef struct musolverSpContext *musolverSpHandle_t;

/* Expands X(letter, element type, type of magnitudes) for each of the four element types. */
#define __MUSOLVER_SPARSE_TYPES(X)                                                                 \
  X(S, float, float)                                                                               \
  X(D, double, double)                                                                             \
  X(C, muComplex, float)                                                                           \
  X(Z, muDoubleComplex, double)

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

musolverStatus_t musolverSpCreate(musolverSpHandle_t *handle);
musolverStatus_t musolverSpDestroy(musolverSpHandle_t handle);
musolverStatus_t musolverSpSetStream(musolverSpHandle_t handle, musaStream_t stream);
musolverStatus_t musolverSpGetStream(musolverSpHandle_t handle, musaStream_t *stream);

/* 1 if the pattern is symmetric. */
musolverStatus_t musolverSpXcsrissymHost(musolverSpHandle_t handle, int m, int nnzA,
                                         const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                         const int *csrEndPtrA, const int *csrColIndA, int *issym);

/* Orders of rows and columns that keep the fill small: number i of the new order is p[i]. */
musolverStatus_t musolverSpXcsrsymrcmHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
musolverStatus_t musolverSpXcsrsymmdqHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
musolverStatus_t musolverSpXcsrsymamdHost(musolverSpHandle_t handle, int n, int nnzA,
                                          const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
musolverStatus_t musolverSpXcsrmetisndHost(musolverSpHandle_t handle, int n, int nnzA,
                                           const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                           const int *csrColIndA, const int64_t *options, int *p);

/* B = A(p, q), in place; `map` follows the elements. */
musolverStatus_t musolverSpXcsrperm_bufferSizeHost(musolverSpHandle_t handle, int m, int n,
                                                   int nnzA, const musparseMatDescr_t descrA,
                                                   const int *csrRowPtrA, const int *csrColIndA,
                                                   const int *p, const int *q,
                                                   size_t *bufferSizeInBytes);
musolverStatus_t musolverSpXcsrpermHost(musolverSpHandle_t handle, int m, int n, int nnzA,
                                        const musparseMatDescr_t descrA, int *csrRowPtrA,
                                        int *csrColIndA, const int *p, const int *q, int *map,
                                        void *pBuffer);

/* Solve A x = b. `reorder`: 0, none; 1, symrcm; 2, symamd; 3, metisnd. `singularity` is in host
 * memory: the first index of a pivot that is not larger than `tol`, or -1. */
#define __MUSOLVER_DECLARE_SOLVER(F, L, T, R)                                                      \
  musolverStatus_t musolverSp##L##F(musolverSpHandle_t handle, int m, int nnz,                     \
                                    const musparseMatDescr_t descrA, const T *csrVal,              \
                                    const int *csrRowPtr, const int *csrColInd, const T *b, R tol, \
                                    int reorder, T *x, int *singularity);
#define __MUSOLVER_DECLARE(L, T, R)                                                                \
  __MUSOLVER_DECLARE_SOLVER(csrlsvluHost, L, T, R)                                                 \
  __MUSOLVER_DECLARE_SOLVER(csrlsvqrHost, L, T, R)                                                 \
  __MUSOLVER_DECLARE_SOLVER(csrlsvqr, L, T, R)                                                     \
  __MUSOLVER_DECLARE_SOLVER(csrlsvcholHost, L, T, R)                                               \
  __MUSOLVER_DECLARE_SOLVER(csrlsvchol, L, T, R)
__MUSOLVER_SPARSE_TYPES(__MUSOLVER_DECLARE)
#undef __MUSOLVER_DECLARE
#undef __MUSOLVER_DECLARE_SOLVER

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUSOLVERSP_H_ */
