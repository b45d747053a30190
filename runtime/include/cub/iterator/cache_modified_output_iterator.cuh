//===- cache_modified_output_iterator.cuh - a pointer that writes with a cache modifier -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
#define CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH

#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <CacheStoreModifier MODIFIER, typename ValueType, typename OffsetT = ptrdiff_t>
class CacheModifiedOutputIterator {
public:
  using self_type = CacheModifiedOutputIterator;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType *;
  using reference = ValueType &;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ CacheModifiedOutputIterator(ValueType *ptr) : ptr(ptr) {}
  __host__ __device__ reference operator*() const { return *ptr; }
  __host__ __device__ CacheModifiedOutputIterator &operator+=(difference_type n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const CacheModifiedOutputIterator &other) const {
    return static_cast<difference_type>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const CacheModifiedOutputIterator &other) const {
    return ptr == other.ptr;
  }
  __host__ __device__ bool operator!=(const CacheModifiedOutputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ CacheModifiedOutputIterator &operator++() { return *this += 1; }
  __host__ __device__ CacheModifiedOutputIterator operator++(int) {
    CacheModifiedOutputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ CacheModifiedOutputIterator &operator--() { return *this += -1; }
  __host__ __device__ CacheModifiedOutputIterator operator--(int) {
    CacheModifiedOutputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ CacheModifiedOutputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ CacheModifiedOutputIterator operator+(D n) const {
    CacheModifiedOutputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ CacheModifiedOutputIterator operator-(D n) const {
    CacheModifiedOutputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  ValueType *ptr;
};

CUB_NAMESPACE_END

#endif // CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
