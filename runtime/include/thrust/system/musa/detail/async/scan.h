//===- thrust/system/musa/detail/async/scan.h - thrust::async scans --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SCAN_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SCAN_H

#include "cub/device/device_scan.cuh"
#include <thrust/system/musa/detail/async/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

// As the C++ library does, an inclusive scan accumulates in the type of the items, and an exclusive
// one in that of the initial value.
template <typename Derived, typename Iterator, typename Sentinel, typename Output, typename Op>
unique_eager_event async_inclusive_scan(execution_policy<Derived> &policy, Iterator first,
                                        Sentinel last, Output output, Op op) {
  using T = thrust::iterator_value_t<Iterator>;
  auto work = work_of(thrust::detail::derived_cast(policy));
  const auto n = thrust::distance(first, static_cast<Iterator>(last));
  start_cub(*work, [&](void *memory, size_t &bytes) {
    return cub::DeviceScan::InclusiveScan(memory, bytes,
                                          thrust::detail::try_unwrap_contiguous_iterator(first),
                                          thrust::detail::try_unwrap_contiguous_iterator(output),
                                          accumulate_in<T, Op>{op}, n, work->stream.get());
  });
  return unique_eager_event(std::move(work));
}
template <typename Derived, typename Iterator, typename Sentinel, typename Output, typename T,
          typename Op>
unique_eager_event async_exclusive_scan(execution_policy<Derived> &policy, Iterator first,
                                        Sentinel last, Output output, T init, Op op) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  const auto n = thrust::distance(first, static_cast<Iterator>(last));
  start_cub(*work, [&](void *memory, size_t &bytes) {
    return cub::DeviceScan::ExclusiveScan(memory, bytes,
                                          thrust::detail::try_unwrap_contiguous_iterator(first),
                                          thrust::detail::try_unwrap_contiguous_iterator(output),
                                          accumulate_in<T, Op>{op}, init, n, work->stream.get());
  });
  return unique_eager_event(std::move(work));
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SCAN_H
