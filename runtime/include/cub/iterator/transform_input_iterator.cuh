//===- transform_input_iterator.cuh - a function of what another iterator reads -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_TRANSFORM_INPUT_ITERATOR_CUH
#define CUB_TRANSFORM_INPUT_ITERATOR_CUH

#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename ConversionOp, typename InputIteratorT,
          typename OffsetT = ptrdiff_t>
class TransformInputIterator {
public:
  using self_type = TransformInputIterator;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType *;
  using reference = ValueType;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ TransformInputIterator(InputIteratorT iterator, ConversionOp op)
      : op(op), iterator(iterator) {}
  __host__ __device__ reference operator*() const { return op(*iterator); }
  __host__ __device__ TransformInputIterator &operator+=(difference_type n) {
    iterator += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const TransformInputIterator &other) const {
    return static_cast<difference_type>(iterator - other.iterator);
  }
  __host__ __device__ bool operator==(const TransformInputIterator &other) const {
    return iterator == other.iterator;
  }
  __host__ __device__ bool operator!=(const TransformInputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ TransformInputIterator &operator++() { return *this += 1; }
  __host__ __device__ TransformInputIterator operator++(int) {
    TransformInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ TransformInputIterator &operator--() { return *this += -1; }
  __host__ __device__ TransformInputIterator operator--(int) {
    TransformInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ TransformInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ TransformInputIterator operator+(D n) const {
    TransformInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ TransformInputIterator operator-(D n) const {
    TransformInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  mutable std::remove_const_t<ConversionOp> op;
  InputIteratorT iterator;
};

CUB_NAMESPACE_END

#endif // CUB_TRANSFORM_INPUT_ITERATOR_CUH
