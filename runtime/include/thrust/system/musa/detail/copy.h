//===- copy.h - copies, within device memory and between it and the host's -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_COPY_H
#define THRUST_SYSTEM_MUSA_DETAIL_COPY_H

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/detail/sequential/copy.h>
#include <thrust/system/musa/detail/cross_system.h>
#include <thrust/system/musa/detail/run.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/is_trivially_relocatable.h>
#include <vector>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename Input, typename Output>
constexpr bool copies_bytes =
    thrust::is_contiguous_iterator<Input>::value && thrust::is_contiguous_iterator<Output>::value &&
    std::is_same<std::remove_cv_t<typename thrust::iterator_value<Input>::type>,
                 typename thrust::iterator_value<Output>::type>::value &&
    std::is_trivially_copyable<typename thrust::iterator_value<Input>::type>::value;

template <typename Policy, typename Input, typename Output>
inline void copy_bytes(Policy &policy, Input first, long long n, Output result) {
  using T = typename thrust::iterator_value<Output>::type;
  if (n > 0)
    finish(policy, musaMemcpyAsync(static_cast<void *>(thrust::raw_pointer_cast(&*result)),
                                   static_cast<const void *>(thrust::raw_pointer_cast(&*first)),
                                   sizeof(T) * static_cast<size_t>(n), musaMemcpyDefault,
                                   stream_of(policy)));
}

/// Copies within device memory.
template <typename Policy, typename Input, typename Output>
inline void copy_items(Policy &policy, Input first, long long n, Output result) {
  if constexpr (copies_bytes<Input, Output>)
    copy_bytes(policy, first, n, result);
  else
    for_indices(policy, n, [=] __device__(long long i) mutable { result[i] = first[i]; });
}

// Between host and device, contiguous ranges are copied as bytes; others go through an array on
// each side. Even types that are not trivially copyable cross as bytes, as on a GPU.
template <typename Host, typename Device, typename Input, typename Output>
inline void copy_across(cross_system<Host, Device> &systems, Input first, long long n,
                        Output result, std::true_type /*to the device*/) {
  if constexpr (copies_bytes<Input, Output>) {
    copy_bytes(systems.to, first, n, result);
  } else {
    using T = typename thrust::iterator_value<Input>::type;
    if (n <= 0)
      return;
    std::vector<T> values;
    values.reserve(static_cast<size_t>(n));
    for (long long i = 0; i < n; ++i, ++first)
      values.push_back(*first);
    if constexpr (std::is_same<T, bool>::value) {
      for (long long i = 0; i < n; ++i, ++result)
        *result = static_cast<bool>(values[static_cast<size_t>(i)]);
    } else {
      device_memory<Device> memory(systems.to, sizeof(T) * static_cast<size_t>(n));
      const T *items = static_cast<const T *>(memory.get());
      throw_on_error(musaMemcpyAsync(memory.get(), static_cast<const void *>(values.data()),
                                     sizeof(T) * static_cast<size_t>(n), musaMemcpyHostToDevice,
                                     stream_of(systems.to)));
      for_indices(systems.to, n, [=] __device__(long long i) mutable { result[i] = items[i]; });
      throw_on_error(musaStreamSynchronize(stream_of(systems.to)));
    }
  }
}
template <typename Device, typename Host, typename Input, typename Output>
inline void copy_across(cross_system<Device, Host> &systems, Input first, long long n,
                        Output result, std::false_type) {
  if constexpr (copies_bytes<Input, Output>) {
    copy_bytes(systems.from, first, n, result);
  } else {
    using T = typename thrust::iterator_value<Input>::type;
    if (n <= 0)
      return;
    const size_t size = sizeof(T) * static_cast<size_t>(n);
    device_memory<Device> memory(systems.from, size);
    T *items = static_cast<T *>(memory.get());
    for_indices(systems.from, n, [=] __device__(long long i) mutable {
      cub::detail::construct(items + i, static_cast<T>(first[i]));
    });
    struct alignas(T) element {
      unsigned char bytes[sizeof(T)];
    };
    std::vector<element> values(static_cast<size_t>(n));
    throw_on_error(musaMemcpyAsync(values.data(), items, size, musaMemcpyDeviceToHost,
                                   stream_of(systems.from)));
    throw_on_error(musaStreamSynchronize(stream_of(systems.from)));
    for (element &value : values)
      *result++ = *reinterpret_cast<T *>(value.bytes);
  }
}

template <typename Derived, typename Input, typename Output>
__host__ __device__ Output copy(execution_policy<Derived> &policy, Input first, Input last,
                                Output result) {
  return on_side(
      [&] __host__() {
        const auto n = thrust::distance(first, last);
        copy_items(thrust::detail::derived_cast(policy), first, static_cast<long long>(n), result);
        return result + n;
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::copy(seq, first, last, result);
      });
}
template <typename Derived, typename Input, typename Size, typename Output>
__host__ __device__ Output copy_n(execution_policy<Derived> &policy, Input first, Size n,
                                  Output result) {
  return on_side(
      [&] __host__() {
        copy_items(thrust::detail::derived_cast(policy), first, static_cast<long long>(n), result);
        return result + n;
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::copy_n(seq, first, n, result);
      });
}
template <typename A, typename B, typename Input, typename Size, typename Output>
__host__ __device__ Output copy_n(cross_system<A, B> systems, Input first, Size n, Output result) {
  copy_across(systems, first, static_cast<long long>(n), result,
              std::is_convertible<B &, execution_policy<B> &>());
  thrust::advance(result, n);
  return result;
}
template <typename A, typename B, typename Input, typename Output>
__host__ __device__ Output copy(cross_system<A, B> systems, Input first, Input last,
                                Output result) {
  return copy_n(systems, first, thrust::distance(first, last), result);
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_COPY_H
