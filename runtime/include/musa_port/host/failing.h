//===- musa_port/host/failing.h - what ends a kernel before its time --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libmusart that device code calls; none returns.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_FAILING_H
#define MUSA_PORT_HOST_FAILING_H

#include "musa_port/host/waiting.h"

extern "C" {

/// A failed assert().
[[noreturn]] __MUSA_DEVICE_API void __musa_assert_fail(__musa_thread *thread,
                                                       const char *expression, const char *file,
                                                       unsigned line, const char *function);
/// __trap().
[[noreturn]] __MUSA_DEVICE_API void __musa_trap(__musa_thread *thread, const char *file,
                                                unsigned line);
/// A group of threads that this thread cannot be in, a launch that it does not allow, ...
[[noreturn]] __MUSA_DEVICE_API void __musa_fail(__musa_thread *thread, const char *what,
                                                const char *file, unsigned line);

} // extern "C"

#endif // MUSA_PORT_HOST_FAILING_H
