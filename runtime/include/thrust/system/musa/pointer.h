//===- thrust/system/musa/pointer.h - pointers to device memory --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_POINTER_H
#define THRUST_SYSTEM_MUSA_POINTER_H

#include <thrust/detail/config.h>
#include <thrust/detail/pointer.h>
#include <thrust/detail/reference.h>
#include <thrust/system/musa/detail/execution_policy.h>
#include <type_traits>

THRUST_NAMESPACE_BEGIN
namespace system::musa {
template <typename T> using pointer = thrust::pointer<T, tag, thrust::tagged_reference<T, tag>>;
template <typename T>
using universal_pointer = thrust::pointer<T, tag, std::add_lvalue_reference_t<T>>;
template <typename T> using reference = thrust::tagged_reference<T, tag>;
} // namespace system::musa
namespace musa {
using system::musa::pointer;
using system::musa::reference;
using system::musa::universal_pointer;
} // namespace musa
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_POINTER_H
