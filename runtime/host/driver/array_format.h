//===- host/driver/array_format.h - how the driver API says what elements are -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_ARRAY_FORMAT_H
#define MUSAPORT_HOST_DRIVER_ARRAY_FORMAT_H

#include "driver_types.h"
#include "musa.h"

namespace musart {

struct ArrayFormat {
  MUarray_format format;
  unsigned channels;
};

/// Throws MUSA_ERROR_INVALID_VALUE if there are no such elements.
musaChannelFormatDesc channelsOf(MUarray_format format, unsigned channels);
/// Throws MUSA_ERROR_NOT_SUPPORTED if the driver API has no name for them.
ArrayFormat formatOf(const musaChannelFormatDesc &channels);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_ARRAY_FORMAT_H
