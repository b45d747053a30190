//===- host/driver/module.h - the kernels behind MUfunction -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_MODULE_H
#define MUSAPORT_HOST_DRIVER_MODULE_H

#include "musa.h"

namespace musart {

struct Function;

/// Throws MUSA_ERROR_INVALID_HANDLE.
const Function &functionOf(MUfunction handle);
/// A handle that the program has of the kernel; if it has none, a new one.
MUfunction handleOf(const Function &function);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_MODULE_H
