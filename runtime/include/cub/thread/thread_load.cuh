//===- cub/thread/thread_load.cuh - loads with a cache modifier --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_LOAD_CUH
#define CUB_THREAD_LOAD_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

/// CPU caches need no modifier. The fence makes CV and VOLATILE loads read memory again.
template <CacheLoadModifier MODIFIER, typename InputIteratorT>
__device__ inline detail::value_t<InputIteratorT> ThreadLoad(InputIteratorT iterator) {
  if constexpr (MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE)
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return *iterator;
}

CUB_NAMESPACE_END

#endif // CUB_THREAD_LOAD_CUH
