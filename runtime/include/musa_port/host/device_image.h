//===- musa_port/host/device_image.h - what mcc says of a translation unit's device code -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc writes these structs into the program as constants, and libmusart reads them.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DEVICE_IMAGE_H
#define MUSA_PORT_HOST_DEVICE_IMAGE_H

#include <stdint.h>

struct __musa_grid;
struct __musa_thread;

#define __MUSA_DEVICE_IMAGE_MAGIC 0x6d707467u /* "mptg" */
#define __MUSA_DEVICE_IMAGE_VERSION 4u
/* A kernel's segment returns this when the thread has ended; see segments.h. */
#define __MUSA_SEGMENT_DONE 0x7fffffffu
/* How many values __musa_common_values has. */
#define __MUSA_COMMON_VALUES 16

struct __musa_parameter {
  uint32_t offset; ///< in bytes, from the start of the packed parameters
  uint32_t size;   ///< in bytes
};

/// Runs blocks [first, last) of a grid, numbered x first. Its threads need no fibers.
typedef void (*__musa_run_blocks)(const void *parameters, const struct __musa_grid *grid,
                                  uint64_t first, uint64_t last);
/// Runs one thread, on a fiber of its own.
typedef void (*__musa_run_thread)(const void *parameters, struct __musa_thread *thread);

struct __musa_kernel {
  const char *name;             ///< mangled
  __musa_run_blocks run_blocks; ///< exactly one of these two is set
  __musa_run_thread run_thread;
  const struct __musa_parameter *parameters;
  uint32_t parameter_count;
  uint32_t parameter_bytes; ///< of all parameters, packed; a multiple of 16
  uint32_t static_shared_bytes;
  uint32_t max_threads;           ///< from __launch_bounds__; 0: not given
  uint32_t frame_bytes;           ///< per thread, in __musa_grid's frames; 0: the kernel has none
  uint32_t dynamic_shared_offset; ///< where dynamic shared memory begins
  uint32_t cluster[3];            ///< from __cluster_dims__: x, y, z; 0: not given
  uint32_t reserved;
};

struct __musa_variable {
  const char *name; ///< mangled
  void *address;
  uint64_t size;    ///< in bytes
  uint32_t managed; ///< 1: a __managed__ variable, which host and device share
  uint32_t reserved;
};

struct __musa_device_image {
  uint32_t magic;
  uint32_t version;
  uint32_t musa_arch; ///< such as 310; 0: runs on devices of all architectures
  uint32_t kernel_count;
  const struct __musa_kernel *kernels;
  uint32_t variable_count;
  uint32_t reserved;
  const struct __musa_variable *variables;
};

#if defined(__cplusplus)
extern "C" {
#endif

/// For libmtrtc: the mangled name of the kernel whose stub, or the variable whose shadow, is at
/// this address of host code; null if there is none.
const char *__musaSymbolName(const void *address);

#if defined(__cplusplus)
} // extern "C"
#endif

#endif /* MUSA_PORT_HOST_DEVICE_IMAGE_H */
