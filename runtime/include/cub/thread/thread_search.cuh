//===- cub/thread/thread_search.cuh - searches in sorted sequences --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_SEARCH_CUH
#define CUB_THREAD_SEARCH_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

/// Returns the first offset whose item is not less than `val`.
template <typename InputIteratorT, typename OffsetT, typename T>
__host__ __device__ inline OffsetT LowerBound(InputIteratorT input, OffsetT num_items, T val) {
  OffsetT first = 0;
  while (num_items > 0) {
    const OffsetT half = num_items >> 1;
    if (input[first + half] < val) {
      first += half + 1;
      num_items -= half + 1;
    } else {
      num_items = half;
    }
  }
  return first;
}
/// Returns the first offset whose item is greater than `val`.
template <typename InputIteratorT, typename OffsetT, typename T>
__host__ __device__ inline OffsetT UpperBound(InputIteratorT input, OffsetT num_items, T val) {
  OffsetT first = 0;
  while (num_items > 0) {
    const OffsetT half = num_items >> 1;
    if (val < input[first + half]) {
      num_items = half;
    } else {
      first += half + 1;
      num_items -= half + 1;
    }
  }
  return first;
}

/// The first `diagonal` items of the merge are the first path.x of `a` and the first path.y of `b`.
template <typename AIteratorT, typename BIteratorT, typename OffsetT, typename CoordinateT>
__host__ __device__ inline void MergePathSearch(OffsetT diagonal, AIteratorT a, BIteratorT b,
                                                OffsetT a_len, OffsetT b_len, CoordinateT &path) {
  OffsetT low = diagonal > b_len ? diagonal - b_len : 0;
  OffsetT high = diagonal < a_len ? diagonal : a_len;
  while (low < high) {
    const OffsetT pivot = (low + high) >> 1;
    if (a[pivot] <= b[diagonal - pivot - 1])
      low = pivot + 1;
    else
      high = pivot;
  }
  path.x = CUB_MIN(low, a_len);
  path.y = diagonal - low;
}

CUB_NAMESPACE_END

#endif // CUB_THREAD_SEARCH_CUH
