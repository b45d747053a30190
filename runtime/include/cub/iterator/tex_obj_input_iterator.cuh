//===- tex_obj_input_iterator.cuh - an array that is read as a texture is -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_TEX_OBJ_INPUT_ITERATOR_CUH
#define CUB_TEX_OBJ_INPUT_ITERATOR_CUH

#include "cub/thread/thread_load.cuh"
#include "cub/thread/thread_store.cuh"
#include <iterator>

CUB_NAMESPACE_BEGIN

template <typename T, typename OffsetT = ptrdiff_t> class TexObjInputIterator {
public:
  using self_type = TexObjInputIterator;
  using difference_type = OffsetT;
  using value_type = T;
  using pointer = T *;
  using reference = T;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ TexObjInputIterator() : ptr(nullptr) {}
  __host__ __device__ reference operator*() const { return *ptr; }
  __host__ __device__ TexObjInputIterator &operator+=(difference_type n) {
    ptr += n;
    return *this;
  }
  __host__ __device__ difference_type operator-(const TexObjInputIterator &other) const {
    return static_cast<difference_type>(ptr - other.ptr);
  }
  __host__ __device__ bool operator==(const TexObjInputIterator &other) const {
    return ptr == other.ptr;
  }
  __host__ __device__ bool operator!=(const TexObjInputIterator &other) const {
    return !(*this == other);
  }

  __host__ __device__ TexObjInputIterator &operator++() { return *this += 1; }
  __host__ __device__ TexObjInputIterator operator++(int) {
    TexObjInputIterator old = *this;
    *this += 1;
    return old;
  }
  __host__ __device__ TexObjInputIterator &operator--() { return *this += -1; }
  __host__ __device__ TexObjInputIterator operator--(int) {
    TexObjInputIterator old = *this;
    *this += -1;
    return old;
  }
  template <typename D> __host__ __device__ TexObjInputIterator &operator-=(D n) {
    return *this += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ TexObjInputIterator operator+(D n) const {
    TexObjInputIterator result = *this;
    return result += static_cast<difference_type>(n);
  }
  template <typename D, typename = std::enable_if_t<std::is_integral<D>::value>>
  __host__ __device__ TexObjInputIterator operator-(D n) const {
    TexObjInputIterator result = *this;
    return result += -static_cast<difference_type>(n);
  }
  template <typename D> __host__ __device__ reference operator[](D n) const {
    return *(*this + static_cast<difference_type>(n));
  }
  /// Linear textures of linear memory: the memory itself is read.
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
