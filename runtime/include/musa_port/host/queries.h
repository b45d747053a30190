//===- musa_port/host/queries.h - what device code asks about its launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls these functions of libmusart.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_QUERIES_H
#define MUSA_PORT_HOST_QUERIES_H

#include "musa_port/host/waiting.h"

extern "C" {

/// The size in bytes of the block's shared memory, static and dynamic.
__MUSA_DEVICE_API unsigned __musa_shared_bytes(const __musa_thread *thread);
/// Whether `address` is on the stack that the thread runs on.
__MUSA_DEVICE_API bool __musa_is_local(const __musa_thread *thread, const void *address);
/// Whether all blocks run at the same time. Only then can a thread wait for the whole grid.
__MUSA_DEVICE_API bool __musa_is_cooperative(const __musa_thread *thread);

} // extern "C"

#endif // MUSA_PORT_HOST_QUERIES_H
