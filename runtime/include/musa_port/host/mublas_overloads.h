//===- musa_port/host/mublas_overloads.h - muBLAS for C++ --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ programs may pass a musaDataType_t where mublas.h takes a mublasComputeType_t. The type
// __half is C++'s, and so are the functions with it in their interface.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_MUBLAS_OVERLOADS_H
#define MUSA_PORT_HOST_MUBLAS_OVERLOADS_H

#include "mublas.h"

/// Sets `result` to the compute type that `type` stands for. Returns false if there is none.
inline bool __mublasComputeTypeOf(musaDataType_t type, mublasComputeType_t &result) {
  switch (type) {
  case MUSA_R_16F:
    result = MUBLAS_COMPUTE_16F;
    return true;
  case MUSA_R_32F:
  case MUSA_C_32F:
    result = MUBLAS_COMPUTE_32F;
    return true;
  case MUSA_R_64F:
  case MUSA_C_64F:
    result = MUBLAS_COMPUTE_64F;
    return true;
  case MUSA_R_32I:
    result = MUBLAS_COMPUTE_32I;
    return true;
  default:
    return false;
  }
}

inline mublasStatus_t mublasGemmEx(mublasHandle_t handle, mublasOperation_t transa,
                                   mublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *a, musaDataType_t aType, int lda, const void *b,
                                   musaDataType_t bType, int ldb, const void *beta, void *c,
                                   musaDataType_t cType, int ldc, musaDataType_t computeType,
                                   mublasGemmAlgo_t algo) {
  mublasComputeType_t compute;
  if (!__mublasComputeTypeOf(computeType, compute))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return mublasGemmEx(handle, transa, transb, m, n, k, alpha, a, aType, lda, b, bType, ldb, beta, c,
                      cType, ldc, compute, algo);
}

inline mublasStatus_t mublasGemmBatchedEx(mublasHandle_t handle, mublasOperation_t transa,
                                          mublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *const a[],
                                          musaDataType_t aType, int lda, const void *const b[],
                                          musaDataType_t bType, int ldb, const void *beta,
                                          void *const c[], musaDataType_t cType, int ldc, int count,
                                          musaDataType_t computeType, mublasGemmAlgo_t algo) {
  mublasComputeType_t compute;
  if (!__mublasComputeTypeOf(computeType, compute))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return mublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, aType, lda, b, bType, ldb,
                             beta, c, cType, ldc, count, compute, algo);
}

inline mublasStatus_t mublasGemmStridedBatchedEx(
    mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n, int k,
    const void *alpha, const void *a, musaDataType_t aType, int lda, long long int stridea,
    const void *b, musaDataType_t bType, int ldb, long long int strideb, const void *beta, void *c,
    musaDataType_t cType, int ldc, long long int stridec, int count, musaDataType_t computeType,
    mublasGemmAlgo_t algo) {
  mublasComputeType_t compute;
  if (!__mublasComputeTypeOf(computeType, compute))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return mublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, aType, lda, stridea,
                                    b, bType, ldb, strideb, beta, c, cType, ldc, stridec, count,
                                    compute, algo);
}

inline mublasStatus_t mublasHgemm(mublasHandle_t handle, mublasOperation_t transa,
                                  mublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *a, int lda, const __half *b,
                                  int ldb, const __half *beta, __half *c, int ldc) {
  return mublasGemmEx(handle, transa, transb, m, n, k, alpha, a, MUSA_R_16F, lda, b, MUSA_R_16F,
                      ldb, beta, c, MUSA_R_16F, ldc, MUBLAS_COMPUTE_16F, MUBLAS_GEMM_DEFAULT);
}

inline mublasStatus_t mublasHgemmBatched(mublasHandle_t handle, mublasOperation_t transa,
                                         mublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *const a[], int lda,
                                         const __half *const b[], int ldb, const __half *beta,
                                         __half *const c[], int ldc, int count) {
  return mublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha,
                             reinterpret_cast<const void *const *>(a), MUSA_R_16F, lda,
                             reinterpret_cast<const void *const *>(b), MUSA_R_16F, ldb, beta,
                             reinterpret_cast<void *const *>(c), MUSA_R_16F, ldc, count,
                             MUBLAS_COMPUTE_16F, MUBLAS_GEMM_DEFAULT);
}

inline mublasStatus_t mublasHgemmStridedBatched(mublasHandle_t handle, mublasOperation_t transa,
                                                mublasOperation_t transb, int m, int n, int k,
                                                const __half *alpha, const __half *a, int lda,
                                                long long int stridea, const __half *b, int ldb,
                                                long long int strideb, const __half *beta,
                                                __half *c, int ldc, long long int stridec,
                                                int count) {
  return mublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, MUSA_R_16F, lda,
                                    stridea, b, MUSA_R_16F, ldb, strideb, beta, c, MUSA_R_16F, ldc,
                                    stridec, count, MUBLAS_COMPUTE_16F, MUBLAS_GEMM_DEFAULT);
}

#endif // MUSA_PORT_HOST_MUBLAS_OVERLOADS_H
