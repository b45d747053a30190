//===- host/driver/prepared_launch.h - what a function was told of its launches -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_PREPARED_LAUNCH_H
#define MUSAPORT_HOST_DRIVER_PREPARED_LAUNCH_H

#include "musa.h"

#include <memory>
#include <mutex>
#include <vector>

namespace musart {

struct PreparedLaunch {
  unsigned block[3] = {}; ///< 0: not set
  unsigned sharedBytes = 0;
  std::vector<char> parameters;
};

/// What a handle has of it, for as long as there is the handle.
struct SharedPreparedLaunch {
  std::mutex mutex;
  PreparedLaunch launch;
};

/// Throws MUSA_ERROR_INVALID_HANDLE. module.cpp has it, with the handle.
std::shared_ptr<SharedPreparedLaunch> preparedLaunchOf(MUfunction handle);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_PREPARED_LAUNCH_H
