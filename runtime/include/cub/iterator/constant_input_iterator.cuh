//===- cub/iterator/constant_input_iterator.cuh - one value again and again --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_CONSTANT_INPUT_ITERATOR_CUH
#define CUB_CONSTANT_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename OffsetT = ptrdiff_t>
class ConstantInputIterator
    : public detail::random_access<ConstantInputIterator<ValueType, OffsetT>, ValueType, ValueType,
                                   OffsetT> {
public:
  __host__ __device__ ConstantInputIterator(ValueType value, OffsetT offset = 0)
      : value(value), offset(offset) {}
  __host__ __device__ ValueType operator*() const { return value; }
  __host__ __device__ ConstantInputIterator &operator+=(OffsetT n) {
    offset += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const ConstantInputIterator &other) const {
    return offset - other.offset;
  }
  __host__ __device__ bool operator==(const ConstantInputIterator &other) const {
    return offset == other.offset && value == other.value;
  }

private:
  ValueType value;
  OffsetT offset;
};

CUB_NAMESPACE_END

#endif // CUB_CONSTANT_INPUT_ITERATOR_CUH
