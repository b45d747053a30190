//===- transform_input_iterator.cuh - a function of what another iterator reads -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_TRANSFORM_INPUT_ITERATOR_CUH
#define CUB_TRANSFORM_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

template <typename ValueType, typename ConversionOp, typename InputIteratorT,
          typename OffsetT = ptrdiff_t>
class TransformInputIterator
    : public detail::random_access<
          TransformInputIterator<ValueType, ConversionOp, InputIteratorT, OffsetT>, ValueType,
          ValueType, OffsetT> {
public:
  __host__ __device__ TransformInputIterator(InputIteratorT iterator, ConversionOp op)
      : op(op), iterator(iterator) {}
  __host__ __device__ ValueType operator*() const { return op(*iterator); }
  __host__ __device__ TransformInputIterator &operator+=(OffsetT n) {
    iterator += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const TransformInputIterator &other) const {
    return static_cast<OffsetT>(iterator - other.iterator);
  }
  __host__ __device__ bool operator==(const TransformInputIterator &other) const {
    return iterator == other.iterator;
  }

private:
  mutable std::remove_const_t<ConversionOp> op;
  InputIteratorT iterator;
};

CUB_NAMESPACE_END

#endif // CUB_TRANSFORM_INPUT_ITERATOR_CUH
