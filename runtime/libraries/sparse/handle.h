//===- libraries/sparse/handle.h - a handle, and how its calls begin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SPARSE_HANDLE_H
#define MUSAPORT_LIBRARIES_SPARSE_HANDLE_H

#include "conversion.h"
#include "elements.h"
#include "musparse.h"
#include "stream_work.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

struct musparseContext {
  musaStream_t stream = nullptr;
  musparsePointerMode_t pointerMode = MUSPARSE_POINTER_MODE_HOST;
};

namespace musaport::sparse {

musparseStatus_t statusOf(musaError_t error);

/// An alpha or a beta of a type that withElements() knows: of the call, or what is in memory when
/// the work is done.
class Scalar {
public:
  Scalar(const musparseContext &handle, const void *given, musaDataType_t type)
      : type(type), inMemory(handle.pointerMode == MUSPARSE_POINTER_MODE_DEVICE ? given : nullptr) {
    if (inMemory == nullptr)
      std::memcpy(bytes.data(), given, sizeOf(type));
  }
  /// `E`: what elements of the type are computed as.
  template <typename E> E get() const {
    const void *from = inMemory != nullptr ? inMemory : bytes.data();
    if constexpr (std::is_same_v<E, float>)
      return loadFloat(from, type, 0);
    E result;
    std::memcpy(static_cast<void *>(&result), from, sizeof result);
    return result;
  }

private:
  musaDataType_t type;
  const void *inMemory;
  std::array<std::byte, 16> bytes{};
};

/// Puts `work` into the handle's stream, under the caller's name.
template <typename Work>
musparseStatus_t submit(const musparseContext &handle, Work &&work,
                        const char *caller = __builtin_FUNCTION()) {
  return statusOf(musaport::submit(handle.stream, std::forward<Work>(work), caller));
}

/// The host needs no buffers. Programs allocate what they are told, and some take null for "none".
template <typename Int> musparseStatus_t giveBufferSize(musparseHandle_t handle, Int *size) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (size == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *size = 1;
  return MUSPARSE_STATUS_SUCCESS;
}

template <typename T> musparseStatus_t create(T **object) {
  if (object == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) T;
  return *object != nullptr ? MUSPARSE_STATUS_SUCCESS : MUSPARSE_STATUS_ALLOC_FAILED;
}

} // namespace musaport::sparse

#endif // MUSAPORT_LIBRARIES_SPARSE_HANDLE_H
