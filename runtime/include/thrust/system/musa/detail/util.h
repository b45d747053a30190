//===- thrust/system/musa/detail/util.h - the backend's helpers by its name --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_UTIL_H
#define THRUST_SYSTEM_MUSA_DETAIL_UTIL_H

#include <thrust/system/musa/detail/execution_policy.h>
#include <thrust/system/musa/error.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
using system::musa::detail::default_stream;
template <typename Derived>
musaStream_t stream(const system::musa::execution_policy<Derived> &policy) {
  return system::musa::detail::stream_of(thrust::detail::derived_cast(policy));
}
} // namespace cuda_cub
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_UTIL_H
