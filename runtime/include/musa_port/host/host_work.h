//===- musa_port/host/host_work.h - libraries' work that fails ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_HOST_WORK_H
#define MUSA_PORT_HOST_HOST_WORK_H

#include "driver_types.h"

extern "C" {

/// For a function that musaLaunchHostFunc() runs: prints the message, and the device is lost when
/// the function returns, as after a kernel that failed.
__attribute__((visibility("default"))) void __musa_host_work_failed(musaError_t error,
                                                                    const char *message);

} // extern "C"

#endif // MUSA_PORT_HOST_HOST_WORK_H
