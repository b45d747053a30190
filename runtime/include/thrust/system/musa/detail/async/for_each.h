//===- thrust/system/musa/detail/async/for_each.h - thrust::async::for_each --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_FOR_EACH_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_FOR_EACH_H

#include <thrust/system/musa/detail/async/run.h>
#include <thrust/system/musa/detail/for_each.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Derived, typename Iterator, typename Sentinel, typename Function>
unique_eager_event async_for_each(execution_policy<Derived> &policy, Iterator first, Sentinel last,
                                  Function function) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  auto on = start_on(*work);
  launch_for_each(on, first, thrust::distance(first, static_cast<Iterator>(last)), function);
  return unique_eager_event(std::move(work));
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_FOR_EACH_H
