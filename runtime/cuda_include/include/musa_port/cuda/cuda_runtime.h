//===- musa_port/cuda/cuda_runtime.h - device functions for clusters ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUDA_RUNTIME_H
#define MUSA_PORT_CUDA_CUDA_RUNTIME_H

#if defined(__CUDACC__)

__device__ unsigned __isClusterShared(const void *p);
__device__ void *__cluster_map_shared_rank(const void *p, unsigned rank);
__device__ unsigned __cluster_query_shared_rank(const void *p);
__device__ uint2 __cluster_map_shared_multicast(const void *p, unsigned mask);
__device__ dim3 __clusterDim();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ unsigned __clusterRelativeBlockRank();
__device__ unsigned __clusterSizeInBlocks();
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();

extern "C" {
__device__ void cudaGridDependencySynchronize();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
}

#endif // __CUDACC__

#endif // MUSA_PORT_CUDA_CUDA_RUNTIME_H
