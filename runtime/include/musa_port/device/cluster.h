//===- musa_port/device/cluster.h - clusters of blocks ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of CUDA's headers on which cooperative groups build. In a launch without clusters
// each block is a cluster of its own.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_CLUSTER_H
#define MUSA_PORT_DEVICE_CLUSTER_H

#include "musa_port/device/sync.h"
#include "musa_port/host/failing.h"
#include "musa_port/host/queries.h"
#include "vector_types.h"

__device__ __forceinline__ dim3 __clusterDim() {
  const __musa_dim size = *__musa_cluster_dim(__musa_self());
  return dim3(size.x, size.y, size.z);
}
__device__ __forceinline__ unsigned __clusterSizeInBlocks() {
  const __musa_dim size = *__musa_cluster_dim(__musa_self());
  return size.x * size.y * size.z;
}
/// Where the block is in its cluster.
__device__ __forceinline__ dim3 __clusterRelativeBlockIdx() {
  const __musa_thread *self = __musa_self();
  const __musa_dim size = *__musa_cluster_dim(self);
  return dim3(self->block_idx.x % size.x, self->block_idx.y % size.y, self->block_idx.z % size.z);
}
__device__ __forceinline__ unsigned __clusterRelativeBlockRank() {
  const __musa_dim size = *__musa_cluster_dim(__musa_self());
  const dim3 at = __clusterRelativeBlockIdx();
  return at.x + size.x * (at.y + size.y * at.z);
}
/// Where the cluster is in its grid, and how many the grid has.
__device__ __forceinline__ dim3 __clusterIdx() {
  const __musa_thread *self = __musa_self();
  const __musa_dim size = *__musa_cluster_dim(self);
  return dim3(self->block_idx.x / size.x, self->block_idx.y / size.y, self->block_idx.z / size.z);
}
__device__ __forceinline__ dim3 __clusterGridDimInClusters() {
  const __musa_thread *self = __musa_self();
  const __musa_dim size = *__musa_cluster_dim(self);
  return dim3(self->grid_dim.x / size.x, self->grid_dim.y / size.y, self->grid_dim.z / size.z);
}

__device__ __forceinline__ void __cluster_barrier_arrive(__MUSA_PLACE) {
  __musa_arrive_at_cluster(__musa_self(), __file, __line);
}
__device__ __forceinline__ void __cluster_barrier_arrive_relaxed(__MUSA_PLACE) {
  __musa_arrive_at_cluster(__musa_self(), __file, __line);
}
__device__ __forceinline__ void __cluster_barrier_wait(__MUSA_PLACE) {
  __musa_wait_cluster(__musa_self(), __file, __line);
}
__device__ __forceinline__ void __threadfence_cluster() { __threadfence(); }

__device__ __forceinline__ unsigned __isClusterShared(const void *address) {
  return __musa_cluster_rank_of(__musa_self(), address) != ~0U;
}
__device__ __forceinline__ unsigned __cluster_query_shared_rank(const void *address) {
  return __musa_cluster_rank_of(__musa_self(), address);
}
__device__ __forceinline__ void *__cluster_map_shared_rank(const void *address, unsigned rank,
                                                           __MUSA_PLACE) {
  __musa_thread *self = __musa_self();
  void *mapped = __musa_cluster_map(self, address, rank);
  if (mapped == nullptr)
    __musa_fail(self,
                "maps to shared memory of its cluster what is not there, or to a block that the "
                "cluster does not have",
                __file, __line);
  return mapped;
}

#endif // MUSA_PORT_DEVICE_CLUSTER_H
