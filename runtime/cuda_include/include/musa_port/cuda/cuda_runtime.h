//===- musa_port/cuda/cuda_runtime.h - device functions of CUDA alone ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUDA_RUNTIME_H
#define MUSA_PORT_CUDA_CUDA_RUNTIME_H

#if defined(__CUDACC__)

__device__ uint2 __cluster_map_shared_multicast(const void *p, unsigned mask);

extern "C" {
__device__ void cudaGridDependencySynchronize();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
}

#endif // __CUDACC__

#endif // MUSA_PORT_CUDA_CUDA_RUNTIME_H
