//===- cub/detail/block_neighbors.cuh - items of the threads before and after --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_BLOCK_NEIGHBORS_CUH
#define CUB_DETAIL_BLOCK_NEIGHBORS_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// Lies in shared memory. Holds the first and the last item of each thread of a block.
template <typename T, int Threads> struct block_neighbors {
  raw_array<T, Threads> first;
  raw_array<T, Threads> last;

  /// Publishes the caller's items. All threads must call it before any calls before() or after().
  template <int ITEMS> __device__ void show(int tid, T (&input)[ITEMS]) {
    first.put(tid, input[0]);
    last.put(tid, input[ITEMS - 1]);
    CTA_SYNC();
  }
  /// The item before the caller's first one. Thread 0 gets `otherwise`.
  __device__ const T *before(int tid, const T *otherwise) {
    return tid > 0 ? &last[tid - 1] : otherwise;
  }
  /// The item after the caller's last one. The last thread gets `otherwise`.
  __device__ const T *after(int tid, const T *otherwise) {
    return tid + 1 < Threads ? &first[tid + 1] : otherwise;
  }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_BLOCK_NEIGHBORS_CUH
