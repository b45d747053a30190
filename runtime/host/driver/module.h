//===- host/driver/module.h - the kernels behind MUfunction -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_MODULE_H
#define MUSAPORT_HOST_DRIVER_MODULE_H

#include "musa_port/host/device_image.h"

#include "musa.h"

#include <vector>

namespace musart {

struct Function;

// These throw what the calls return.

/// A library is a module that is of no context, and which only removeLibrary ends. `call`: for a
/// message.
MUlibrary addLibraryOfImage(const void *image, const char *call);
MUlibrary addLibraryOfFile(const char *path);
MUmodule moduleOf(MUlibrary library);
/// The handles of functions end that no other gives. Device code that it has not loaded stays.
void removeLibrary(MUlibrary library);

const Function &functionOf(MUmodule handle, const char *name);
std::vector<const Function *> functionsOf(MUmodule handle);
const __musa_variable &variableOf(MUmodule handle, const char *name);
/// Gives the kernel its address in host code as a handle. Libraries of the same device code share
/// it; it ends with the last of them.
MUfunction giveAddress(const Function &function, MUmodule from);

/// Throws MUSA_ERROR_INVALID_HANDLE.
const Function &functionOf(MUfunction handle);
/// A handle that the program has of the kernel; if it has none, a new one.
MUfunction handleOf(const Function &function);
/// Of several that share the handle, the last to give it.
MUmodule moduleOf(MUfunction handle);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_MODULE_H
