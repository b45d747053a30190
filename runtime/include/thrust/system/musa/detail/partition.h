//===- thrust/system/musa/detail/partition.h - partitions --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_PARTITION_H
#define THRUST_SYSTEM_MUSA_DETAIL_PARTITION_H

#include "cub/detail/algorithms.cuh"
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/partition.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(stable_partition_copy)

/// Writes selected items to a buffer's front, the others backward from its end, and copies back.
template <typename Policy, typename Iterator, typename Stencil, typename Predicate>
inline long long launch_partition(Policy &policy, Iterator first, long long n, Stencil stencil,
                                  Predicate selects) {
  using T = typename thrust::iterator_value<Iterator>::type;
  if (n <= 0)
    return 0;
  device_memory<Policy> memory(policy, sizeof(T) * static_cast<size_t>(n));
  device_memory<Policy> counter(policy, sizeof(long long));
  T *items = static_cast<T *>(memory.get());
  auto *count = static_cast<long long *>(counter.get());
  run_cub(policy, [&](void *scratch, size_t &bytes) {
    return cub::detail::compact(
        scratch, bytes, n, stream_of(policy), false,
        [=] __device__(long long i) mutable {
          return static_cast<bool>(selects(thrust::raw_reference_cast(stencil[i])));
        },
        [=] __device__(long long i, long long k) {
          cub::detail::construct(items + k, static_cast<T>(first[i]));
        },
        [=] __device__(long long i, long long k) {
          cub::detail::construct(items + (n - 1 - k), static_cast<T>(first[i]));
        },
        [=] __device__(long long selected) { *count = selected; });
  });
  long long selected = 0;
  throw_on_error(musaMemcpy(&selected, count, sizeof(selected), musaMemcpyDeviceToHost));
  for_indices(policy, n, [=] __device__(long long i) mutable {
    first[i] = items[i < selected ? i : n - 1 - (i - selected)];
  });
  throw_on_error(musaStreamSynchronize(stream_of(policy)));
  return selected;
}
template <typename Derived, typename Iterator, typename Predicate>
__host__ __device__ Iterator stable_partition(execution_policy<Derived> &policy, Iterator first,
                                              Iterator last, Predicate predicate) {
  return first + launch_partition(thrust::detail::derived_cast(policy), first,
                                  static_cast<long long>(thrust::distance(first, last)), first,
                                  predicate);
}
template <typename Derived, typename Iterator, typename Stencil, typename Predicate>
__host__ __device__ Iterator stable_partition(execution_policy<Derived> &policy, Iterator first,
                                              Iterator last, Stencil stencil, Predicate predicate) {
  return first + launch_partition(thrust::detail::derived_cast(policy), first,
                                  static_cast<long long>(thrust::distance(first, last)), stencil,
                                  predicate);
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_PARTITION_H
