//===- host/model/error.h - errors and how they are reported ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_ERROR_H
#define MUSAPORT_HOST_MODEL_ERROR_H

#include "driver_types.h"

#include <string>

namespace musart {

/// Thrown inside libmusart only; never leaves it.
struct ApiError {
  musaError_t code;
};

inline void require(bool condition, musaError_t otherwise = musaErrorInvalidValue) {
  if (!condition)
    throw ApiError{otherwise};
}

/// Stores `error` as the calling thread's last error, except for musaSuccess and musaErrorNotReady.
/// Returns `error`.
musaError_t recordError(musaError_t error);

/// Resets this thread's last error.
void clearError();
/// This thread's last error; for the driver API, whose errors differ from the runtime's.
musaError_t lastErrorOfThread();
void setLastErrorOfThread(musaError_t error);

/// Writes `musa: error: MESSAGE` to stderr in one write.
void printError(const std::string &message);
/// The same for misuse that CUDA reports only as an error code. Printed only with
/// MUSA_HOST_CHECK=1.
void printMisuse(const std::string &message);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ERROR_H
