//===- libraries/ccl/failure.h - why a call or its work fails -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_FAILURE_H
#define MUSAPORT_LIBRARIES_CCL_FAILURE_H

#include "mccl.h"

#include <string>

namespace musaport::ccl {

/// Thrown; a call of the API returns the result, and its work makes it the communicator's.
struct Failure {
  mcclResult_t result;
  std::string message;
};

void require(bool condition, mcclResult_t otherwise, const char *message);
/// mcclInvalidArgument if not.
void require(bool condition, const char *message);
/// mcclUnhandledMusaError if the runtime says no.
void requireMusa(musaError_t error);

/// In a handler: what was thrown, which may also be an exception of the standard library.
Failure currentFailure();

/// Keeps the message for mcclGetLastError, and prints it if MCCL_DEBUG says so.
void note(const Failure &failure);
/// The last one of the process.
std::string lastMessage();

/// Runs the body of an API function. What it throws becomes a result, and the last error.
template <typename Body> mcclResult_t api(const Body &body) {
  try {
    body();
    return mcclSuccess;
  } catch (...) {
    const Failure failure = currentFailure();
    note(failure);
    return failure.result;
  }
}

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_FAILURE_H
