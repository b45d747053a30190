//===- musa_port/host/device_launches.h - what device code puts into streams --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls these functions of libmusart. What they return, unless it is
// musaSuccess, is the grid's last error.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DEVICE_LAUNCHES_H
#define MUSA_PORT_HOST_DEVICE_LAUNCHES_H

#include "driver_types.h"
#include "musa_port/host/waiting.h"

#include <stddef.h>

struct __musa_kernel;

/// What stands between <<< and >>>; mcc writes it (mcc/device_launches.cpp).
struct __musa_configuration {
  __musa_dim grid;
  __musa_dim block;
  size_t shared;
  musaStream_t stream;
};

extern "C" {

/// Launches a kernel, for mcc. `arguments` has the address of each.
__MUSA_DEVICE_API void __musa_launch(const __musa_thread *thread, const __musa_kernel *kernel,
                                     const __musa_configuration *configuration,
                                     void *const *arguments);
/// Waits for all that the thread's block has put into streams.
__MUSA_DEVICE_API musaError_t __musa_synchronize(__musa_thread *thread);
__MUSA_DEVICE_API musaError_t __musa_copy_async(const __musa_thread *thread, void *to,
                                                const void *from, size_t bytes,
                                                musaStream_t stream);
__MUSA_DEVICE_API musaError_t __musa_fill_async(const __musa_thread *thread, void *to, int value,
                                                size_t bytes, musaStream_t stream);
/// The last error of the grid's threads; `forgets`: there is none then.
__MUSA_DEVICE_API musaError_t __musa_last_error(bool forgets);
__MUSA_DEVICE_API const char *__musa_error_string(musaError_t error);
__MUSA_DEVICE_API const char *__musa_error_name(musaError_t error);

} // extern "C"

#endif // MUSA_PORT_HOST_DEVICE_LAUNCHES_H
