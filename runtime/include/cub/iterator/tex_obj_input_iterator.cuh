//===- tex_obj_input_iterator.cuh - an array that is read as a texture is -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_TEX_OBJ_INPUT_ITERATOR_CUH
#define CUB_TEX_OBJ_INPUT_ITERATOR_CUH

#include "cub/detail/random_access.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, typename OffsetT = ptrdiff_t>
class TexObjInputIterator
    : public detail::random_access<TexObjInputIterator<T, OffsetT>, T, T, OffsetT> {
public:
  __host__ __device__ TexObjInputIterator() : ptr(nullptr) {}
  __host__ __device__ T operator*() const { return *ptr; }
  __host__ __device__ TexObjInputIterator &operator+=(OffsetT n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ OffsetT operator-(const TexObjInputIterator &other) const {
    return static_cast<OffsetT>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const TexObjInputIterator &other) const {
    return ptr == other.ptr;
  }
  /// The iterator reads the memory itself: it is linear, so a texture would read the same values.
  template <typename Q>
  musaError_t BindTexture(Q *pointer, size_t = size_t(-1), size_t texture_offset = 0) {
    ptr = pointer + texture_offset;
    return musaSuccess;
  }
  musaError_t UnbindTexture() { return musaSuccess; }

private:
  const T *ptr;
};

CUB_NAMESPACE_END

#endif // CUB_TEX_OBJ_INPUT_ITERATOR_CUH
