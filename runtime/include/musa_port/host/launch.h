//===- musa_port/host/launch.h - what Clang calls for kernel<<<...>>>(...) --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_LAUNCH_H
#define MUSA_PORT_HOST_LAUNCH_H

#include "musa_runtime_api.h"
#include "vector_types.h"

// Clang calls these by CUDA's names. mcc renames them in the object file, so that no CUDA name is
// left in it. Programs cannot call cudaLaunchKernel: a port that still uses it must not compile.
// In device code it is mcc that does what <<<>>> says (mcc/device_launches.cpp).
extern "C" __attribute__((host, device)) unsigned
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                            musaStream_t stream = nullptr);
extern "C" __attribute__((unavailable("this is MUSA: musaLaunchKernel"))) musaError_t
cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                 musaStream_t stream);

#endif // MUSA_PORT_HOST_LAUNCH_H
