//===- musa_port/cuda/cooperative_groups.h - groups of more than a block ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_COOPERATIVE_GROUPS_H
#define MUSA_PORT_CUDA_COOPERATIVE_GROUPS_H

#if defined(__CUDACC__)

namespace cooperative_groups {

class cluster_group {
public:
  class arrival_token {};

  static __device__ void sync();
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait();
  static __device__ void barrier_wait(arrival_token &&token);
  static __device__ unsigned query_shared_rank(const void *p);
  template <typename T> static __device__ T *map_shared_rank(T *p, int rank);
  static __device__ dim3 block_index();
  static __device__ unsigned block_rank();
  static __device__ dim3 dim_blocks();
  static __device__ unsigned num_blocks();
  static __device__ dim3 thread_index();
  static __device__ unsigned thread_rank();
  static __device__ dim3 dim_threads();
  static __device__ unsigned num_threads();
  static __device__ unsigned size();
};
__device__ cluster_group this_cluster();

class multi_grid_group {
public:
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ unsigned grid_rank() const;
  __device__ unsigned num_grids() const;
};
__device__ multi_grid_group this_multi_grid();

} // namespace cooperative_groups

#endif // __CUDACC__

#endif // MUSA_PORT_CUDA_COOPERATIVE_GROUPS_H
