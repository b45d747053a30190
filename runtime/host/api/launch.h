//===- host/api/launch.h - kernel launches and occupancy --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_LAUNCH_H
#define MUSAPORT_HOST_API_LAUNCH_H

#include "model/operation.h"

#include "vector_types.h"

#include <optional>
#include <vector>

namespace musart {

class Device;

/// The most dynamic shared memory, in bytes, that a launch of the kernel may request.
size_t maxDynamicSharedBytes(const Function &function);
int maxThreadsPerBlock(const Function &function);
/// The number of the kernel's blocks that can be resident on a multiprocessor at the same time; 0
/// if none fits.
int residentBlocks(const Function &function, int threads, size_t dynamicSharedBytes);

/// Throws musaErrorCooperativeLaunchTooLarge if not all blocks can be resident at the same time.
void requireResident(const Function &function, const Launch &launch);

struct LaunchRequest {
  const void *function = nullptr; ///< the stub
  dim3 grid;
  dim3 block;
  size_t dynamicSharedBytes = 0;
  bool cooperative = false;
  std::optional<__musa_dim> cluster = std::nullopt;
  musaEvent_t whenBegun = nullptr; ///< events to record; null: none
  musaEvent_t whenDone = nullptr;
};

/// What the configuration and its attributes ask for. Throws for those that are not supported.
LaunchRequest requestOf(const musaLaunchConfig_t *config, const void *function);

/// The addresses of a kernel's arguments in the buffer given in `extra`, which has the layout of a
/// struct of the parameters. Throws musaErrorInvalidValue.
std::vector<void *> argumentsOf(const __musa_kernel &kernel, void *const *extra);

/// Throws if the device would reject the launch. Copies the arguments.
RunKernel makeLaunch(const LaunchRequest &request, void *const *arguments);

} // namespace musart

#endif // MUSAPORT_HOST_API_LAUNCH_H
