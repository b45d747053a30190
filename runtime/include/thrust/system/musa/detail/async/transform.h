//===- thrust/system/musa/detail/async/transform.h - thrust::async::transform --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_TRANSFORM_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_TRANSFORM_H

#include <thrust/system/musa/detail/async/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Derived, typename Iterator, typename Sentinel, typename Output, typename Op>
unique_eager_event async_transform(execution_policy<Derived> &policy, Iterator first, Sentinel last,
                                   Output output, Op op) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  auto on = start_on(*work);
  for_indices(on, thrust::distance(first, static_cast<Iterator>(last)),
              [=] __device__(long long i) mutable {
                output[i] = op(thrust::raw_reference_cast(first[i]));
              });
  return unique_eager_event(std::move(work));
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_TRANSFORM_H
