//===- malloc_and_free.h - memory of a policy without an allocator -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_MALLOC_AND_FREE_H
#define THRUST_SYSTEM_MUSA_DETAIL_MALLOC_AND_FREE_H

#include <cstddef>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/musa/detail/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Derived>
__host__ __device__ void *malloc(execution_policy<Derived> &, std::size_t bytes) {
#if defined(__MUSA_ARCH__)
  return ::malloc(bytes);
#else
  void *memory = nullptr;
  if (musaMalloc(&memory, bytes) != musaSuccess)
    (void)musaGetLastError();
  return memory;
#endif
}
template <typename Derived, typename Pointer>
__host__ __device__ void free(execution_policy<Derived> &, Pointer memory) {
#if defined(__MUSA_ARCH__)
  ::free(thrust::raw_pointer_cast(memory));
#else
  (void)musaFree(thrust::raw_pointer_cast(memory));
#endif
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_MALLOC_AND_FREE_H
