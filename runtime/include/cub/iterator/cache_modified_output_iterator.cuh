//===- cache_modified_output_iterator.cuh - a pointer that writes with a cache modifier -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
#define CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"
#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"

CUB_NAMESPACE_BEGIN

template <CacheStoreModifier MODIFIER, typename ValueType, typename OffsetT = ptrdiff_t>
class CacheModifiedOutputIterator
    : public detail::random_access<CacheModifiedOutputIterator<MODIFIER, ValueType, OffsetT>,
                                   ValueType, ValueType &, OffsetT> {
public:
  __host__ __device__ CacheModifiedOutputIterator(ValueType *ptr) : ptr(ptr) {}
  __host__ __device__ ValueType &operator*() const { return *ptr; }
  __host__ __device__ CacheModifiedOutputIterator &operator+=(OffsetT n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const CacheModifiedOutputIterator &other) const {
    return static_cast<OffsetT>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const CacheModifiedOutputIterator &other) const {
    return ptr == other.ptr;
  }

private:
  ValueType *ptr;
};

CUB_NAMESPACE_END

#endif // CUB_CACHE_MODIFIED_OUTPUT_ITERATOR_CUH
