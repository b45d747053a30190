//===- cub/iterator/constant_input_iterator.cuh - one value again and again --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CONSTANT_INPUT_ITERATOR_CUH
#define CUB_CONSTANT_INPUT_ITERATOR_CUH

#include "cub/util_type.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename OffsetT = ptrdiff_t> class ConstantInputIterator {
public:
  using self_type = ConstantInputIterator;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType *;
  using reference = ValueType;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ ConstantInputIterator(ValueType value, OffsetT offset = 0)
      : value(value), offset(offset) {}
  __host__ __device__ reference operator*() const { return value; }
  __host__ __device__ ConstantInputIterator &operator+=(difference_type n) {
    offset += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const ConstantInputIterator &other) const {
    return offset - other.offset;
  }
  __host__ __device__ bool operator==(const ConstantInputIterator &other) const {
    return offset == other.offset && value == other.value;
  }
  __host__ __device__ bool operator!=(const ConstantInputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ ConstantInputIterator &operator++() { return *this += 1; }
  __host__ __device__ ConstantInputIterator operator++(int) {
    ConstantInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ ConstantInputIterator &operator--() { return *this += -1; }
  __host__ __device__ ConstantInputIterator operator--(int) {
    ConstantInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ ConstantInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ ConstantInputIterator operator+(D n) const {
    ConstantInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ ConstantInputIterator operator-(D n) const {
    ConstantInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }

private:
  ValueType value;
  OffsetT offset;
};

CUB_NAMESPACE_END

#endif // CUB_CONSTANT_INPUT_ITERATOR_CUH
