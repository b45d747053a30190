//===- thrust/system/musa/detail/async/copy.h - thrust::async::copy --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_COPY_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_COPY_H

#include <thrust/copy.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/musa/detail/async/run.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// Copies between host and device. Items that are not one block of bytes are copied at once.
template <typename Iterator, typename Sentinel, typename Output>
unique_eager_event copy_across(std::unique_ptr<async_work> work, Iterator first, Sentinel last,
                               Output output, musaMemcpyKind kind) {
  using T = thrust::iterator_value_t<Iterator>;
  const auto n = thrust::distance(first, static_cast<Iterator>(last));
  if constexpr (thrust::is_indirectly_trivially_relocatable_to<Iterator, Output>::value) {
    if (n > 0)
      throw_on_error(musaMemcpyAsync(thrust::raw_pointer_cast(&*output),
                                     thrust::raw_pointer_cast(&*first),
                                     sizeof(T) * static_cast<size_t>(n), kind, work->stream.get()),
                     "copying asynchronously");
  } else {
    work->stream.wait();
    thrust::copy(first, static_cast<Iterator>(last), output);
  }
  return unique_eager_event(std::move(work));
}

template <typename From, typename To, typename Iterator, typename Sentinel, typename Output>
unique_eager_event async_copy(execution_policy<From> &from, execution_policy<To> &to,
                              Iterator first, Sentinel last, Output output) {
  auto work = work_of(thrust::detail::derived_cast(from), thrust::detail::derived_cast(to));
  auto on = start_on(*work);
  for_indices(on, thrust::distance(first, static_cast<Iterator>(last)),
              [=] __device__(long long i) mutable {
                thrust::raw_reference_cast(output[i]) = thrust::raw_reference_cast(first[i]);
              });
  return unique_eager_event(std::move(work));
}
template <typename From, typename To, typename Iterator, typename Sentinel, typename Output>
unique_eager_event async_copy(thrust::cpp::execution_policy<From> &from, execution_policy<To> &to,
                              Iterator first, Sentinel last, Output output) {
  return copy_across(work_of(thrust::detail::derived_cast(to), thrust::detail::derived_cast(from)),
                     first, last, output, musaMemcpyHostToDevice);
}
template <typename From, typename To, typename Iterator, typename Sentinel, typename Output>
unique_eager_event async_copy(execution_policy<From> &from, thrust::cpp::execution_policy<To> &to,
                              Iterator first, Sentinel last, Output output) {
  return copy_across(work_of(thrust::detail::derived_cast(from), thrust::detail::derived_cast(to)),
                     first, last, output, musaMemcpyDeviceToHost);
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_COPY_H
