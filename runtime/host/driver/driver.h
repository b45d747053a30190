//===- host/driver/driver.h - the driver API, on top of the runtime API -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_DRIVER_H
#define MUSAPORT_HOST_DRIVER_DRIVER_H

#include "model/error.h"
#include "model/operation.h"
#include "model/trace.h"

#include "musa.h"

#include <new>

namespace musart {

/// The driver's code for a runtime error: the same number, except for errors that only the runtime
/// has.
MUresult driverCode(musaError_t error);

/// Thrown for codes that only the driver has.
struct DriverError {
  MUresult code;
};
inline void requireDriver(bool condition, MUresult otherwise = MUSA_ERROR_INVALID_VALUE) {
  if (!condition)
    throw DriverError{otherwise};
}

/// Ensures that driver calls do not change the thread's last error and do not count as uses of the
/// runtime API.
class KeepRuntimeState {
public:
  KeepRuntimeState();
  ~KeepRuntimeState();
  KeepRuntimeState(const KeepRuntimeState &) = delete;
  KeepRuntimeState &operator=(const KeepRuntimeState &) = delete;

private:
  const musaError_t error;
  const bool used;
};

/// Initialized by muInit or by any use of the runtime API.
bool isDriverInitialized();
/// Throws MUSA_ERROR_INVALID_CONTEXT if the calling thread has none.
void requireContext();

enum class Needs : uint8_t { Nothing, Init, Context };

/// Turns exceptions of the body, and runtime errors, into the code to return.
template <Needs needs, typename Body> MUresult converted(Body &&body) noexcept {
  try {
    if constexpr (needs != Needs::Nothing) {
      requireDriver(!inHostFunction, MUSA_ERROR_NOT_PERMITTED);
      requireDriver(isDriverInitialized(), MUSA_ERROR_NOT_INITIALIZED);
    }
    if constexpr (needs == Needs::Context)
      requireContext();
    const KeepRuntimeState keep;
    if constexpr (requires { musaError_t{body()}; }) {
      return driverCode(body());
    } else {
      body();
      return MUSA_SUCCESS;
    }
  } catch (const DriverError &error) {
    return error.code;
  } catch (const ApiError &error) {
    return driverCode(error.code);
  } catch (const std::bad_alloc &) {
    return MUSA_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception &) {
    return MUSA_ERROR_UNKNOWN;
  }
}

/// Runs the body of a driver API function. The body calls runtime functions and returns their
/// result, or void. A profiler is told of the call.
template <Needs needs = Needs::Context, typename Body>
MUresult driver(Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  TracedCall call(function, nullptr, true);
  return call.end(converted<needs>(body));
}

/// For runtime calls inside a body: throws `error` unless it is musaSuccess.
inline void check(musaError_t error) {
  if (error != musaSuccess)
    throw ApiError{error};
}

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_DRIVER_H
