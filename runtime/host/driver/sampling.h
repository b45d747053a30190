//===- host/driver/sampling.h - how textures are read -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_SAMPLING_H
#define MUSAPORT_HOST_DRIVER_SAMPLING_H

#include "driver_types.h"
#include "musa.h"

namespace musart {

/// What a texture's elements are.
musaChannelFormatDesc elementsOf(const musaResourceDesc &resource);

/// As the runtime has it. Throws MUSA_ERROR_INVALID_VALUE for flags that there are not.
musaTextureDesc samplingOf(const MUSA_TEXTURE_DESC &given, const musaChannelFormatDesc &elements);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_SAMPLING_H
