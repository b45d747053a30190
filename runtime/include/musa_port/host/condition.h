//===- musa_port/host/condition.h - device code sets a graph's condition --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls this function of libmusart.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_CONDITION_H
#define MUSA_PORT_HOST_CONDITION_H

#include "musa_port/host/waiting.h"

extern "C" {

/// Aborts the kernel if there is no such condition; `file` and `line` say where.
__MUSA_DEVICE_API void __musa_set_condition(__musa_thread *thread, unsigned long long handle,
                                            unsigned value, const char *file, unsigned line);

} // extern "C"

#endif // MUSA_PORT_HOST_CONDITION_H
