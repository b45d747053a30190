//===- host/driver/copies.h - copies of boxes, as the runtime has them -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_COPIES_H
#define MUSAPORT_HOST_DRIVER_COPIES_H

#include "driver_types.h"
#include "musa.h"

namespace musart {

/// Throws MUSA_ERROR_INVALID_VALUE.
musaMemcpy3DParms boxOf(const MUSA_MEMCPY3D *copy);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_COPIES_H
