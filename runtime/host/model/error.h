//===- host/model/error.h - the runtime API's errors ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_ERROR_H
#define MUSAPORT_HOST_MODEL_ERROR_H

#include "driver_types.h"

#include <new>
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

/// Remembers it as the calling thread's last error, if it is one. Returns it.
musaError_t recordError(musaError_t error);

/// As if no call of this thread had failed.
void clearError();
/// For the driver API, whose errors are not the runtime's.
musaError_t lastErrorOfThread();
void setLastErrorOfThread(musaError_t error);

/// What the calling thread's current device is lost for; musaSuccess if it is not.
musaError_t contextError();

/// True while the thread runs a function that a program gave to musaLaunchHostFunc: it must not
/// call the API.
extern thread_local bool inHostFunction;

/// `musa: error: MESSAGE` on stderr, as one write.
void printError(const std::string &message);
/// The same for misuse that CUDA only answers with a code; printed under MUSA_HOST_CHECK=1.
void printMisuse(const std::string &message);

enum class Context : bool {
  NotNeeded, ///< works, and says nothing new, when the device is lost
  Needed
};

/// The body of an API function: turns exceptions into the code to return, and remembers it. `body`
/// returns nothing, or a code that is returned as it is.
template <Context context = Context::Needed, typename Body> musaError_t api(Body &&body) noexcept {
  try {
    if constexpr (context == Context::Needed) {
      require(!inHostFunction, musaErrorNotPermitted);
      if (const musaError_t lost = contextError(); lost != musaSuccess)
        return recordError(lost);
    }
    if constexpr (requires { musaError_t{body()}; }) {
      return body();
    } else {
      body();
      return musaSuccess;
    }
  } catch (const ApiError &error) {
    return recordError(error.code);
  } catch (const std::bad_alloc &) {
    return recordError(musaErrorMemoryAllocation);
  } catch (const std::exception &) {
    return recordError(musaErrorUnknown);
  }
}

/// The whole of a function that the host does not offer; tests/run/check_not_supported.py looks
/// for these.
inline musaError_t notSupported() { return recordError(musaErrorNotSupported); }

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ERROR_H
