//===- host/driver/context.h - contexts of the driver API -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All contexts of a device share one state: a context is only a name for its device. Making it
// current also makes the device current for the runtime API.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_DRIVER_CONTEXT_H
#define MUSAPORT_HOST_DRIVER_CONTEXT_H

#include "musa.h"

namespace musart {

/// The calling thread's context, or null.
MUcontext currentContext();
/// These throw MUSA_ERROR_INVALID_CONTEXT or MUSA_ERROR_CONTEXT_IS_DESTROYED.
int deviceOf(MUcontext context);
/// The context that the runtime API uses.
MUcontext primaryContext(int device);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_CONTEXT_H
