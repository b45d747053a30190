//===- host/model/launch_configuration.h - what <<<>>> says -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_LAUNCH_CONFIGURATION_H
#define MUSAPORT_HOST_MODEL_LAUNCH_CONFIGURATION_H

#include "driver_types.h"
#include "vector_types.h"

#include <cstddef>

namespace musart {

struct LaunchConfiguration {
  dim3 grid;
  dim3 block;
  size_t shared;
  musaStream_t stream;
};

/// Keeps a configuration for the calling thread, until the kernel's stub takes it. There may be
/// several: an argument may be computed by a function that launches as well.
void pushConfiguration(const LaunchConfiguration &configuration);
/// Takes the last one. Throws musaErrorMissingConfiguration if there is none.
LaunchConfiguration popConfiguration();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_LAUNCH_CONFIGURATION_H
