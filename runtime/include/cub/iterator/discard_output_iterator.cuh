//===- cub/iterator/discard_output_iterator.cuh - takes anything and keeps nothing --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DISCARD_OUTPUT_ITERATOR_CUH
#define CUB_DISCARD_OUTPUT_ITERATOR_CUH

#include "cub/util_type.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename OffsetT = ptrdiff_t> class DiscardOutputIterator {
public:
  /// What an assignment goes to.
  struct Discard {
    template <typename T> __host__ __device__ const Discard &operator=(const T &) const {
      return *this;
    }
  };
  using self_type = DiscardOutputIterator;
  using difference_type = OffsetT;
  using value_type = void;
  using pointer = void;
  using reference = Discard;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ DiscardOutputIterator(OffsetT offset = 0) : offset(offset) {}
  __host__ __device__ reference operator*() const { return {}; }
  __host__ __device__ DiscardOutputIterator &operator+=(difference_type n) {
    offset += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const DiscardOutputIterator &other) const {
    return offset - other.offset;
  }
  __host__ __device__ bool operator==(const DiscardOutputIterator &other) const {
    return offset == other.offset;
  }
  __host__ __device__ bool operator!=(const DiscardOutputIterator &other) const {
    return offset != other.offset;
  }

  __host__ __device__ DiscardOutputIterator &operator++() { return *this += 1; }
  __host__ __device__ DiscardOutputIterator operator++(int) {
    DiscardOutputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ DiscardOutputIterator &operator--() { return *this += -1; }
  __host__ __device__ DiscardOutputIterator operator--(int) {
    DiscardOutputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ DiscardOutputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ DiscardOutputIterator operator+(D n) const {
    DiscardOutputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ DiscardOutputIterator operator-(D n) const {
    DiscardOutputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  OffsetT offset;
};

CUB_NAMESPACE_END

#endif // CUB_DISCARD_OUTPUT_ITERATOR_CUH
