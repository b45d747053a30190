//===- libraries/blas/handle.h - a handle, and how its calls begin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_HANDLE_H
#define MUSAPORT_LIBRARIES_BLAS_HANDLE_H

#include "cblas_types.h"
#include "mublas.h"
#include "stream_work.h"

#include <cstring>
#include <utility>

struct mublasContext {
  musaStream_t stream = nullptr;
  mublasPointerMode_t pointerMode = MUBLAS_POINTER_MODE_HOST;
  mublasAtomicsMode_t atomicsMode = MUBLAS_ATOMICS_NOT_ALLOWED;
  mublasMath_t mathMode = MUBLAS_DEFAULT_MATH;
};

namespace musaport::blas {

mublasStatus_t statusOf(musaError_t error);

/// An alpha or a beta: of the call, or what is in memory when the work is done.
template <typename T> class Scalar {
public:
  Scalar(const mublasContext &handle, const T *given)
      : inMemory(handle.pointerMode == MUBLAS_POINTER_MODE_DEVICE ? given : nullptr) {
    if (inMemory == nullptr)
      value = read(given);
  }
  ElementType<T> get() const { return inMemory != nullptr ? read(inMemory) : value; }

private:
  /// A program's std::complex is less aligned than the API's type.
  static ElementType<T> read(const T *from) {
    ElementType<T> result;
    std::memcpy(&result, static_cast<const void *>(from), sizeof result);
    return result;
  }

  ElementType<T> value{};
  const T *inMemory;
};

/// Puts `work` into the handle's stream, under the caller's name.
template <typename Work>
mublasStatus_t submit(const mublasContext &handle, Work &&work,
                      const char *caller = __builtin_FUNCTION()) {
  return statusOf(musaport::submit(handle.stream, std::forward<Work>(work), caller));
}

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_HANDLE_H
