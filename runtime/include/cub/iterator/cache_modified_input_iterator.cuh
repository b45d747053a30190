//===- cache_modified_input_iterator.cuh - a pointer that reads with a cache modifier -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH
#define CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH

#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <CacheLoadModifier MODIFIER, typename ValueType, typename OffsetT = ptrdiff_t>
class CacheModifiedInputIterator {
public:
  using self_type = CacheModifiedInputIterator;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType *;
  using reference = ValueType;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ CacheModifiedInputIterator(const ValueType *ptr) : ptr(ptr) {}
  __host__ __device__ reference operator*() const { return *ptr; }
  __host__ __device__ CacheModifiedInputIterator &operator+=(difference_type n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const CacheModifiedInputIterator &other) const {
    return static_cast<difference_type>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const CacheModifiedInputIterator &other) const {
    return ptr == other.ptr;
  }
  __host__ __device__ bool operator!=(const CacheModifiedInputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ CacheModifiedInputIterator &operator++() { return *this += 1; }
  __host__ __device__ CacheModifiedInputIterator operator++(int) {
    CacheModifiedInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ CacheModifiedInputIterator &operator--() { return *this += -1; }
  __host__ __device__ CacheModifiedInputIterator operator--(int) {
    CacheModifiedInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ CacheModifiedInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ CacheModifiedInputIterator operator+(D n) const {
    CacheModifiedInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ CacheModifiedInputIterator operator-(D n) const {
    CacheModifiedInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  const ValueType *ptr;
};

CUB_NAMESPACE_END

#endif // CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH
