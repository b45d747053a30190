//===- cache_modified_input_iterator.cuh - a pointer that reads with a cache modifier -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH
#define CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"
#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"

CUB_NAMESPACE_BEGIN

template <CacheLoadModifier MODIFIER, typename ValueType, typename OffsetT = ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::random_access<CacheModifiedInputIterator<MODIFIER, ValueType, OffsetT>,
                                   ValueType, ValueType, OffsetT> {
public:
  __host__ __device__ CacheModifiedInputIterator(const ValueType *ptr) : ptr(ptr) {}
  __host__ __device__ ValueType operator*() const { return *ptr; }
  __host__ __device__ CacheModifiedInputIterator &operator+=(OffsetT n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const CacheModifiedInputIterator &other) const {
    return static_cast<OffsetT>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const CacheModifiedInputIterator &other) const {
    return ptr == other.ptr;
  }

private:
  const ValueType *ptr;
};

CUB_NAMESPACE_END

#endif // CUB_CACHE_MODIFIED_INPUT_ITERATOR_CUH
