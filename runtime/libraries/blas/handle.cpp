//===- libraries/blas/handle.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"

#include <new>

namespace musaport::blas {

mublasStatus_t statusOf(musaError_t error) {
  switch (error) {
  case musaSuccess:
    return MUBLAS_STATUS_SUCCESS;
  case musaErrorMemoryAllocation:
    return MUBLAS_STATUS_ALLOC_FAILED;
  case musaErrorNotSupported:
    return MUBLAS_STATUS_NOT_SUPPORTED;
  default:
    return MUBLAS_STATUS_EXECUTION_FAILED;
  }
}

namespace {

/// Sets or gets one of the handle's fields.
template <typename T> mublasStatus_t set(mublasHandle_t handle, T mublasContext::*field, T value) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  handle->*field = value;
  return MUBLAS_STATUS_SUCCESS;
}
template <typename T> mublasStatus_t get(mublasHandle_t handle, T mublasContext::*field, T *value) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (value == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *value = handle->*field;
  return MUBLAS_STATUS_SUCCESS;
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

mublasStatus_t mublasCreate(mublasHandle_t *handle) {
  if (handle == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  int device = 0;
  if (musaGetDevice(&device) != musaSuccess)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) mublasContext;
  return *handle != nullptr ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_ALLOC_FAILED;
}

mublasStatus_t mublasDestroy(mublasHandle_t handle) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t mublasGetVersion(mublasHandle_t, int *version) {
  if (version == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *version = MUBLAS_VERSION;
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t mublasGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return MUBLAS_STATUS_INVALID_VALUE;
  constexpr int version[] = {MUBLAS_VER_MAJOR, MUBLAS_VER_MINOR, MUBLAS_VER_PATCH};
  *value = version[type];
  return MUBLAS_STATUS_SUCCESS;
}

size_t mublasGetMusartVersion() {
  int version = 0;
  return musaRuntimeGetVersion(&version) == musaSuccess ? version : 0;
}

mublasStatus_t mublasSetStream(mublasHandle_t handle, musaStream_t stream) {
  return set(handle, &mublasContext::stream, stream);
}
mublasStatus_t mublasGetStream(mublasHandle_t handle, musaStream_t *stream) {
  return get(handle, &mublasContext::stream, stream);
}
mublasStatus_t mublasSetWorkspace(mublasHandle_t handle, void *, size_t) {
  return handle != nullptr ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_NOT_INITIALIZED;
}
mublasStatus_t mublasSetPointerMode(mublasHandle_t handle, mublasPointerMode_t mode) {
  return set(handle, &mublasContext::pointerMode, mode);
}
mublasStatus_t mublasGetPointerMode(mublasHandle_t handle, mublasPointerMode_t *mode) {
  return get(handle, &mublasContext::pointerMode, mode);
}
mublasStatus_t mublasSetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t mode) {
  return set(handle, &mublasContext::atomicsMode, mode);
}
mublasStatus_t mublasGetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t *mode) {
  return get(handle, &mublasContext::atomicsMode, mode);
}
mublasStatus_t mublasSetMathMode(mublasHandle_t handle, mublasMath_t mode) {
  return set(handle, &mublasContext::mathMode, mode);
}
mublasStatus_t mublasGetMathMode(mublasHandle_t handle, mublasMath_t *mode) {
  return get(handle, &mublasContext::mathMode, mode);
}

const char *mublasGetStatusName(mublasStatus_t status) {
  switch (status) {
#define NAME(status)                                                                               \
  case status:                                                                                     \
    return #status;
    NAME(MUBLAS_STATUS_SUCCESS)
    NAME(MUBLAS_STATUS_NOT_INITIALIZED)
    NAME(MUBLAS_STATUS_ALLOC_FAILED)
    NAME(MUBLAS_STATUS_INVALID_VALUE)
    NAME(MUBLAS_STATUS_ARCH_MISMATCH)
    NAME(MUBLAS_STATUS_MAPPING_ERROR)
    NAME(MUBLAS_STATUS_EXECUTION_FAILED)
    NAME(MUBLAS_STATUS_INTERNAL_ERROR)
    NAME(MUBLAS_STATUS_NOT_SUPPORTED)
    NAME(MUBLAS_STATUS_LICENSE_ERROR)
#undef NAME
  }
  return "MUBLAS_STATUS_UNKNOWN";
}

const char *mublasGetStatusString(mublasStatus_t status) {
  switch (status) {
  case MUBLAS_STATUS_SUCCESS:
    return "success";
  case MUBLAS_STATUS_NOT_INITIALIZED:
    return "there is no handle, or no device";
  case MUBLAS_STATUS_ALLOC_FAILED:
    return "out of memory";
  case MUBLAS_STATUS_INVALID_VALUE:
    return "an argument has no valid value";
  case MUBLAS_STATUS_ARCH_MISMATCH:
    return "the device's architecture does not support this operation";
  case MUBLAS_STATUS_MAPPING_ERROR:
    return "memory cannot be accessed";
  case MUBLAS_STATUS_EXECUTION_FAILED:
    return "the work could not be put into the stream";
  case MUBLAS_STATUS_INTERNAL_ERROR:
    return "internal error";
  case MUBLAS_STATUS_NOT_SUPPORTED:
    return "not supported";
  case MUBLAS_STATUS_LICENSE_ERROR:
    return "no license";
  }
  return "unknown status";
}
