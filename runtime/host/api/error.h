//===- host/api/error.h - error codes of runtime API calls ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_ERROR_H
#define MUSAPORT_HOST_API_ERROR_H

#include "model/device.h"
#include "model/error.h"
#include "model/operation.h"

#include <new>

namespace musart {

enum class Context : bool {
  NotNeeded, ///< also works, without a new error, when the device is lost
  Needed
};

/// Runs the body of an API function: turns exceptions into the error code to return, and records
/// it. `body` returns void, or a code that is passed through.
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

/// The entire body of a function that the host backend does not support;
/// tests/run/check_not_supported.py searches for these.
inline musaError_t notSupported() { return recordError(musaErrorNotSupported); }

} // namespace musart

#endif // MUSAPORT_HOST_API_ERROR_H
