//===- cub/detail/random_access.cuh - what CUB's iterators share --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_RANDOM_ACCESS_CUH
#define CUB_DETAIL_RANDOM_ACCESS_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// A random access iterator. The class Iterator itself defines *, +=, == and the difference.
template <typename Iterator, typename Value, typename Reference, typename Offset>
class random_access {
public:
  using self_type = Iterator;
  using difference_type = Offset;
  using value_type = Value;
  using pointer = Value *;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ Iterator &operator++() { return self() += 1; }
  __host__ __device__ Iterator &operator--() { return self() += -1; }
  __host__ __device__ Iterator operator++(int) {
    Iterator old = self();
    self() += 1;
    return old;
  }
  __host__ __device__ Iterator operator--(int) {
    Iterator old = self();
    self() += -1;
    return old;
  }
  __host__ __device__ Iterator &operator-=(Offset n) { return self() += -n; }
  friend __host__ __device__ Iterator operator+(Iterator i, Offset n) { return i += n; }
  friend __host__ __device__ Iterator operator-(Iterator i, Offset n) { return i += -n; }
  __host__ __device__ Reference operator[](Offset n) const { return *(self() + n); }
  friend __host__ __device__ bool operator!=(const Iterator &a, const Iterator &b) {
    return !(a == b);
  }

private:
  __host__ __device__ Iterator &self() { return static_cast<Iterator &>(*this); }
  __host__ __device__ const Iterator &self() const { return static_cast<const Iterator &>(*this); }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_RANDOM_ACCESS_CUH
