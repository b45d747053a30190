//===- thrust/system/musa/detail/for_each.h - a function for each item --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_FOR_EACH_H
#define THRUST_SYSTEM_MUSA_DETAIL_FOR_EACH_H

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/system/detail/sequential/for_each.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Policy, typename Iterator, typename Size, typename Function>
inline void launch_for_each(Policy &policy, Iterator first, Size n, Function function) {
  for_indices(policy, static_cast<long long>(n), [=] __device__(long long i) mutable {
    function(thrust::raw_reference_cast(first[i]));
  });
}
template <typename Derived, typename Iterator, typename Size, typename Function>
__host__ __device__ Iterator for_each_n(execution_policy<Derived> &policy, Iterator first, Size n,
                                        Function function) {
  return on_side(
      [&] __host__() {
        launch_for_each(thrust::detail::derived_cast(policy), first, n, function);
        return first + n;
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::for_each_n(seq, first, n, function);
      });
}
template <typename Derived, typename Iterator, typename Function>
__host__ __device__ Iterator for_each(execution_policy<Derived> &policy, Iterator first,
                                      Iterator last, Function function) {
  return for_each_n(policy, first, thrust::distance(first, last), function);
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

// Programs rely on what the header for CUDA brings.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_FOR_EACH_H
