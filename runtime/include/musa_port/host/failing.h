//===- musa_port/host/failing.h - what ends a kernel before its time --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls these functions of libmusart. None of them returns.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_FAILING_H
#define MUSA_PORT_HOST_FAILING_H

#include "musa_port/host/waiting.h"

extern "C" {

/// Ends the kernel because an assert() failed.
[[noreturn]] __MUSA_DEVICE_API void __musa_assert_fail(__musa_thread *thread,
                                                       const char *expression, const char *file,
                                                       unsigned line, const char *function);
/// Ends the kernel for __trap() and abort().
[[noreturn]] __MUSA_DEVICE_API void __musa_trap(__musa_thread *thread, const char *file,
                                                unsigned line);
/// Ends the kernel with the message `what`, for instance if a thread is not in the group it names.
[[noreturn]] __MUSA_DEVICE_API void __musa_fail(__musa_thread *thread, const char *what,
                                                const char *file, unsigned line);

} // extern "C"

#endif // MUSA_PORT_HOST_FAILING_H
