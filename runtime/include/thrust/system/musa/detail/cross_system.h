//===- cross_system.h - host and device memory in one algorithm -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_CROSS_SYSTEM_H
#define THRUST_SYSTEM_MUSA_DETAIL_CROSS_SYSTEM_H

#include <thrust/system/musa/detail/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// The policy of a copy from one system's memory to another system's.
template <typename From, typename To>
struct cross_system : execution_policy<cross_system<From, To>> {
  From &from;
  To &to;
  __host__ __device__ cross_system(thrust::execution_policy<From> &from_policy,
                                   thrust::execution_policy<To> &to_policy)
      : from(thrust::detail::derived_cast(from_policy)),
        to(thrust::detail::derived_cast(to_policy)) {}
};

// Thrust calls select_system() to choose the policy for two iterators of different systems.
template <typename Device, typename Host>
__host__ __device__ cross_system<Device, Host>
select_system(const execution_policy<Device> &device,
              const thrust::system::cpp::detail::execution_policy<Host> &host) {
  return {const_cast<execution_policy<Device> &>(device),
          const_cast<thrust::system::cpp::detail::execution_policy<Host> &>(host)};
}
template <typename Host, typename Device>
__host__ __device__ cross_system<Host, Device>
select_system(const thrust::system::cpp::detail::execution_policy<Host> &host,
              const execution_policy<Device> &device) {
  return {const_cast<thrust::system::cpp::detail::execution_policy<Host> &>(host),
          const_cast<execution_policy<Device> &>(device)};
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_CROSS_SYSTEM_H
