//===- host/driver/context.h - contexts of the driver API -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device has one state, whatever contexts the program makes of it: a context is a name for a
// device, and making it current makes the device current for the runtime API as well.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_DRIVER_CONTEXT_H
#define MUSAPORT_HOST_DRIVER_CONTEXT_H

#include "musa.h"

namespace musart {

/// Null if the calling thread has none.
MUcontext currentContext();
/// Throw MUSA_ERROR_INVALID_CONTEXT, or MUSA_ERROR_CONTEXT_IS_DESTROYED.
int deviceOf(MUcontext context);
/// The one that the runtime API uses.
MUcontext primaryContext(int device);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_CONTEXT_H
