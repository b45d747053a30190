//===- arg_index_input_iterator.cuh - pairs of an index and what another iterator reads -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_ARG_INDEX_INPUT_ITERATOR_CUH
#define CUB_ARG_INDEX_INPUT_ITERATOR_CUH

#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename InputIteratorT, typename OffsetT = ptrdiff_t,
          typename OutputValueT = detail::value_t<InputIteratorT>>
class ArgIndexInputIterator {
  using KeyPair = KeyValuePair<OffsetT, OutputValueT>;

public:
  using self_type = ArgIndexInputIterator;
  using difference_type = OffsetT;
  using value_type = KeyPair;
  using pointer = KeyPair *;
  using reference = KeyPair;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ ArgIndexInputIterator(InputIteratorT iterator, difference_type offset = 0)
      : iterator(iterator), offset(offset) {}
  __host__ __device__ reference operator*() const { return KeyPair(offset, iterator[offset]); }
  __host__ __device__ ArgIndexInputIterator &operator+=(difference_type n) {
    offset += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const ArgIndexInputIterator &other) const {
    return static_cast<difference_type>(offset - other.offset);
  }
  __host__ __device__ bool operator==(const ArgIndexInputIterator &other) const {
    return offset == other.offset;
  }
  __host__ __device__ bool operator!=(const ArgIndexInputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ ArgIndexInputIterator &operator++() { return *this += 1; }
  __host__ __device__ ArgIndexInputIterator operator++(int) {
    ArgIndexInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ ArgIndexInputIterator &operator--() { return *this += -1; }
  __host__ __device__ ArgIndexInputIterator operator--(int) {
    ArgIndexInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ ArgIndexInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ ArgIndexInputIterator operator+(D n) const {
    ArgIndexInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ ArgIndexInputIterator operator-(D n) const {
    ArgIndexInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }
  __host__ __device__ void normalize() {
    iterator += offset;
    offset = 0;
  }

private:
  InputIteratorT iterator;
  difference_type offset;
};

CUB_NAMESPACE_END

#endif // CUB_ARG_INDEX_INPUT_ITERATOR_CUH
