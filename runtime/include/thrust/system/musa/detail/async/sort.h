//===- thrust/system/musa/detail/async/sort.h - thrust::async::sort --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SORT_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SORT_H

#include "cub/device/device_merge_sort.cuh"
#include <thrust/sort.h> // Thrust's for CUDA brings it
#include <thrust/system/musa/detail/async/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Derived, typename Iterator, typename Sentinel, typename Less>
unique_eager_event async_stable_sort(execution_policy<Derived> &policy, Iterator first,
                                     Sentinel last, Less less) {
  auto work = work_of(thrust::detail::derived_cast(policy));
  const auto n = thrust::distance(first, static_cast<Iterator>(last));
  start_cub(*work, [&](void *memory, size_t &bytes) {
    return cub::DeviceMergeSort::StableSortKeys(
        memory, bytes, thrust::detail::try_unwrap_contiguous_iterator(first), n, less,
        work->stream.get());
  });
  return unique_eager_event(std::move(work));
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_SORT_H
