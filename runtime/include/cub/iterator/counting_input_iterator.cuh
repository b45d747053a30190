//===- cub/iterator/counting_input_iterator.cuh - the integers from one on --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_COUNTING_INPUT_ITERATOR_CUH
#define CUB_COUNTING_INPUT_ITERATOR_CUH

#include "cub/util_type.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename OffsetT = ptrdiff_t> class CountingInputIterator {
public:
  using self_type = CountingInputIterator;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType *;
  using reference = ValueType;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ CountingInputIterator(ValueType value) : value(value) {}
  __host__ __device__ reference operator*() const { return value; }
  __host__ __device__ CountingInputIterator &operator+=(difference_type n) {
    value = static_cast<ValueType>(value + static_cast<ValueType>(n));
    return *this;
  }
  __host__ __device__ difference_type operator-(const CountingInputIterator &other) const {
    return static_cast<difference_type>(value - other.value);
  }
  __host__ __device__ bool operator==(const CountingInputIterator &other) const {
    return value == other.value;
  }
  __host__ __device__ bool operator!=(const CountingInputIterator &other) const {
    return value != other.value;
  }

  __host__ __device__ CountingInputIterator &operator++() { return *this += 1; }
  __host__ __device__ CountingInputIterator operator++(int) {
    CountingInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ CountingInputIterator &operator--() { return *this += -1; }
  __host__ __device__ CountingInputIterator operator--(int) {
    CountingInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ CountingInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ CountingInputIterator operator+(D n) const {
    CountingInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ CountingInputIterator operator-(D n) const {
    CountingInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  ValueType value;
};

CUB_NAMESPACE_END

#endif // CUB_COUNTING_INPUT_ITERATOR_CUH
