/*===- mublas.h - dense linear algebra -----------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuBLAS's API that docs/reference/libraries.md lists; programs link with -lmublas.
 * Matrices are stored column by column. Calls queue their work in the handle's stream. They read
 * scalars at once (MUBLAS_POINTER_MODE_HOST) or as the work runs (MUBLAS_POINTER_MODE_DEVICE).
 *===----------------------------------------------------------------------===*/
#ifndef MUBLAS_API_H_
#define MUBLAS_API_H_
#define MUBLAS_V2_H_ /* CUDA has a header for each */

#include "library_types.h"
#include "muComplex.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_runtime_api.h"
#include <stddef.h>
#include <stdint.h>

#define MUBLASAPI

/* The version of cuBLAS that has this interface. */
#define MUBLAS_VER_MAJOR 11
#define MUBLAS_VER_MINOR 11
#define MUBLAS_VER_PATCH 0
#define MUBLAS_VERSION (MUBLAS_VER_MAJOR * 10000 + MUBLAS_VER_MINOR * 100 + MUBLAS_VER_PATCH)

typedef enum mublasStatus_t {
  MUBLAS_STATUS_SUCCESS = 0,
  MUBLAS_STATUS_NOT_INITIALIZED = 1,
  MUBLAS_STATUS_ALLOC_FAILED = 3,
  MUBLAS_STATUS_INVALID_VALUE = 7,
  MUBLAS_STATUS_ARCH_MISMATCH = 8,
  MUBLAS_STATUS_MAPPING_ERROR = 11,
  MUBLAS_STATUS_EXECUTION_FAILED = 13,
  MUBLAS_STATUS_INTERNAL_ERROR = 14,
  MUBLAS_STATUS_NOT_SUPPORTED = 15,
  MUBLAS_STATUS_LICENSE_ERROR = 16
} mublasStatus_t;
typedef mublasStatus_t mublasStatus;

typedef enum mublasOperation_t {
  MUBLAS_OP_N = 0,
  MUBLAS_OP_T = 1,
  MUBLAS_OP_C = 2,
  MUBLAS_OP_HERMITAN = 2
} mublasOperation_t;

typedef enum mublasFillMode_t {
  MUBLAS_FILL_MODE_LOWER = 0,
  MUBLAS_FILL_MODE_UPPER = 1,
  MUBLAS_FILL_MODE_FULL = 2
} mublasFillMode_t;

typedef enum mublasDiagType_t { MUBLAS_DIAG_NON_UNIT = 0, MUBLAS_DIAG_UNIT = 1 } mublasDiagType_t;

typedef enum mublasSideMode_t { MUBLAS_SIDE_LEFT = 0, MUBLAS_SIDE_RIGHT = 1 } mublasSideMode_t;

typedef enum mublasPointerMode_t {
  MUBLAS_POINTER_MODE_HOST = 0,
  MUBLAS_POINTER_MODE_DEVICE = 1
} mublasPointerMode_t;

typedef enum mublasAtomicsMode_t {
  MUBLAS_ATOMICS_NOT_ALLOWED = 0,
  MUBLAS_ATOMICS_ALLOWED = 1
} mublasAtomicsMode_t;

/* Permits less precise computation. The host always computes in full precision. */
typedef enum mublasMath_t {
  MUBLAS_DEFAULT_MATH = 0,
  MUBLAS_TENSOR_OP_MATH = 1,
  MUBLAS_PEDANTIC_MATH = 2,
  MUBLAS_TF32_TENSOR_OP_MATH = 3,
  MUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} mublasMath_t;

typedef musaDataType mublasDataType_t;

typedef enum mublasComputeType_t {
  MUBLAS_COMPUTE_16F = 64,
  MUBLAS_COMPUTE_16F_PEDANTIC = 65,
  MUBLAS_COMPUTE_32F = 68,
  MUBLAS_COMPUTE_32F_PEDANTIC = 69,
  MUBLAS_COMPUTE_64F = 70,
  MUBLAS_COMPUTE_64F_PEDANTIC = 71,
  MUBLAS_COMPUTE_32I = 72,
  MUBLAS_COMPUTE_32I_PEDANTIC = 73,
  MUBLAS_COMPUTE_32F_FAST_16F = 74,
  MUBLAS_COMPUTE_32F_FAST_16BF = 75,
  MUBLAS_COMPUTE_32F_FAST_TF32 = 77
} mublasComputeType_t;

/* The host has only one algorithm. */
typedef enum mublasGemmAlgo_t {
  MUBLAS_GEMM_DFALT = -1,
  MUBLAS_GEMM_DEFAULT = -1,
  MUBLAS_GEMM_ALGO0 = 0,
  MUBLAS_GEMM_ALGO1 = 1,
  MUBLAS_GEMM_ALGO2 = 2,
  MUBLAS_GEMM_ALGO3 = 3,
  MUBLAS_GEMM_ALGO4 = 4,
  MUBLAS_GEMM_ALGO5 = 5,
  MUBLAS_GEMM_ALGO6 = 6,
  MUBLAS_GEMM_ALGO7 = 7,
  MUBLAS_GEMM_ALGO8 = 8,
  MUBLAS_GEMM_ALGO9 = 9,
  MUBLAS_GEMM_ALGO10 = 10,
  MUBLAS_GEMM_ALGO11 = 11,
  MUBLAS_GEMM_ALGO12 = 12,
  MUBLAS_GEMM_ALGO13 = 13,
  MUBLAS_GEMM_ALGO14 = 14,
  MUBLAS_GEMM_ALGO15 = 15,
  MUBLAS_GEMM_ALGO16 = 16,
  MUBLAS_GEMM_ALGO17 = 17,
  MUBLAS_GEMM_ALGO18 = 18,
  MUBLAS_GEMM_ALGO19 = 19,
  MUBLAS_GEMM_ALGO20 = 20,
  MUBLAS_GEMM_ALGO21 = 21,
  MUBLAS_GEMM_ALGO22 = 22,
  MUBLAS_GEMM_ALGO23 = 23,
  MUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  MUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  MUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  MUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
  MUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
  MUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
  MUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
  MUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
  MUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
  MUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
  MUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
  MUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
  MUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
  MUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
  MUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
  MUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
  MUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
  MUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} mublasGemmAlgo_t;

typedef struct mublasContext *mublasHandle_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mublasStatus_t mublasCreate(mublasHandle_t *handle);
mublasStatus_t mublasDestroy(mublasHandle_t handle);
mublasStatus_t mublasGetVersion(mublasHandle_t handle, int *version);
mublasStatus_t mublasGetProperty(libraryPropertyType type, int *value);
/* The runtime's version. */
size_t mublasGetMusartVersion(void);
mublasStatus_t mublasSetStream(mublasHandle_t handle, musaStream_t stream);
mublasStatus_t mublasGetStream(mublasHandle_t handle, musaStream_t *stream);
/* Accepts any workspace, because the host needs none. */
mublasStatus_t mublasSetWorkspace(mublasHandle_t handle, void *workspace, size_t bytes);
mublasStatus_t mublasSetPointerMode(mublasHandle_t handle, mublasPointerMode_t mode);
mublasStatus_t mublasGetPointerMode(mublasHandle_t handle, mublasPointerMode_t *mode);
mublasStatus_t mublasSetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t mode);
mublasStatus_t mublasGetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t *mode);
mublasStatus_t mublasSetMathMode(mublasHandle_t handle, mublasMath_t mode);
mublasStatus_t mublasGetMathMode(mublasHandle_t handle, mublasMath_t *mode);
const char *mublasGetStatusName(mublasStatus_t status);
const char *mublasGetStatusString(mublasStatus_t status);

/* Expands X(letter, element type) for each of the four types. */
#define __MUBLAS_TYPES(X) X(S, float) X(D, double) X(C, muComplex) X(Z, muDoubleComplex)
#define __MUBLAS_REAL_TYPES(X) X(S, float) X(D, double)
/* Expands X(letter, element type, type of its parts). */
#define __MUBLAS_COMPLEX_TYPES(X) X(C, muComplex, float) X(Z, muDoubleComplex, double)

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##gemv(mublasHandle_t handle, mublasOperation_t trans, int m, int n,     \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy);                                   \
  mublasStatus_t mublas##L##gemvBatched(mublasHandle_t handle, mublasOperation_t trans, int m,     \
                                        int n, const T *alpha, const T *const a[], int lda,        \
                                        const T *const x[], int incx, const T *beta, T *const y[], \
                                        int incy, int count);                                      \
  mublasStatus_t mublas##L##gemvStridedBatched(                                                    \
      mublasHandle_t handle, mublasOperation_t trans, int m, int n, const T *alpha, const T *a,    \
      int lda, long long int stridea, const T *x, int incx, long long int stridex, const T *beta,  \
      T *y, int incy, long long int stridey, int count);                                           \
  mublasStatus_t mublas##L##gemm(mublasHandle_t handle, mublasOperation_t transa,                  \
                                 mublasOperation_t transb, int m, int n, int k, const T *alpha,    \
                                 const T *a, int lda, const T *b, int ldb, const T *beta, T *c,    \
                                 int ldc);                                                         \
  mublasStatus_t mublas##L##gemmBatched(                                                           \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb,             \
      const T *beta, T *const c[], int ldc, int count);                                            \
  mublasStatus_t mublas##L##gemmStridedBatched(                                                    \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      int k, const T *alpha, const T *a, int lda, long long int stridea, const T *b, int ldb,      \
      long long int strideb, const T *beta, T *c, int ldc, long long int stridec, int count);      \
  mublasStatus_t mublas##L##trsm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, mublasOperation_t trans,                   \
                                 mublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
                                 int lda, T *b, int ldb);                                          \
  mublasStatus_t mublas##L##trsmBatched(                                                           \
      mublasHandle_t handle, mublasSideMode_t side, mublasFillMode_t uplo,                         \
      mublasOperation_t trans, mublasDiagType_t diag, int m, int n, const T *alpha,                \
      const T *const a[], int lda, T *const b[], int ldb, int count);                              \
  /* Factorizations of many matrices, with n pivots each, counted from 1. If `pivots` is null, the \
   * matrices are factorized without pivoting. */                                                  \
  mublasStatus_t mublas##L##getrfBatched(mublasHandle_t handle, int n, T *const a[], int lda,      \
                                         int *pivots, int *info, int count);                       \
  mublasStatus_t mublas##L##getrsBatched(mublasHandle_t handle, mublasOperation_t trans, int n,    \
                                         int nrhs, const T *const a[], int lda, const int *pivots, \
                                         T *const b[], int ldb, int *info, int count);             \
  mublasStatus_t mublas##L##geqrfBatched(mublasHandle_t handle, int m, int n, T *const a[],        \
                                         int lda, T *const tau[], int *info, int count);           \
  mublasStatus_t mublas##L##gelsBatched(mublasHandle_t handle, mublasOperation_t trans, int m,     \
                                        int n, int nrhs, T *const a[], int lda, T *const c[],      \
                                        int ldc, int *info, int *device_info, int count);
__MUBLAS_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

mublasStatus_t mublasSdot(mublasHandle_t handle, int n, const float *x, int incx, const float *y,
                          int incy, float *result);
mublasStatus_t mublasDdot(mublasHandle_t handle, int n, const double *x, int incx, const double *y,
                          int incy, double *result);
mublasStatus_t mublasCdotu(mublasHandle_t handle, int n, const muComplex *x, int incx,
                           const muComplex *y, int incy, muComplex *result);
mublasStatus_t mublasCdotc(mublasHandle_t handle, int n, const muComplex *x, int incx,
                           const muComplex *y, int incy, muComplex *result);
mublasStatus_t mublasZdotu(mublasHandle_t handle, int n, const muDoubleComplex *x, int incx,
                           const muDoubleComplex *y, int incy, muDoubleComplex *result);
mublasStatus_t mublasZdotc(mublasHandle_t handle, int n, const muDoubleComplex *x, int incx,
                           const muDoubleComplex *y, int incy, muDoubleComplex *result);

/* These take the element types as arguments. */
mublasStatus_t mublasSgemmEx(mublasHandle_t handle, mublasOperation_t transa,
                             mublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *a, musaDataType_t aType, int lda, const void *b,
                             musaDataType_t bType, int ldb, const float *beta, void *c,
                             musaDataType_t cType, int ldc);
mublasStatus_t mublasGemmEx(mublasHandle_t handle, mublasOperation_t transa,
                            mublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *a, musaDataType_t aType, int lda, const void *b,
                            musaDataType_t bType, int ldb, const void *beta, void *c,
                            musaDataType_t cType, int ldc, mublasComputeType_t computeType,
                            mublasGemmAlgo_t algo);
mublasStatus_t mublasGemmBatchedEx(mublasHandle_t handle, mublasOperation_t transa,
                                   mublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const a[], musaDataType_t aType, int lda,
                                   const void *const b[], musaDataType_t bType, int ldb,
                                   const void *beta, void *const c[], musaDataType_t cType, int ldc,
                                   int count, mublasComputeType_t computeType,
                                   mublasGemmAlgo_t algo);
mublasStatus_t mublasGemmStridedBatchedEx(mublasHandle_t handle, mublasOperation_t transa,
                                          mublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *a, musaDataType_t aType,
                                          int lda, long long int stridea, const void *b,
                                          musaDataType_t bType, int ldb, long long int strideb,
                                          const void *beta, void *c, musaDataType_t cType, int ldc,
                                          long long int stridec, int count,
                                          mublasComputeType_t computeType, mublasGemmAlgo_t algo);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#include "musa_port/host/mublas_legacy.h"
#include "musa_port/host/mublas_level1.h"
#include "musa_port/host/mublas_level2.h"
#include "musa_port/host/mublas_level3.h"
#include "musa_port/host/mublas_v2.h"
#if defined(__cplusplus)
#include "musa_port/host/mublas_overloads.h"
#endif

#endif /* MUBLAS_API_H_ */
