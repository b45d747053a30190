//===- cub/detail/block_neighbors.cuh - items of the threads before and after --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_BLOCK_NEIGHBORS_CUH
#define CUB_DETAIL_BLOCK_NEIGHBORS_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// In shared memory: the first and the last item of each thread of a block.
template <typename T, int Threads> struct block_neighbors {
  raw_array<T, Threads> first;
  raw_array<T, Threads> last;

  /// To be called by all threads before any asks for a neighbour's.
  template <int ITEMS> __device__ void show(int tid, T (&input)[ITEMS]) {
    first.put(tid, input[0]);
    last.put(tid, input[ITEMS - 1]);
    CTA_SYNC();
  }
  /// The item before the thread's; `otherwise` for the first thread.
  __device__ const T *before(int tid, const T *otherwise) {
    return tid > 0 ? &last[tid - 1] : otherwise;
  }
  /// The item after the thread's; `otherwise` for the last thread.
  __device__ const T *after(int tid, const T *otherwise) {
    return tid + 1 < Threads ? &first[tid + 1] : otherwise;
  }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_BLOCK_NEIGHBORS_CUH
