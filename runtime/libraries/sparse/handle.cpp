//===- libraries/sparse/handle.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"

namespace musaport::sparse {

musparseStatus_t statusOf(musaError_t error) {
  switch (error) {
  case musaSuccess:
    return MUSPARSE_STATUS_SUCCESS;
  case musaErrorMemoryAllocation:
    return MUSPARSE_STATUS_ALLOC_FAILED;
  case musaErrorNotSupported:
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  default:
    return MUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

namespace {

/// Sets or gets one of the handle's fields.
template <typename T>
musparseStatus_t set(musparseHandle_t handle, T musparseContext::*field, T value) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  handle->*field = value;
  return MUSPARSE_STATUS_SUCCESS;
}
template <typename T>
musparseStatus_t get(musparseHandle_t handle, T musparseContext::*field, T *value) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (value == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *value = handle->*field;
  return MUSPARSE_STATUS_SUCCESS;
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCreate(musparseHandle_t *handle) {
  int device = 0;
  if (musaGetDevice(&device) != musaSuccess)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  return create(handle);
}

musparseStatus_t musparseDestroy(musparseHandle_t handle) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  delete handle;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseGetVersion(musparseHandle_t handle, int *version) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (version == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *version = MUSPARSE_VERSION;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseGetProperty(libraryPropertyType type, int *value) {
  constexpr std::array<int, 3> parts = {MUSPARSE_VER_MAJOR, MUSPARSE_VER_MINOR, MUSPARSE_VER_PATCH};
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *value = parts[type];
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseSetStream(musparseHandle_t handle, musaStream_t stream) {
  return set(handle, &musparseContext::stream, stream);
}
musparseStatus_t musparseGetStream(musparseHandle_t handle, musaStream_t *stream) {
  return get(handle, &musparseContext::stream, stream);
}
musparseStatus_t musparseSetPointerMode(musparseHandle_t handle, musparsePointerMode_t mode) {
  return set(handle, &musparseContext::pointerMode, mode);
}
musparseStatus_t musparseGetPointerMode(musparseHandle_t handle, musparsePointerMode_t *mode) {
  return get(handle, &musparseContext::pointerMode, mode);
}

const char *musparseGetErrorName(musparseStatus_t status) {
  switch (status) {
#define NAME(status)                                                                               \
  case status:                                                                                     \
    return #status;
    NAME(MUSPARSE_STATUS_SUCCESS)
    NAME(MUSPARSE_STATUS_NOT_INITIALIZED)
    NAME(MUSPARSE_STATUS_ALLOC_FAILED)
    NAME(MUSPARSE_STATUS_INVALID_VALUE)
    NAME(MUSPARSE_STATUS_ARCH_MISMATCH)
    NAME(MUSPARSE_STATUS_MAPPING_ERROR)
    NAME(MUSPARSE_STATUS_EXECUTION_FAILED)
    NAME(MUSPARSE_STATUS_INTERNAL_ERROR)
    NAME(MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
    NAME(MUSPARSE_STATUS_ZERO_PIVOT)
    NAME(MUSPARSE_STATUS_NOT_SUPPORTED)
    NAME(MUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef NAME
  }
  return "MUSPARSE_STATUS_UNKNOWN";
}

const char *musparseGetErrorString(musparseStatus_t status) {
  switch (status) {
  case MUSPARSE_STATUS_SUCCESS:
    return "success";
  case MUSPARSE_STATUS_NOT_INITIALIZED:
    return "there is no handle, or no device";
  case MUSPARSE_STATUS_ALLOC_FAILED:
    return "out of memory";
  case MUSPARSE_STATUS_INVALID_VALUE:
    return "an argument has no valid value";
  case MUSPARSE_STATUS_ARCH_MISMATCH:
    return "the device's architecture does not support this operation";
  case MUSPARSE_STATUS_MAPPING_ERROR:
    return "memory cannot be accessed";
  case MUSPARSE_STATUS_EXECUTION_FAILED:
    return "the work could not be put into the stream";
  case MUSPARSE_STATUS_INTERNAL_ERROR:
    return "internal error";
  case MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
    return "not supported for matrices of this type";
  case MUSPARSE_STATUS_ZERO_PIVOT:
    return "there is a zero on the diagonal";
  case MUSPARSE_STATUS_NOT_SUPPORTED:
    return "not supported";
  case MUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
    return "not enough resources of the device are free";
  }
  return "unknown status";
}
