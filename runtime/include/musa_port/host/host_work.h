//===- musa_port/host/host_work.h - work of libraries in streams ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_HOST_WORK_H
#define MUSA_PORT_HOST_HOST_WORK_H

#include "driver_types.h"

extern "C" {

/// musaLaunchHostFunc() for a library: a profiler knows the work by this name, which is a literal.
__attribute__((visibility("default"))) musaError_t __musa_launch_host_work(musaStream_t stream,
                                                                           musaHostFn_t function,
                                                                           void *data,
                                                                           const char *name);

/// For a function that one of these runs: prints the message, and the device is lost when
/// the function returns, as after a kernel that failed.
__attribute__((visibility("default"))) void __musa_host_work_failed(musaError_t error,
                                                                    const char *message);

} // extern "C"

#endif // MUSA_PORT_HOST_HOST_WORK_H
