//===- libraries/blas/xt.cpp - mublasXt.h --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mublasXt.h"

#include <climits>
#include <new>
#include <type_traits>

struct mublasXtContext {
  mublasHandle_t handle = nullptr;
  int blockDim = 2048; // as cuBLASXt's
  bool hasDevices = false;
  mublasXtPinnedMemMode_t pinning = MUBLASXT_PINNING_DISABLED;
};

namespace {

/// As mublas.h's functions take it.
template <typename T> auto narrow(T argument) {
  if constexpr (std::is_same_v<T, size_t>)
    return static_cast<int>(argument);
  else
    return argument;
}
template <typename T> bool fits(T argument) {
  if constexpr (std::is_same_v<T, size_t>)
    return argument <= INT_MAX;
  else
    return true;
}

/// Calls mublas.h's function, and waits for it.
template <typename Function, typename... Arguments>
mublasStatus_t run(mublasXtHandle_t handle, Function function, Arguments... arguments) {
  if (handle == nullptr || !handle->hasDevices)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!(fits(arguments) && ...))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  const mublasStatus_t status = function(handle->handle, narrow(arguments)...);
  if (status != MUBLAS_STATUS_SUCCESS)
    return status;
  return musaStreamSynchronize(nullptr) == musaSuccess ? MUBLAS_STATUS_SUCCESS
                                                       : MUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace

mublasStatus_t mublasXtCreate(mublasXtHandle_t *handle) {
  if (handle == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  mublasHandle_t own = nullptr;
  if (const mublasStatus_t status = mublasCreate(&own); status != MUBLAS_STATUS_SUCCESS)
    return status;
  *handle = new (std::nothrow) mublasXtContext{own};
  if (*handle != nullptr)
    return MUBLAS_STATUS_SUCCESS;
  mublasDestroy(own);
  return MUBLAS_STATUS_ALLOC_FAILED;
}
mublasStatus_t mublasXtDestroy(mublasXtHandle_t handle) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  const mublasStatus_t status = mublasDestroy(handle->handle);
  delete handle;
  return status;
}
mublasStatus_t mublasXtDeviceSelect(mublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  int count = 0;
  if (musaGetDeviceCount(&count) != musaSuccess || nbDevices < 1 || deviceId == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < nbDevices; ++i)
    if (deviceId[i] < 0 || deviceId[i] >= count)
      return MUBLAS_STATUS_INVALID_VALUE;
  handle->hasDevices = true;
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasXtSetBlockDim(mublasXtHandle_t handle, int blockDim) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (blockDim < 1)
    return MUBLAS_STATUS_INVALID_VALUE;
  handle->blockDim = blockDim;
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasXtGetBlockDim(mublasXtHandle_t handle, int *blockDim) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (blockDim == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *blockDim = handle->blockDim;
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasXtSetPinningMemMode(mublasXtHandle_t handle, mublasXtPinnedMemMode_t mode) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (mode != MUBLASXT_PINNING_DISABLED && mode != MUBLASXT_PINNING_ENABLED)
    return MUBLAS_STATUS_INVALID_VALUE;
  handle->pinning = mode;
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasXtGetPinningMemMode(mublasXtHandle_t handle, mublasXtPinnedMemMode_t *mode) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (mode == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *mode = handle->pinning;
  return MUBLAS_STATUS_SUCCESS;
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE_SYMMETRIC(name, L, T)                                                               \
  mublasStatus_t mublasXt##L##name(mublasXtHandle_t handle, mublasSideMode_t side,                 \
                                   mublasFillMode_t uplo, size_t m, size_t n, const T *alpha,      \
                                   const T *a, size_t lda, const T *b, size_t ldb, const T *beta,  \
                                   T *c, size_t ldc) {                                             \
    return run(handle, mublas##L##name, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);    \
  }
#define DEFINE_RANK_UPDATE(name, L, T, R)                                                          \
  mublasStatus_t mublasXt##L##name(mublasXtHandle_t handle, mublasFillMode_t uplo,                 \
                                   mublasOperation_t trans, size_t n, size_t k, const R *alpha,    \
                                   const T *a, size_t lda, const R *beta, T *c, size_t ldc) {      \
    return run(handle, mublas##L##name, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);           \
  }
#define DEFINE_UPDATE_OF_TWO(name, L, T, R)                                                        \
  mublasStatus_t mublasXt##L##name(mublasXtHandle_t handle, mublasFillMode_t uplo,                 \
                                   mublasOperation_t trans, size_t n, size_t k, const T *alpha,    \
                                   const T *a, size_t lda, const T *b, size_t ldb, const R *beta,  \
                                   T *c, size_t ldc) {                                             \
    return run(handle, mublas##L##name, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);   \
  }
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublasXt##L##gemm(mublasXtHandle_t handle, mublasOperation_t transa,              \
                                   mublasOperation_t transb, size_t m, size_t n, size_t k,         \
                                   const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, \
                                   const T *beta, T *c, size_t ldc) {                              \
    return run(handle, mublas##L##gemm, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c,   \
               ldc);                                                                               \
  }                                                                                                \
  mublasStatus_t mublasXt##L##trmm(                                                                \
      mublasXtHandle_t handle, mublasSideMode_t side, mublasFillMode_t uplo,                       \
      mublasOperation_t trans, mublasDiagType_t diag, size_t m, size_t n, const T *alpha,          \
      const T *a, size_t lda, const T *b, size_t ldb, T *c, size_t ldc) {                          \
    return run(handle, mublas##L##trmm, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, c,   \
               ldc);                                                                               \
  }                                                                                                \
  mublasStatus_t mublasXt##L##trsm(mublasXtHandle_t handle, mublasSideMode_t side,                 \
                                   mublasFillMode_t uplo, mublasOperation_t trans,                 \
                                   mublasDiagType_t diag, size_t m, size_t n, const T *alpha,      \
                                   const T *a, size_t lda, T *b, size_t ldb) {                     \
    return run(handle, mublas##L##trsm, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);     \
  }                                                                                                \
  DEFINE_SYMMETRIC(symm, L, T)                                                                     \
  DEFINE_RANK_UPDATE(syrk, L, T, T)                                                                \
  DEFINE_UPDATE_OF_TWO(syr2k, L, T, T)                                                             \
  DEFINE_UPDATE_OF_TWO(syrkx, L, T, T)
#define DEFINE_COMPLEX(L, T, R)                                                                    \
  DEFINE_SYMMETRIC(hemm, L, T)                                                                     \
  DEFINE_RANK_UPDATE(herk, L, T, R)                                                                \
  DEFINE_UPDATE_OF_TWO(her2k, L, T, R)                                                             \
  DEFINE_UPDATE_OF_TWO(herkx, L, T, R)
__MUBLAS_TYPES(DEFINE)
__MUBLAS_COMPLEX_TYPES(DEFINE_COMPLEX)
// NOLINTEND(bugprone-macro-parentheses)
