//===- musa_port/host/queries.h - what device code asks about its launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libmusart.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_QUERIES_H
#define MUSA_PORT_HOST_QUERIES_H

#include "musa_port/host/waiting.h"

extern "C" {

/// The bytes of shared memory that the thread's block has, static and dynamic.
__MUSA_DEVICE_API unsigned __musa_shared_bytes(const __musa_thread *thread);
/// Whether `address` is on the stack that the thread runs on.
__MUSA_DEVICE_API bool __musa_is_local(const __musa_thread *thread, const void *address);
/// Whether all blocks run at the same time, so that the grid may be waited for.
__MUSA_DEVICE_API bool __musa_is_cooperative(const __musa_thread *thread);

} // extern "C"

#endif // MUSA_PORT_HOST_QUERIES_H
