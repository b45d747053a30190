//===- host/api/error.h - error codes of runtime API calls ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_ERROR_H
#define MUSAPORT_HOST_API_ERROR_H

#include "model/device.h"
#include "model/error.h"
#include "model/operation.h"
#include "model/trace.h"

#include <new>

namespace musart {

enum class Context : bool {
  NotNeeded, ///< also works, without a new error, when the device is lost
  Needed
};

/// Turns exceptions of the body into the error code to return, and records it.
template <Context context, typename Body> musaError_t recorded(Body &&body) noexcept {
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

/// Runs the body of an API function, which returns void, or a code that is passed through. A
/// profiler is told of the call: `parameters` are of the type in generated_musa_runtime_api_meta.h.
template <Context context = Context::Needed, typename Body>
musaError_t api(Body &&body, const void *parameters = nullptr,
                const char *function = __builtin_FUNCTION()) noexcept {
  TracedCall call(function, parameters, false);
  return call.end(recorded<context>(body));
}

/// The entire body of a function that the host backend does not support;
/// tests/run/check_not_supported.py searches for these.
inline musaError_t notSupported(const char *function = __builtin_FUNCTION()) {
  TracedCall call(function, nullptr, false);
  return call.end(recordError(musaErrorNotSupported));
}

} // namespace musart

#endif // MUSAPORT_HOST_API_ERROR_H
