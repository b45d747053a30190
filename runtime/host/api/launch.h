//===- host/api/launch.h - launches of kernels, and what a device can hold --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_LAUNCH_H
#define MUSAPORT_HOST_API_LAUNCH_H

#include "model/operation.h"

#include "vector_types.h"

#include <vector>

namespace musart {

class Device;

/// Dynamic shared memory that a launch of the kernel may ask for.
size_t maxDynamicSharedBytes(const Function &function);
int maxThreadsPerBlock(const Function &function);
/// Blocks of the kernel that a multiprocessor holds at the same time; 0 if not even one fits.
int residentBlocks(const Function &function, int threads, size_t dynamicSharedBytes);

/// Throws musaErrorCooperativeLaunchTooLarge if the device does not hold all blocks at the same
/// time.
void requireResident(const Function &function, const Launch &launch);

struct LaunchRequest {
  const void *function = nullptr; ///< the stub
  dim3 grid;
  dim3 block;
  size_t dynamicSharedBytes = 0;
  bool cooperative = false;
};

/// Where a kernel's arguments are in the buffer that `extra` names, which is laid out as a struct
/// of the parameters. Throws musaErrorInvalidValue.
std::vector<void *> argumentsOf(const __musa_kernel &kernel, void *const *extra);

/// Checks what the device would refuse (throws), and copies the arguments.
RunKernel makeLaunch(const LaunchRequest &request, void *const *arguments);

} // namespace musart

#endif // MUSAPORT_HOST_API_LAUNCH_H
