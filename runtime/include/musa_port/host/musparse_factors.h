/*===- musa_port/host/musparse_factors.h - incomplete factors -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Incomplete factorizations of CSR matrices, and solving with their factors. For C and C++;
 * musparse.h includes it.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUSPARSE_FACTORS_H
#define MUSA_PORT_HOST_MUSPARSE_FACTORS_H

#include "musparse.h"

typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

musparseStatus_t musparseCreateCsrsv2Info(csrsv2Info_t *info);
musparseStatus_t musparseDestroyCsrsv2Info(csrsv2Info_t info);
musparseStatus_t musparseCreateCsrilu02Info(csrilu02Info_t *info);
musparseStatus_t musparseDestroyCsrilu02Info(csrilu02Info_t info);
musparseStatus_t musparseCreateCsric02Info(csric02Info_t *info);
musparseStatus_t musparseDestroyCsric02Info(csric02Info_t info);
/* These wait for the stream. If an element of the diagonal is missing (analysis) or is zero, they
 * return MUSPARSE_STATUS_ZERO_PIVOT and its row; otherwise *position is -1. */
musparseStatus_t musparseXcsrsv2_zeroPivot(musparseHandle_t handle, csrsv2Info_t info,
                                           int *position);
musparseStatus_t musparseXcsrilu02_zeroPivot(musparseHandle_t handle, csrilu02Info_t info,
                                             int *position);
/* Of the factor: what is not positive. */
musparseStatus_t musparseXcsric02_zeroPivot(musparseHandle_t handle, csric02Info_t info,
                                            int *position);

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUSPARSE_DECLARE(L, T)                                                                   \
  musparseStatus_t musparse##L##csrsv2_bufferSize(                                                 \
      musparseHandle_t handle, musparseOperation_t transA, int m, int nnz,                         \
      const musparseMatDescr_t descrA, T *csrSortedValA, const int *csrSortedRowPtrA,              \
      const int *csrSortedColIndA, csrsv2Info_t info, int *pBufferSizeInBytes);                    \
  musparseStatus_t musparse##L##csrsv2_analysis(                                                   \
      musparseHandle_t handle, musparseOperation_t transA, int m, int nnz,                         \
      const musparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA,        \
      const int *csrSortedColIndA, csrsv2Info_t info, musparseSolvePolicy_t policy,                \
      void *pBuffer);                                                                              \
  musparseStatus_t musparse##L##csrsv2_solve(                                                      \
      musparseHandle_t handle, musparseOperation_t transA, int m, int nnz, const T *alpha,         \
      const musparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA,        \
      const int *csrSortedColIndA, csrsv2Info_t info, const T *f, T *x,                            \
      musparseSolvePolicy_t policy, void *pBuffer);
__MUSPARSE_TYPES(__MUSPARSE_DECLARE)
#undef __MUSPARSE_DECLARE

/* Factors with the elements of A only, in place: L and U, where L's diagonal of ones is not stored
 * (csrilu02), and of A's lower triangle Cholesky's L (csric02). Columns must be sorted. */
#define __MUSPARSE_DECLARE_FACTOR(name, info_t, T)                                                 \
  musparseStatus_t name##_bufferSize(musparseHandle_t handle, int m, int nnz,                      \
                                     const musparseMatDescr_t descrA, T *csrSortedValA,            \
                                     const int *csrSortedRowPtrA, const int *csrSortedColIndA,     \
                                     info_t info, int *pBufferSizeInBytes);                        \
  musparseStatus_t name##_analysis(musparseHandle_t handle, int m, int nnz,                        \
                                   const musparseMatDescr_t descrA, const T *csrSortedValA,        \
                                   const int *csrSortedRowPtrA, const int *csrSortedColIndA,       \
                                   info_t info, musparseSolvePolicy_t policy, void *pBuffer);      \
  musparseStatus_t name(musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descrA,  \
                        T *csrSortedValA, const int *csrSortedRowPtrA,                             \
                        const int *csrSortedColIndA, info_t info, musparseSolvePolicy_t policy,    \
                        void *pBuffer);
#define __MUSPARSE_DECLARE(L, T)                                                                   \
  __MUSPARSE_DECLARE_FACTOR(musparse##L##csrilu02, csrilu02Info_t, T)                              \
  __MUSPARSE_DECLARE_FACTOR(musparse##L##csric02, csric02Info_t, T)
__MUSPARSE_TYPES(__MUSPARSE_DECLARE)
#undef __MUSPARSE_DECLARE
#undef __MUSPARSE_DECLARE_FACTOR
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSA_PORT_HOST_MUSPARSE_FACTORS_H */
