//===- cub/iterator/counting_input_iterator.cuh - the integers from one on --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_COUNTING_INPUT_ITERATOR_CUH
#define CUB_COUNTING_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename OffsetT = ptrdiff_t>
class CountingInputIterator
    : public detail::random_access<CountingInputIterator<ValueType, OffsetT>, ValueType, ValueType,
                                   OffsetT> {
public:
  __host__ __device__ CountingInputIterator(ValueType value) : value(value) {}
  __host__ __device__ ValueType operator*() const { return value; }
  __host__ __device__ CountingInputIterator &operator+=(OffsetT n) {
    value = static_cast<ValueType>(value + static_cast<ValueType>(n));
    return *this;
  }
  __host__ __device__ OffsetT operator-(const CountingInputIterator &other) const {
    return static_cast<OffsetT>(value - other.value);
  }
  __host__ __device__ bool operator==(const CountingInputIterator &other) const {
    return value == other.value;
  }

private:
  ValueType value;
};

CUB_NAMESPACE_END

#endif // CUB_COUNTING_INPUT_ITERATOR_CUH
