//===- pinned_allocator.h - page-locked memory for host vectors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_EXPERIMENTAL_PINNED_ALLOCATOR_H
#define THRUST_SYSTEM_MUSA_EXPERIMENTAL_PINNED_ALLOCATOR_H

#include <thrust/detail/config.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system/musa/error.h>

#include <cstddef>
#include <limits>

THRUST_NAMESPACE_BEGIN
namespace system::musa::experimental {

/// An allocator of the standard library's kind, of page-locked memory (musaMallocHost).
template <typename T> class pinned_allocator {
public:
  using value_type = T;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <typename U> struct rebind {
    using other = pinned_allocator<U>;
  };

  pinned_allocator() = default;
  template <typename U> pinned_allocator(const pinned_allocator<U> &) {}

  pointer address(reference object) { return &object; }
  const_pointer address(const_reference object) { return &object; }
  /// Throws thrust::system::detail::bad_alloc.
  pointer allocate(size_type count, const_pointer = nullptr) {
    if (count > max_size())
      throw thrust::system::detail::bad_alloc("more than memory can hold");
    void *memory = nullptr;
    if (const musaError_t status = musaMallocHost(&memory, count * sizeof(T))) {
      (void)musaGetLastError();
      throw thrust::system::detail::bad_alloc(musa_category().message(status).c_str());
    }
    return static_cast<pointer>(memory);
  }
  void deallocate(pointer memory, size_type) {
    detail::throw_on_error(musaFreeHost(memory), "memory is freed");
  }
  size_type max_size() const { return std::numeric_limits<size_type>::max() / sizeof(T); }

  friend bool operator==(const pinned_allocator &, const pinned_allocator &) { return true; }
  friend bool operator!=(const pinned_allocator &, const pinned_allocator &) { return false; }
};

} // namespace system::musa::experimental
namespace musa::experimental {
using system::musa::experimental::pinned_allocator;
} // namespace musa::experimental
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_EXPERIMENTAL_PINNED_ALLOCATOR_H
