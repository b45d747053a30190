//===- thrust/system/musa/detail/async/reduce.h - thrust::async::reduce --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_REDUCE_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_REDUCE_H

#include "cub/device/device_reduce.cuh"
#include <thrust/system/musa/detail/async/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Iterator, typename Sentinel, typename Output, typename T, typename Op>
void start_reduce(async_work &work, Iterator first, Sentinel last, Output output, T init, Op op) {
  const auto n = thrust::distance(first, static_cast<Iterator>(last));
  const auto in = thrust::detail::try_unwrap_contiguous_iterator(first);
  start_cub(work, [&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::Reduce(memory, bytes, in, output, n, accumulate_in<T, Op>{op}, init,
                                     work.stream.get());
  });
}

template <typename Derived, typename Iterator, typename Sentinel, typename T, typename Op>
unique_eager_future<T> async_reduce(execution_policy<Derived> &policy, Iterator first,
                                    Sentinel last, T init, Op op) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  auto *content = static_cast<T *>(work->allocate(sizeof(T)));
  start_reduce(*work, first, last, content, init, op);
  return unique_eager_future<T>(std::move(work), content);
}
template <typename Derived, typename Iterator, typename Sentinel, typename Output, typename T,
          typename Op>
unique_eager_event async_reduce_into(execution_policy<Derived> &policy, Iterator first,
                                     Sentinel last, Output output, T init, Op op) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  start_reduce(*work, first, last, thrust::detail::try_unwrap_contiguous_iterator(output), init,
               op);
  return unique_eager_event(std::move(work));
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_REDUCE_H
