//===- assign_value.h - one element of device memory, read and written -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASSIGN_VALUE_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASSIGN_VALUE_H

#include <new>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/musa/detail/cross_system.h>
#include <thrust/system/musa/error.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// The host's copy of a value in device memory. It copies the bytes and calls no constructor.
template <typename T> class value_copy {
public:
  explicit value_copy(const T *from) {
    throw_on_error(musaMemcpy(bytes, from, sizeof(T), musaMemcpyDefault), "reading an element");
  }
  T &get() { return *reinterpret_cast<T *>(bytes); }

private:
  alignas(T) unsigned char bytes[sizeof(T)];
};

template <typename To, typename From>
__host__ __device__ void assign_memory(To *to, const From *from) {
#if defined(__MUSA_ARCH__)
  *to = *from;
#else
  value_copy<From> source(from);
  value_copy<std::remove_cv_t<To>> target(to);
  target.get() = source.get();
  throw_on_error(musaMemcpy(static_cast<void *>(to), static_cast<const void *>(&target.get()),
                            sizeof(To), musaMemcpyDefault),
                 "writing an element");
#endif
}

template <typename Derived, typename To, typename From>
__host__ __device__ void assign_value(execution_policy<Derived> &, To to, From from) {
  assign_memory(thrust::raw_pointer_cast(to), thrust::raw_pointer_cast(from));
}
template <typename A, typename B, typename To, typename From>
__host__ __device__ void assign_value(cross_system<A, B> &, To to, From from) {
  assign_memory(thrust::raw_pointer_cast(to), thrust::raw_pointer_cast(from));
}
template <typename Derived, typename Pointer>
__host__ __device__ typename thrust::iterator_value<Pointer>::type
get_value(execution_policy<Derived> &, Pointer from) {
#if defined(__MUSA_ARCH__)
  return *thrust::raw_pointer_cast(from);
#else
  using T = std::remove_cv_t<typename thrust::iterator_value<Pointer>::type>;
  return value_copy<T>(thrust::raw_pointer_cast(from)).get();
#endif
}
template <typename Derived, typename PointerA, typename PointerB>
__host__ __device__ void iter_swap(execution_policy<Derived> &, PointerA a, PointerB b) {
  auto *x = thrust::raw_pointer_cast(a);
  auto *y = thrust::raw_pointer_cast(b);
#if defined(__MUSA_ARCH__)
  auto old = *x;
  *x = *y;
  *y = old;
#else
  using T = std::remove_pointer_t<decltype(x)>;
  value_copy<T> first(x);
  assign_memory(x, y);
  throw_on_error(musaMemcpy(static_cast<void *>(y), static_cast<const void *>(&first.get()),
                            sizeof(T), musaMemcpyDefault),
                 "writing an element");
#endif
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASSIGN_VALUE_H
