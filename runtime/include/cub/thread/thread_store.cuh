//===- cub/thread/thread_store.cuh - stores with a cache modifier --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_STORE_CUH
#define CUB_THREAD_STORE_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheStoreModifier MODIFIER, typename OutputIteratorT, typename T>
__device__ inline void ThreadStore(OutputIteratorT iterator, T value) {
  *iterator = value;
  if constexpr (MODIFIER == STORE_WT || MODIFIER == STORE_VOLATILE)
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

CUB_NAMESPACE_END

#endif // CUB_THREAD_STORE_CUH
