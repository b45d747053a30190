//===- thrust/system/musa/detail/scan.h - prefix scans --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_SCAN_H
#define THRUST_SYSTEM_MUSA_DETAIL_SCAN_H

#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/scan.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <bool Inclusive, typename T, typename Policy, typename Input, typename Output, typename Op,
          typename Init>
inline void launch_scan(Policy &policy, Input first, long long n, Output result, Op op, Init init) {
  run_cub(policy, [&](void *memory, size_t &bytes) {
    return cub::detail::scan_items<T, Inclusive>(
        memory, bytes, n, stream_of(policy),
        [=] __device__(long long i) { return static_cast<T>(first[i]); },
        [=] __device__(long long i, const T &value) mutable { result[i] = value; }, op, init);
  });
}
template <typename Derived, typename Input, typename Output, typename Op>
__host__ __device__ Output inclusive_scan(execution_policy<Derived> &policy, Input first,
                                          Input last, Output result, Op op) {
  using T = typename thrust::iterator_value<Input>::type;
  return on_side(
      [&] __host__() {
        const auto n = thrust::distance(first, last);
        launch_scan<true, T>(thrust::detail::derived_cast(policy), first, static_cast<long long>(n),
                             result, op, cub::NullType{});
        return result + n;
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::inclusive_scan(seq, first, last, result, op);
      });
}
template <typename Derived, typename Input, typename Output, typename T, typename Op>
__host__ __device__ Output exclusive_scan(execution_policy<Derived> &policy, Input first,
                                          Input last, Output result, T init, Op op) {
  return on_side(
      [&] __host__() {
        const auto n = thrust::distance(first, last);
        launch_scan<false, T>(thrust::detail::derived_cast(policy), first,
                              static_cast<long long>(n), result, op, init);
        return result + n;
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::exclusive_scan(seq, first, last, result, init,
                                                                  op);
      });
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_SCAN_H
