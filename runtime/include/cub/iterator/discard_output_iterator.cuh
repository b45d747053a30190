//===- cub/iterator/discard_output_iterator.cuh - takes anything and keeps nothing --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DISCARD_OUTPUT_ITERATOR_CUH
#define CUB_DISCARD_OUTPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {
/// The iterator's reference type: an assignment to it does nothing.
struct discard {
  template <typename T> __host__ __device__ const discard &operator=(const T &) const {
    return *this;
  }
};
} // namespace detail

template <typename OffsetT = ptrdiff_t>
class DiscardOutputIterator
    : public detail::random_access<DiscardOutputIterator<OffsetT>, void, detail::discard, OffsetT> {
public:
  __host__ __device__ DiscardOutputIterator(OffsetT offset = 0) : offset(offset) {}
  __host__ __device__ detail::discard operator*() const { return {}; }
  __host__ __device__ DiscardOutputIterator &operator+=(OffsetT n) {
    offset += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const DiscardOutputIterator &other) const {
    return offset - other.offset;
  }
  __host__ __device__ bool operator==(const DiscardOutputIterator &other) const {
    return offset == other.offset;
  }

private:
  OffsetT offset;
};

CUB_NAMESPACE_END

#endif // CUB_DISCARD_OUTPUT_ITERATOR_CUH
