//===- host/model/error.h - what goes wrong, and how it is said --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_ERROR_H
#define MUSAPORT_HOST_MODEL_ERROR_H

#include "driver_types.h"

#include <string>

namespace musart {

/// Thrown inside of libmusart, never out of it.
struct ApiError {
  musaError_t code;
};

inline void require(bool condition, musaError_t otherwise = musaErrorInvalidValue) {
  if (!condition)
    throw ApiError{otherwise};
}

/// `musa: error: MESSAGE` on stderr, as one write.
void printError(const std::string &message);
/// The same for misuse that CUDA only answers with a code; printed under MUSA_HOST_CHECK=1.
void printMisuse(const std::string &message);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ERROR_H
