/*===- musparse.h - sparse linear algebra ---------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuSPARSE's API that docs/reference/libraries.md lists; programs link with -lmusparse.
 * Calls queue their work in the handle's stream. They read descriptors at once, and scalars at once
 * (MUSPARSE_POINTER_MODE_HOST) or as the work runs (MUSPARSE_POINTER_MODE_DEVICE).
 *===----------------------------------------------------------------------===*/
#ifndef MUSPARSE_H_
#define MUSPARSE_H_

#include "library_types.h"
#include "muComplex.h"
#include "musa_runtime_api.h"
#include <stddef.h>
#include <stdint.h>

#define MUSPARSEAPI

/* The version of cuSPARSE that has this interface. */
#define MUSPARSE_VER_MAJOR 11
#define MUSPARSE_VER_MINOR 7
#define MUSPARSE_VER_PATCH 5
#define MUSPARSE_VER_BUILD 0
#define MUSPARSE_VERSION (MUSPARSE_VER_MAJOR * 1000 + MUSPARSE_VER_MINOR * 100 + MUSPARSE_VER_PATCH)

typedef enum musparseStatus_t {
  MUSPARSE_STATUS_SUCCESS = 0,
  MUSPARSE_STATUS_NOT_INITIALIZED = 1,
  MUSPARSE_STATUS_ALLOC_FAILED = 2,
  MUSPARSE_STATUS_INVALID_VALUE = 3,
  MUSPARSE_STATUS_ARCH_MISMATCH = 4,
  MUSPARSE_STATUS_MAPPING_ERROR = 5,
  MUSPARSE_STATUS_EXECUTION_FAILED = 6,
  MUSPARSE_STATUS_INTERNAL_ERROR = 7,
  MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  MUSPARSE_STATUS_ZERO_PIVOT = 9,
  MUSPARSE_STATUS_NOT_SUPPORTED = 10,
  MUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} musparseStatus_t;

typedef enum musparsePointerMode_t {
  MUSPARSE_POINTER_MODE_HOST = 0,
  MUSPARSE_POINTER_MODE_DEVICE = 1
} musparsePointerMode_t;

typedef enum musparseAction_t {
  MUSPARSE_ACTION_SYMBOLIC = 0,
  MUSPARSE_ACTION_NUMERIC = 1
} musparseAction_t;

typedef enum musparseMatrixType_t {
  MUSPARSE_MATRIX_TYPE_GENERAL = 0,
  MUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
  MUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
  MUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} musparseMatrixType_t;

typedef enum musparseFillMode_t {
  MUSPARSE_FILL_MODE_LOWER = 0,
  MUSPARSE_FILL_MODE_UPPER = 1
} musparseFillMode_t;

typedef enum musparseDiagType_t {
  MUSPARSE_DIAG_TYPE_NON_UNIT = 0,
  MUSPARSE_DIAG_TYPE_UNIT = 1
} musparseDiagType_t;

typedef enum musparseIndexBase_t {
  MUSPARSE_INDEX_BASE_ZERO = 0,
  MUSPARSE_INDEX_BASE_ONE = 1
} musparseIndexBase_t;

typedef enum musparseOperation_t {
  MUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  MUSPARSE_OPERATION_TRANSPOSE = 1,
  MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} musparseOperation_t;

/* The order in which the elements of a block are stored. */
typedef enum musparseDirection_t {
  MUSPARSE_DIRECTION_ROW = 0,
  MUSPARSE_DIRECTION_COLUMN = 1
} musparseDirection_t;

typedef enum musparseSolvePolicy_t {
  MUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
  MUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} musparseSolvePolicy_t;

typedef enum musparseFormat_t {
  MUSPARSE_FORMAT_CSR = 1,
  MUSPARSE_FORMAT_CSC = 2,
  MUSPARSE_FORMAT_COO = 3
} musparseFormat_t;

typedef enum musparseOrder_t { MUSPARSE_ORDER_COL = 1, MUSPARSE_ORDER_ROW = 2 } musparseOrder_t;

typedef enum musparseIndexType_t {
  MUSPARSE_INDEX_16U = 1,
  MUSPARSE_INDEX_32I = 2,
  MUSPARSE_INDEX_64I = 3
} musparseIndexType_t;

typedef enum musparseSpMatAttribute_t {
  MUSPARSE_SPMAT_FILL_MODE = 0,
  MUSPARSE_SPMAT_DIAG_TYPE = 1
} musparseSpMatAttribute_t;

/* The host has only one algorithm for each operation. */
typedef enum musparseSpMVAlg_t {
  MUSPARSE_MV_ALG_DEFAULT = 0,
  MUSPARSE_COOMV_ALG = 1,
  MUSPARSE_CSRMV_ALG1 = 2,
  MUSPARSE_CSRMV_ALG2 = 3,
  MUSPARSE_SPMV_ALG_DEFAULT = 0,
  MUSPARSE_SPMV_COO_ALG1 = 1,
  MUSPARSE_SPMV_CSR_ALG1 = 2,
  MUSPARSE_SPMV_CSR_ALG2 = 3,
  MUSPARSE_SPMV_COO_ALG2 = 4
} musparseSpMVAlg_t;

typedef enum musparseSpMMAlg_t {
  MUSPARSE_MM_ALG_DEFAULT = 0,
  MUSPARSE_COOMM_ALG1 = 1,
  MUSPARSE_COOMM_ALG2 = 2,
  MUSPARSE_COOMM_ALG3 = 3,
  MUSPARSE_CSRMM_ALG1 = 4,
  MUSPARSE_SPMM_ALG_DEFAULT = 0,
  MUSPARSE_SPMM_COO_ALG1 = 1,
  MUSPARSE_SPMM_COO_ALG2 = 2,
  MUSPARSE_SPMM_COO_ALG3 = 3,
  MUSPARSE_SPMM_CSR_ALG1 = 4,
  MUSPARSE_SPMM_COO_ALG4 = 5,
  MUSPARSE_SPMM_CSR_ALG2 = 6,
  MUSPARSE_SPMM_CSR_ALG3 = 12
} musparseSpMMAlg_t;

typedef enum musparseSpGEMMAlg_t {
  MUSPARSE_SPGEMM_DEFAULT = 0,
  MUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
  MUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  MUSPARSE_SPGEMM_ALG1 = 3,
  MUSPARSE_SPGEMM_ALG2 = 4,
  MUSPARSE_SPGEMM_ALG3 = 5
} musparseSpGEMMAlg_t;

typedef enum musparseCsr2CscAlg_t {
  MUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
  MUSPARSE_CSR2CSC_ALG1 = 1,
  MUSPARSE_CSR2CSC_ALG2 = 2
} musparseCsr2CscAlg_t;

typedef enum musparseSparseToDenseAlg_t {
  MUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0
} musparseSparseToDenseAlg_t;
typedef enum musparseDenseToSparseAlg_t {
  MUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0
} musparseDenseToSparseAlg_t;
typedef enum musparseSDDMMAlg_t { MUSPARSE_SDDMM_ALG_DEFAULT = 0 } musparseSDDMMAlg_t;
typedef enum musparseSpSVAlg_t { MUSPARSE_SPSV_ALG_DEFAULT = 0 } musparseSpSVAlg_t;
typedef enum musparseSpSMAlg_t { MUSPARSE_SPSM_ALG_DEFAULT = 0 } musparseSpSMAlg_t;

typedef struct musparseContext *musparseHandle_t;
typedef struct musparseMatDescr *musparseMatDescr_t;
typedef struct musparseSpMatDescr *musparseSpMatDescr_t;
typedef struct musparseDnMatDescr *musparseDnMatDescr_t;
typedef struct musparseSpVecDescr *musparseSpVecDescr_t;
typedef struct musparseDnVecDescr *musparseDnVecDescr_t;
typedef struct musparseSpGEMMDescr *musparseSpGEMMDescr_t;
typedef struct musparseSpSVDescr *musparseSpSVDescr_t;
typedef struct musparseSpSMDescr *musparseSpSMDescr_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* ------------------------------------------------------------------ handles */

musparseStatus_t musparseCreate(musparseHandle_t *handle);
musparseStatus_t musparseDestroy(musparseHandle_t handle);
musparseStatus_t musparseGetVersion(musparseHandle_t handle, int *version);
musparseStatus_t musparseGetProperty(libraryPropertyType type, int *value);
musparseStatus_t musparseSetStream(musparseHandle_t handle, musaStream_t stream);
musparseStatus_t musparseGetStream(musparseHandle_t handle, musaStream_t *stream);
musparseStatus_t musparseSetPointerMode(musparseHandle_t handle, musparsePointerMode_t mode);
musparseStatus_t musparseGetPointerMode(musparseHandle_t handle, musparsePointerMode_t *mode);
const char *musparseGetErrorName(musparseStatus_t status);
const char *musparseGetErrorString(musparseStatus_t status);

/* -------------------------------------------------------------- descriptors */

/* Descriptors for the functions that have a type's letter in their name. */
musparseStatus_t musparseCreateMatDescr(musparseMatDescr_t *descr);
musparseStatus_t musparseDestroyMatDescr(musparseMatDescr_t descr);
musparseStatus_t musparseSetMatType(musparseMatDescr_t descr, musparseMatrixType_t type);
musparseMatrixType_t musparseGetMatType(const musparseMatDescr_t descr);
musparseStatus_t musparseSetMatFillMode(musparseMatDescr_t descr, musparseFillMode_t mode);
musparseFillMode_t musparseGetMatFillMode(const musparseMatDescr_t descr);
musparseStatus_t musparseSetMatDiagType(musparseMatDescr_t descr, musparseDiagType_t type);
musparseDiagType_t musparseGetMatDiagType(const musparseMatDescr_t descr);
musparseStatus_t musparseSetMatIndexBase(musparseMatDescr_t descr, musparseIndexBase_t base);
musparseIndexBase_t musparseGetMatIndexBase(const musparseMatDescr_t descr);

/* Descriptors for the other functions. */
musparseStatus_t musparseCreateCsr(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *csrRowOffsets, void *csrColInd,
                                   void *csrValues, musparseIndexType_t csrRowOffsetsType,
                                   musparseIndexType_t csrColIndType, musparseIndexBase_t idxBase,
                                   musaDataType valueType);
musparseStatus_t musparseCreateCsc(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cscColOffsets, void *cscRowInd,
                                   void *cscValues, musparseIndexType_t cscColOffsetsType,
                                   musparseIndexType_t cscRowIndType, musparseIndexBase_t idxBase,
                                   musaDataType valueType);
/* The elements may be in any order. */
musparseStatus_t musparseCreateCoo(musparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cooRowInd, void *cooColInd, void *cooValues,
                                   musparseIndexType_t cooIdxType, musparseIndexBase_t idxBase,
                                   musaDataType valueType);
musparseStatus_t musparseDestroySpMat(musparseSpMatDescr_t matrix);
musparseStatus_t musparseCsrGet(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **csrRowOffsets, void **csrColInd,
                                void **csrValues, musparseIndexType_t *csrRowOffsetsType,
                                musparseIndexType_t *csrColIndType, musparseIndexBase_t *idxBase,
                                musaDataType *valueType);
musparseStatus_t musparseCscGet(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **cscColOffsets, void **cscRowInd,
                                void **cscValues, musparseIndexType_t *cscColOffsetsType,
                                musparseIndexType_t *cscRowIndType, musparseIndexBase_t *idxBase,
                                musaDataType *valueType);
musparseStatus_t musparseCooGet(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **cooRowInd, void **cooColInd, void **cooValues,
                                musparseIndexType_t *idxType, musparseIndexBase_t *idxBase,
                                musaDataType *valueType);
musparseStatus_t musparseCsrSetPointers(musparseSpMatDescr_t matrix, void *csrRowOffsets,
                                        void *csrColInd, void *csrValues);
musparseStatus_t musparseCscSetPointers(musparseSpMatDescr_t matrix, void *cscColOffsets,
                                        void *cscRowInd, void *cscValues);
musparseStatus_t musparseCooSetPointers(musparseSpMatDescr_t matrix, void *cooRows,
                                        void *cooColumns, void *cooValues);
musparseStatus_t musparseSpMatGetSize(musparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                      int64_t *nnz);
musparseStatus_t musparseSpMatGetFormat(musparseSpMatDescr_t matrix, musparseFormat_t *format);
musparseStatus_t musparseSpMatGetIndexBase(musparseSpMatDescr_t matrix,
                                           musparseIndexBase_t *idxBase);
musparseStatus_t musparseSpMatGetValues(musparseSpMatDescr_t matrix, void **values);
musparseStatus_t musparseSpMatSetValues(musparseSpMatDescr_t matrix, void *values);
/* Batches. With a stride of 0, all members of the batch are the same. */
musparseStatus_t musparseCsrSetStridedBatch(musparseSpMatDescr_t matrix, int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride);
musparseStatus_t musparseCooSetStridedBatch(musparseSpMatDescr_t matrix, int batchCount,
                                            int64_t batchStride);
musparseStatus_t musparseSpMatGetStridedBatch(musparseSpMatDescr_t matrix, int *batchCount);
musparseStatus_t musparseSpMatGetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize);
musparseStatus_t musparseSpMatSetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize);

musparseStatus_t musparseCreateSpVec(musparseSpVecDescr_t *vector, int64_t size, int64_t nnz,
                                     void *indices, void *values, musparseIndexType_t idxType,
                                     musparseIndexBase_t idxBase, musaDataType valueType);
musparseStatus_t musparseDestroySpVec(musparseSpVecDescr_t vector);
musparseStatus_t musparseSpVecGet(musparseSpVecDescr_t vector, int64_t *size, int64_t *nnz,
                                  void **indices, void **values, musparseIndexType_t *idxType,
                                  musparseIndexBase_t *idxBase, musaDataType *valueType);
musparseStatus_t musparseSpVecGetIndexBase(musparseSpVecDescr_t vector,
                                           musparseIndexBase_t *idxBase);
musparseStatus_t musparseSpVecGetValues(musparseSpVecDescr_t vector, void **values);
musparseStatus_t musparseSpVecSetValues(musparseSpVecDescr_t vector, void *values);

musparseStatus_t musparseCreateDnVec(musparseDnVecDescr_t *vector, int64_t size, void *values,
                                     musaDataType valueType);
musparseStatus_t musparseDestroyDnVec(musparseDnVecDescr_t vector);
musparseStatus_t musparseDnVecGet(musparseDnVecDescr_t vector, int64_t *size, void **values,
                                  musaDataType *valueType);
musparseStatus_t musparseDnVecGetValues(musparseDnVecDescr_t vector, void **values);
musparseStatus_t musparseDnVecSetValues(musparseDnVecDescr_t vector, void *values);

musparseStatus_t musparseCreateDnMat(musparseDnMatDescr_t *matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, musaDataType valueType,
                                     musparseOrder_t order);
musparseStatus_t musparseDestroyDnMat(musparseDnMatDescr_t matrix);
musparseStatus_t musparseDnMatGet(musparseDnMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                  int64_t *ld, void **values, musaDataType *type,
                                  musparseOrder_t *order);
musparseStatus_t musparseDnMatGetValues(musparseDnMatDescr_t matrix, void **values);
musparseStatus_t musparseDnMatSetValues(musparseDnMatDescr_t matrix, void *values);
musparseStatus_t musparseDnMatSetStridedBatch(musparseDnMatDescr_t matrix, int batchCount,
                                              int64_t batchStride);
musparseStatus_t musparseDnMatGetStridedBatch(musparseDnMatDescr_t matrix, int *batchCount,
                                              int64_t *batchStride);

/* ------------------------------------------------------------------ vectors */

/* X gets Y's elements of its indices. */
musparseStatus_t musparseGather(musparseHandle_t handle, musparseDnVecDescr_t vecY,
                                musparseSpVecDescr_t vecX);
/* Y's elements of X's indices get X's. */
musparseStatus_t musparseScatter(musparseHandle_t handle, musparseSpVecDescr_t vecX,
                                 musparseDnVecDescr_t vecY);

/* ----------------------------------------------------------------- products */

/* The host needs no buffers: all sizes are 1, and calls ignore their buffers. Only SpGEMM looks at
 * whether a buffer is null: then the call asks for the size, and does no work. */

/* Y = alpha op(A) X + beta Y */
musparseStatus_t musparseSpMV_bufferSize(musparseHandle_t handle, musparseOperation_t opA,
                                         const void *alpha, musparseSpMatDescr_t matA,
                                         musparseDnVecDescr_t vecX, const void *beta,
                                         musparseDnVecDescr_t vecY, musaDataType computeType,
                                         musparseSpMVAlg_t alg, size_t *bufferSize);
musparseStatus_t musparseSpMV(musparseHandle_t handle, musparseOperation_t opA, const void *alpha,
                              musparseSpMatDescr_t matA, musparseDnVecDescr_t vecX,
                              const void *beta, musparseDnVecDescr_t vecY, musaDataType computeType,
                              musparseSpMVAlg_t alg, void *externalBuffer);

/* C = alpha op(A) op(B) + beta C */
musparseStatus_t musparseSpMM_bufferSize(musparseHandle_t handle, musparseOperation_t opA,
                                         musparseOperation_t opB, const void *alpha,
                                         musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                         const void *beta, musparseDnMatDescr_t matC,
                                         musaDataType computeType, musparseSpMMAlg_t alg,
                                         size_t *bufferSize);
musparseStatus_t musparseSpMM_preprocess(musparseHandle_t handle, musparseOperation_t opA,
                                         musparseOperation_t opB, const void *alpha,
                                         musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                         const void *beta, musparseDnMatDescr_t matC,
                                         musaDataType computeType, musparseSpMMAlg_t alg,
                                         void *externalBuffer);
musparseStatus_t musparseSpMM(musparseHandle_t handle, musparseOperation_t opA,
                              musparseOperation_t opB, const void *alpha, musparseSpMatDescr_t matA,
                              musparseDnMatDescr_t matB, const void *beta,
                              musparseDnMatDescr_t matC, musaDataType computeType,
                              musparseSpMMAlg_t alg, void *externalBuffer);

/* C = alpha op(A) op(B) + beta C, at the elements that C has. A and B are dense. */
musparseStatus_t musparseSDDMM_bufferSize(musparseHandle_t handle, musparseOperation_t opA,
                                          musparseOperation_t opB, const void *alpha,
                                          musparseDnMatDescr_t matA, musparseDnMatDescr_t matB,
                                          const void *beta, musparseSpMatDescr_t matC,
                                          musaDataType computeType, musparseSDDMMAlg_t alg,
                                          size_t *bufferSize);
musparseStatus_t musparseSDDMM_preprocess(musparseHandle_t handle, musparseOperation_t opA,
                                          musparseOperation_t opB, const void *alpha,
                                          musparseDnMatDescr_t matA, musparseDnMatDescr_t matB,
                                          const void *beta, musparseSpMatDescr_t matC,
                                          musaDataType computeType, musparseSDDMMAlg_t alg,
                                          void *externalBuffer);
musparseStatus_t musparseSDDMM(musparseHandle_t handle, musparseOperation_t opA,
                               musparseOperation_t opB, const void *alpha,
                               musparseDnMatDescr_t matA, musparseDnMatDescr_t matB,
                               const void *beta, musparseSpMatDescr_t matC,
                               musaDataType computeType, musparseSDDMMAlg_t alg,
                               void *externalBuffer);

/* C = alpha A B + beta C, all of them CSR. musparseSpGEMM_compute() waits for the stream and
 * stores C's number of elements in its descriptor. musparseSpGEMM_copy() writes the elements, with
 * sorted columns. If beta is not 0, C must already have exactly these elements. */
musparseStatus_t musparseSpGEMM_createDescr(musparseSpGEMMDescr_t *descr);
musparseStatus_t musparseSpGEMM_destroyDescr(musparseSpGEMMDescr_t descr);
musparseStatus_t musparseSpGEMM_workEstimation(musparseHandle_t handle, musparseOperation_t opA,
                                               musparseOperation_t opB, const void *alpha,
                                               musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                               const void *beta, musparseSpMatDescr_t matC,
                                               musaDataType computeType, musparseSpGEMMAlg_t alg,
                                               musparseSpGEMMDescr_t spgemmDescr,
                                               size_t *bufferSize1, void *externalBuffer1);
musparseStatus_t musparseSpGEMM_compute(musparseHandle_t handle, musparseOperation_t opA,
                                        musparseOperation_t opB, const void *alpha,
                                        musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                        const void *beta, musparseSpMatDescr_t matC,
                                        musaDataType computeType, musparseSpGEMMAlg_t alg,
                                        musparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
                                        void *externalBuffer2);
musparseStatus_t musparseSpGEMM_copy(musparseHandle_t handle, musparseOperation_t opA,
                                     musparseOperation_t opB, const void *alpha,
                                     musparseSpMatDescr_t matA, musparseSpMatDescr_t matB,
                                     const void *beta, musparseSpMatDescr_t matC,
                                     musaDataType computeType, musparseSpGEMMAlg_t alg,
                                     musparseSpGEMMDescr_t spgemmDescr);

/* --------------------------------------------------------- triangular systems */

/* Solves op(A) Y = alpha X, with the triangle of A that its attributes name. */
musparseStatus_t musparseSpSV_createDescr(musparseSpSVDescr_t *descr);
musparseStatus_t musparseSpSV_destroyDescr(musparseSpSVDescr_t descr);
musparseStatus_t musparseSpSV_bufferSize(musparseHandle_t handle, musparseOperation_t opA,
                                         const void *alpha, musparseSpMatDescr_t matA,
                                         musparseDnVecDescr_t vecX, musparseDnVecDescr_t vecY,
                                         musaDataType computeType, musparseSpSVAlg_t alg,
                                         musparseSpSVDescr_t spsvDescr, size_t *bufferSize);
musparseStatus_t musparseSpSV_analysis(musparseHandle_t handle, musparseOperation_t opA,
                                       const void *alpha, musparseSpMatDescr_t matA,
                                       musparseDnVecDescr_t vecX, musparseDnVecDescr_t vecY,
                                       musaDataType computeType, musparseSpSVAlg_t alg,
                                       musparseSpSVDescr_t spsvDescr, void *externalBuffer);
musparseStatus_t musparseSpSV_solve(musparseHandle_t handle, musparseOperation_t opA,
                                    const void *alpha, musparseSpMatDescr_t matA,
                                    musparseDnVecDescr_t vecX, musparseDnVecDescr_t vecY,
                                    musaDataType computeType, musparseSpSVAlg_t alg,
                                    musparseSpSVDescr_t spsvDescr);

/* Solves op(A) C = alpha op(B). */
musparseStatus_t musparseSpSM_createDescr(musparseSpSMDescr_t *descr);
musparseStatus_t musparseSpSM_destroyDescr(musparseSpSMDescr_t descr);
musparseStatus_t musparseSpSM_bufferSize(musparseHandle_t handle, musparseOperation_t opA,
                                         musparseOperation_t opB, const void *alpha,
                                         musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                         musparseDnMatDescr_t matC, musaDataType computeType,
                                         musparseSpSMAlg_t alg, musparseSpSMDescr_t spsmDescr,
                                         size_t *bufferSize);
musparseStatus_t musparseSpSM_analysis(musparseHandle_t handle, musparseOperation_t opA,
                                       musparseOperation_t opB, const void *alpha,
                                       musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                       musparseDnMatDescr_t matC, musaDataType computeType,
                                       musparseSpSMAlg_t alg, musparseSpSMDescr_t spsmDescr,
                                       void *externalBuffer);
musparseStatus_t musparseSpSM_solve(musparseHandle_t handle, musparseOperation_t opA,
                                    musparseOperation_t opB, const void *alpha,
                                    musparseSpMatDescr_t matA, musparseDnMatDescr_t matB,
                                    musparseDnMatDescr_t matC, musaDataType computeType,
                                    musparseSpSMAlg_t alg, musparseSpSMDescr_t spsmDescr);

/* ------------------------------------------------------------------ conversion */

musparseStatus_t musparseXcoo2csr(musparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                                  int *csrSortedRowPtr, musparseIndexBase_t idxBase);
musparseStatus_t musparseXcsr2coo(musparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
                                  int m, int *cooRowInd, musparseIndexBase_t idxBase);
musparseStatus_t musparseCreateIdentityPermutation(musparseHandle_t handle, int n, int *p);
/* P is permuted as the elements are. It may be null. */
musparseStatus_t musparseXcoosort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int *cooRowsA, const int *cooColsA,
                                                size_t *pBufferSizeInBytes);
musparseStatus_t musparseXcoosortByRow(musparseHandle_t handle, int m, int n, int nnz,
                                       int *cooRowsA, int *cooColsA, int *P, void *pBuffer);
musparseStatus_t musparseXcoosortByColumn(musparseHandle_t handle, int m, int n, int nnz,
                                          int *cooRowsA, int *cooColsA, int *P, void *pBuffer);
musparseStatus_t musparseXcsrsort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int *csrRowPtrA, const int *csrColIndA,
                                                size_t *pBufferSizeInBytes);
musparseStatus_t musparseXcsrsort(musparseHandle_t handle, int m, int n, int nnz,
                                  const musparseMatDescr_t descrA, const int *csrRowPtrA,
                                  int *csrColIndA, int *P, void *pBuffer);

/* With MUSPARSE_ACTION_SYMBOLIC, values are neither read nor written. */
musparseStatus_t musparseCsr2cscEx2_bufferSize(musparseHandle_t handle, int m, int n, int nnz,
                                               const void *csrVal, const int *csrRowPtr,
                                               const int *csrColInd, void *cscVal, int *cscColPtr,
                                               int *cscRowInd, musaDataType valType,
                                               musparseAction_t copyValues,
                                               musparseIndexBase_t idxBase,
                                               musparseCsr2CscAlg_t alg, size_t *bufferSize);
musparseStatus_t musparseCsr2cscEx2(musparseHandle_t handle, int m, int n, int nnz,
                                    const void *csrVal, const int *csrRowPtr, const int *csrColInd,
                                    void *cscVal, int *cscColPtr, int *cscRowInd,
                                    musaDataType valType, musparseAction_t copyValues,
                                    musparseIndexBase_t idxBase, musparseCsr2CscAlg_t alg,
                                    void *buffer);

musparseStatus_t musparseSparseToDense_bufferSize(musparseHandle_t handle,
                                                  musparseSpMatDescr_t matA,
                                                  musparseDnMatDescr_t matB,
                                                  musparseSparseToDenseAlg_t alg,
                                                  size_t *bufferSize);
musparseStatus_t musparseSparseToDense(musparseHandle_t handle, musparseSpMatDescr_t matA,
                                       musparseDnMatDescr_t matB, musparseSparseToDenseAlg_t alg,
                                       void *externalBuffer);
/* The analysis waits for the stream, and stores the number of elements that are not zero in the
 * descriptor, and B's offsets. B's other arrays are only needed by the conversion. */
musparseStatus_t musparseDenseToSparse_bufferSize(musparseHandle_t handle,
                                                  musparseDnMatDescr_t matA,
                                                  musparseSpMatDescr_t matB,
                                                  musparseDenseToSparseAlg_t alg,
                                                  size_t *bufferSize);
musparseStatus_t musparseDenseToSparse_analysis(musparseHandle_t handle, musparseDnMatDescr_t matA,
                                                musparseSpMatDescr_t matB,
                                                musparseDenseToSparseAlg_t alg,
                                                void *externalBuffer);
musparseStatus_t musparseDenseToSparse_convert(musparseHandle_t handle, musparseDnMatDescr_t matA,
                                               musparseSpMatDescr_t matB,
                                               musparseDenseToSparseAlg_t alg,
                                               void *externalBuffer);

/* ---------------------------------------------------------------- sums, blocks */

musparseStatus_t musparseCreateBsrsv2Info(bsrsv2Info_t *info);
musparseStatus_t musparseDestroyBsrsv2Info(bsrsv2Info_t info);
musparseStatus_t musparseCreateBsrsm2Info(bsrsm2Info_t *info);
musparseStatus_t musparseDestroyBsrsm2Info(bsrsm2Info_t info);
/* These wait for the stream. If a diagonal block is missing (analysis) or has a zero (solution),
 * they return MUSPARSE_STATUS_ZERO_PIVOT and its row of blocks; otherwise *position is -1. */
musparseStatus_t musparseXbsrsv2_zeroPivot(musparseHandle_t handle, bsrsv2Info_t info,
                                           int *position);
musparseStatus_t musparseXbsrsm2_zeroPivot(musparseHandle_t handle, bsrsm2Info_t info,
                                           int *position);
/* Row pointers and element count of the sum of two CSR matrices, which have sorted columns. */
musparseStatus_t musparseXcsrgeam2Nnz(musparseHandle_t handle, int m, int n,
                                      const musparseMatDescr_t descrA, int nnzA,
                                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                      const musparseMatDescr_t descrB, int nnzB,
                                      const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                                      const musparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                      int *nnzTotalDevHostPtr, void *workspace);

/* Expands X(letter, element type) for each of the four types. */
#define __MUSPARSE_TYPES(X) X(S, float) X(D, double) X(C, muComplex) X(Z, muDoubleComplex)

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUSPARSE_DECLARE(L, T)                                                                   \
  /* C = alpha A + beta B */                                                                       \
  musparseStatus_t musparse##L##csrgeam2_bufferSizeExt(                                            \
      musparseHandle_t handle, int m, int n, const T *alpha, const musparseMatDescr_t descrA,      \
      int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,  \
      const T *beta, const musparseMatDescr_t descrB, int nnzB, const T *csrSortedValB,            \
      const int *csrSortedRowPtrB, const int *csrSortedColIndB, const musparseMatDescr_t descrC,   \
      const T *csrSortedValC, const int *csrSortedRowPtrC, const int *csrSortedColIndC,            \
      size_t *pBufferSizeInBytes);                                                                 \
  musparseStatus_t musparse##L##csrgeam2(                                                          \
      musparseHandle_t handle, int m, int n, const T *alpha, const musparseMatDescr_t descrA,      \
      int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,  \
      const T *beta, const musparseMatDescr_t descrB, int nnzB, const T *csrSortedValB,            \
      const int *csrSortedRowPtrB, const int *csrSortedColIndB, const musparseMatDescr_t descrC,   \
      T *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer);              \
  /* A is stored in square blocks */                                                               \
  musparseStatus_t musparse##L##bsrmv(                                                             \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nb, int nnzb, const T *alpha, const musparseMatDescr_t descrA, const T *bsrSortedValA,   \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, const T *x,          \
      const T *beta, T *y);                                                                        \
  musparseStatus_t musparse##L##bsrmm(                                                             \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transB, int mb, int n, int kb, int nnzb, const T *alpha,                 \
      const musparseMatDescr_t descrA, const T *bsrSortedValA, const int *bsrSortedRowPtrA,        \
      const int *bsrSortedColIndA, int blockSize, const T *B, int ldb, const T *beta, T *C,        \
      int ldc);                                                                                    \
  musparseStatus_t musparse##L##bsrsv2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nnzb, const musparseMatDescr_t descrA, T *bsrSortedValA, const int *bsrSortedRowPtrA,    \
      const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info, int *pBufferSizeInBytes);      \
  musparseStatus_t musparse##L##bsrsv2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nnzb, const musparseMatDescr_t descrA, const T *bsrSortedValA,                           \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info,   \
      musparseSolvePolicy_t policy, void *pBuffer);                                                \
  musparseStatus_t musparse##L##bsrsv2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA, int mb,       \
      int nnzb, const T *alpha, const musparseMatDescr_t descrA, const T *bsrSortedValA,           \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim, bsrsv2Info_t info,   \
      const T *f, T *x, musparseSolvePolicy_t policy, void *pBuffer);                              \
  musparseStatus_t musparse##L##bsrsm2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transXY, int mb, int n, int nnzb, const musparseMatDescr_t descrA,       \
      T *bsrSortedVal, const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,      \
      bsrsm2Info_t info, int *pBufferSizeInBytes);                                                 \
  musparseStatus_t musparse##L##bsrsm2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transXY, int mb, int n, int nnzb, const musparseMatDescr_t descrA,       \
      const T *bsrSortedVal, const int *bsrSortedRowPtr, const int *bsrSortedColInd,               \
      int blockSize, bsrsm2Info_t info, musparseSolvePolicy_t policy, void *pBuffer);              \
  musparseStatus_t musparse##L##bsrsm2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t dirA, musparseOperation_t transA,               \
      musparseOperation_t transXY, int mb, int n, int nnzb, const T *alpha,                        \
      const musparseMatDescr_t descrA, const T *bsrSortedVal, const int *bsrSortedRowPtr,          \
      const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info, const T *B, int ldb, T *X,     \
      int ldx, musparseSolvePolicy_t policy, void *pBuffer);
__MUSPARSE_TYPES(__MUSPARSE_DECLARE)
#undef __MUSPARSE_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#include "musa_port/host/musparse_factors.h"

#endif /* MUSPARSE_H_ */
