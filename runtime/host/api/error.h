//===- host/api/error.h - what a call of the runtime API returns --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_ERROR_H
#define MUSAPORT_HOST_API_ERROR_H

#include "model/device.h"
#include "model/error.h"
#include "model/operation.h"

#include <new>

namespace musart {

/// Remembers it as the calling thread's last error, if it is one. Returns it.
musaError_t recordError(musaError_t error);

/// As if no call of this thread had failed.
void clearError();
/// For the driver API, whose errors are not the runtime's.
musaError_t lastErrorOfThread();
void setLastErrorOfThread(musaError_t error);

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

#endif // MUSAPORT_HOST_API_ERROR_H
