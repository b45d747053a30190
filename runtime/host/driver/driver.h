//===- host/driver/driver.h - the driver API, on top of the runtime's --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_DRIVER_H
#define MUSAPORT_HOST_DRIVER_DRIVER_H

#include "model/error.h"
#include "model/operation.h"

#include "musa.h"

#include <new>

namespace musart {

/// The driver's code for an error of the runtime: the same number, but for those that only the
/// runtime has.
MUresult driverCode(musaError_t error);

/// Thrown for codes of the driver's own.
struct DriverError {
  MUresult code;
};
inline void requireDriver(bool condition, MUresult otherwise = MUSA_ERROR_INVALID_VALUE) {
  if (!condition)
    throw DriverError{otherwise};
}

/// The driver's calls leave the thread's last error alone, and do not count as use of the runtime
/// API.
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

/// By muInit, or by a use of the runtime API.
bool isDriverInitialized();
/// Throws MUSA_ERROR_INVALID_CONTEXT if the calling thread has none.
void requireContext();

enum class Needs : uint8_t { Nothing, Init, Context };

/// The body of a function of the driver API. It calls functions of the runtime and returns what
/// they return, or nothing.
template <Needs needs = Needs::Context, typename Body> MUresult driver(Body &&body) noexcept {
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

/// For calls of the runtime inside of a body: throws what they return, if it is no success.
inline void check(musaError_t error) {
  if (error != musaSuccess)
    throw ApiError{error};
}

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_DRIVER_H
