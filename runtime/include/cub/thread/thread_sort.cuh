//===- cub/thread/thread_sort.cuh - a thread sorts its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_SORT_CUH
#define CUB_THREAD_SORT_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

template <typename T> __device__ inline void Swap(T &lhs, T &rhs) {
  const T kept = lhs;
  lhs = rhs;
  rhs = kept;
}

/// Equal keys keep their order. `items` are moved with their keys.
template <typename KeyT, typename ValueT, typename CompareOp, int ITEMS>
__device__ inline void StableOddEvenSort(KeyT (&keys)[ITEMS], ValueT (&items)[ITEMS],
                                         CompareOp compare_op) {
  for (int sorted = 1; sorted < ITEMS; ++sorted)
    for (int i = sorted; i > 0 && compare_op(keys[i], keys[i - 1]); --i) {
      Swap(keys[i], keys[i - 1]);
      if constexpr (!std::is_same<ValueT, NullType>::value)
        Swap(items[i], items[i - 1]);
    }
}

CUB_NAMESPACE_END

#endif // CUB_THREAD_SORT_CUH
