//===- libraries/blas/legacy.cpp - what calls without a handle share ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mublas.h"

#include <atomic>
#include <mutex>

namespace {

std::mutex mutex; ///< of the handle's creation and end
std::atomic<mublasHandle_t> common;
std::atomic<mublasStatus_t> lastError = MUBLAS_STATUS_SUCCESS;

} // namespace

mublasStatus_t mublasInit(void) {
  const std::lock_guard lock(mutex);
  if (common != nullptr)
    return MUBLAS_STATUS_SUCCESS;
  mublasHandle_t handle = nullptr;
  const mublasStatus_t status = mublasCreate(&handle);
  common = handle;
  return status;
}

mublasStatus_t mublasShutdown(void) {
  const std::lock_guard lock(mutex);
  return mublasDestroy(common.exchange(nullptr));
}

mublasStatus_t mublasGetError(void) { return lastError.exchange(MUBLAS_STATUS_SUCCESS); }

mublasStatus_t mublasSetKernelStream(musaStream_t stream) {
  return mublasSetStream(common, stream);
}

mublasStatus_t mublasAlloc(int n, int size, void **device) {
  if (n <= 0 || size <= 0 || device == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (musaMalloc(device, static_cast<size_t>(n) * size) == musaSuccess)
    return MUBLAS_STATUS_SUCCESS;
  *device = nullptr;
  return MUBLAS_STATUS_ALLOC_FAILED;
}

mublasStatus_t mublasFree(void *device) {
  return musaFree(device) == musaSuccess ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INTERNAL_ERROR;
}

mublasHandle_t __mublasCommonHandle(void) { return common; }

void __mublasSetError(mublasStatus_t status) {
  if (status != MUBLAS_STATUS_SUCCESS)
    lastError = status;
}
