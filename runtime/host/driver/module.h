//===- host/driver/module.h - the kernels behind MUfunction -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_MODULE_H
#define MUSAPORT_HOST_DRIVER_MODULE_H

#include "musa_port/host/device_image.h"

#include "musa.h"

#include <vector>

namespace musart {

struct Function;

// Modules, for who has no context. They throw what the calls return.

/// `call`: for a message.
MUmodule addModuleOfImage(const void *image, const char *call);
MUmodule addModuleOfFile(const char *path);
/// The handles of its functions end. Device code that the module has not loaded stays.
void removeModule(MUmodule handle);
const Function &functionOf(MUmodule handle, const char *name);
std::vector<const Function *> functionsOf(MUmodule handle);
const __musa_variable &variableOf(MUmodule handle, const char *name);
/// Gives the kernel its address in host code as a handle, which ends with the module.
MUfunction giveAddress(const Function &function, MUmodule from);

/// Throws MUSA_ERROR_INVALID_HANDLE.
const Function &functionOf(MUfunction handle);
/// A handle that the program has of the kernel; if it has none, a new one.
MUfunction handleOf(const Function &function);
/// Of the handle's.
MUmodule moduleOf(MUfunction handle);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_MODULE_H
