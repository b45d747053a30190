//===- arg_index_input_iterator.cuh - pairs of an index and what another iterator reads -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_ARG_INDEX_INPUT_ITERATOR_CUH
#define CUB_ARG_INDEX_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

template <typename InputIteratorT, typename OffsetT = ptrdiff_t,
          typename OutputValueT = detail::value_t<InputIteratorT>>
class ArgIndexInputIterator
    : public detail::random_access<ArgIndexInputIterator<InputIteratorT, OffsetT, OutputValueT>,
                                   KeyValuePair<OffsetT, OutputValueT>,
                                   KeyValuePair<OffsetT, OutputValueT>, OffsetT> {
  using KeyPair = KeyValuePair<OffsetT, OutputValueT>;

public:
  __host__ __device__ ArgIndexInputIterator(InputIteratorT iterator, OffsetT offset = 0)
      : iterator(iterator), offset(offset) {}
  __host__ __device__ KeyPair operator*() const { return KeyPair(offset, iterator[offset]); }
  __host__ __device__ ArgIndexInputIterator &operator+=(OffsetT n) {
    offset += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const ArgIndexInputIterator &other) const {
    return static_cast<OffsetT>(offset - other.offset);
  }
  __host__ __device__ bool operator==(const ArgIndexInputIterator &other) const {
    return offset == other.offset;
  }
  __host__ __device__ void normalize() {
    iterator += offset;
    offset = 0;
  }

private:
  InputIteratorT iterator;
  OffsetT offset;
};

CUB_NAMESPACE_END

#endif // CUB_ARG_INDEX_INPUT_ITERATOR_CUH
