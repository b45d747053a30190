//===- thrust/system/musa/memory.h - malloc, free and allocators --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_MEMORY_H
#define THRUST_SYSTEM_MUSA_MEMORY_H

#include <thrust/detail/config.h>
#include <thrust/memory.h>
#include <thrust/mr/allocator.h>
#include <thrust/system/musa/detail/malloc_and_free.h>
#include <thrust/system/musa/memory_resource.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa {

inline pointer<void> malloc(std::size_t bytes) {
  tag policy;
  return pointer<void>(detail::malloc(policy, bytes));
}
template <typename T> inline pointer<T> malloc(std::size_t n) {
  return pointer<T>(static_cast<T *>(malloc(sizeof(T) * n).get()));
}
inline void free(pointer<void> memory) {
  tag policy;
  detail::free(policy, memory.get());
}
template <typename T>
using allocator = thrust::mr::stateless_resource_allocator<T, memory_resource>;
template <typename T>
using universal_allocator = thrust::mr::stateless_resource_allocator<T, universal_memory_resource>;
template <typename T>
using universal_host_pinned_allocator =
    thrust::mr::stateless_resource_allocator<T, universal_host_pinned_memory_resource>;

} // namespace system::musa
namespace musa {
using system::musa::allocator;
using system::musa::free;
using system::musa::malloc;
using system::musa::universal_allocator;
using system::musa::universal_host_pinned_allocator;
} // namespace musa
THRUST_NAMESPACE_END

// Programs rely on what the header for CUDA brings.
#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/swap.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_fill.h>

#endif // THRUST_SYSTEM_MUSA_MEMORY_H
