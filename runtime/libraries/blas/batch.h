//===- libraries/blas/batch.h - one matrix of many ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_BATCH_H
#define MUSAPORT_LIBRARIES_BLAS_BATCH_H

#include <cstddef>

namespace musaport::blas {

/// Matrices of `T` (std::byte: of elements whose size is given): one after the other, or wherever
/// an array of pointers says, which is read when the work is done.
template <typename T> class Batch {
public:
  Batch(T *first, long long stride) : first(first), stride(stride) {}
  explicit Batch(T *const *pointers) : pointers(pointers) {}
  T *operator[](int index) const {
    return pointers != nullptr ? pointers[index] : first + stride * index;
  }
  bool isNone() const { return pointers == nullptr && first == nullptr; }

private:
  T *first = nullptr;
  long long stride = 0;
  T *const *pointers = nullptr;
};

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_BATCH_H
