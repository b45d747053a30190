//===- thrust/system/musa/vector.h - vectors in device memory --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_VECTOR_H
#define THRUST_SYSTEM_MUSA_VECTOR_H

#include <thrust/detail/config.h>
#include <thrust/detail/vector_base.h>
#include <thrust/system/musa/memory.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa {
template <typename T, typename Allocator = allocator<T>>
using vector = thrust::detail::vector_base<T, Allocator>;
template <typename T, typename Allocator = universal_allocator<T>>
using universal_vector = thrust::detail::vector_base<T, Allocator>;
template <typename T>
using universal_host_pinned_vector =
    thrust::detail::vector_base<T, universal_host_pinned_allocator<T>>;
} // namespace system::musa
namespace musa {
using system::musa::universal_host_pinned_vector;
using system::musa::universal_vector;
using system::musa::vector;
} // namespace musa
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_VECTOR_H
