//===- thrust/system/musa/detail/sort.h - sorts --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_SORT_H
#define THRUST_SYSTEM_MUSA_DETAIL_SORT_H

#include <thrust/distance.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/sort.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// A random access iterator whose elements are plain references, not Thrust's reference objects.
template <typename Iterator> struct raw_iterator {
  Iterator iterator;
  using value_type = typename thrust::iterator_value<Iterator>::type;
  using difference_type = long long;
  using pointer = value_type *;
  using reference = decltype(thrust::raw_reference_cast(*std::declval<Iterator>()));
  using iterator_category = std::random_access_iterator_tag;
  __host__ __device__ decltype(auto) operator[](long long i) const {
    return thrust::raw_reference_cast(iterator[i]);
  }
};

template <typename Policy, typename Keys, typename Values, typename Less>
inline void launch_sort(Policy &policy, cub::detail::items_ref<Keys, Values> items, long long n,
                        Less less) {
  run_cub(policy, [&](void *memory, size_t &bytes) {
    return cub::detail::merge_sort(memory, bytes, items, n, less, stream_of(policy));
  });
}
template <typename Derived, typename Iterator, typename Less>
__host__ __device__ void stable_sort(execution_policy<Derived> &policy, Iterator first,
                                     Iterator last, Less less) {
  on_side(
      [&] __host__() {
        launch_sort(
            thrust::detail::derived_cast(policy),
            cub::detail::items_ref<raw_iterator<Iterator>, cub::NullType *>{{first}, nullptr},
            static_cast<long long>(thrust::distance(first, last)), less);
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        thrust::system::detail::sequential::stable_sort(seq, first, last, less);
      });
}
template <typename Derived, typename Keys, typename Values, typename Less>
__host__ __device__ void stable_sort_by_key(execution_policy<Derived> &policy, Keys first,
                                            Keys last, Values values, Less less) {
  on_side(
      [&] __host__() {
        launch_sort(
            thrust::detail::derived_cast(policy),
            cub::detail::items_ref<raw_iterator<Keys>, raw_iterator<Values>>{{first}, {values}},
            static_cast<long long>(thrust::distance(first, last)), less);
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        thrust::system::detail::sequential::stable_sort_by_key(seq, first, last, values, less);
      });
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

// Programs rely on what the header for CUDA brings.
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform_reduce.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_SORT_H
