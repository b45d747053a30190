//===- musa_port/cuda/cooperative_groups.h - groups of several grids --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_COOPERATIVE_GROUPS_H
#define MUSA_PORT_CUDA_COOPERATIVE_GROUPS_H

#if defined(__CUDACC__)

namespace cooperative_groups {

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
