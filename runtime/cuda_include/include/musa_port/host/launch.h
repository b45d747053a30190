//===- musa_port/host/launch.h - what Clang's launches call ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the place of MUSA's: there, a program cannot call cudaLaunchKernel; in CUDA it can, and
// cuda_runtime_api.h declares it.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_LAUNCH_H
#define MUSA_PORT_HOST_LAUNCH_H

#include "cuda_runtime_api.h"
#include "vector_types.h"

extern "C" __attribute__((host, device)) unsigned
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                            cudaStream_t stream = nullptr);

#endif // MUSA_PORT_HOST_LAUNCH_H
