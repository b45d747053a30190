//===- libraries/blas/strided.h - the elements of a vector --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_STRIDED_H
#define MUSAPORT_LIBRARIES_BLAS_STRIDED_H

#include <complex>
#include <cstddef>
#include <type_traits>

namespace musaport::blas {

/// The first element of a vector that is read backwards is the last in memory.
inline ptrdiff_t begin(int n, int increment) {
  return increment < 0 ? ptrdiff_t{1 - n} * increment : 0;
}

/// A vector of `n` elements that are `increment` apart.
template <typename E> class Strided {
public:
  Strided(E *memory, int n, int increment)
      : first(memory + begin(n, increment)), increment(increment) {}
  E &operator[](int index) const { return first[ptrdiff_t{index} * increment]; }

private:
  E *first;
  ptrdiff_t increment;
};

template <typename E> E conjugate(E value) {
  if constexpr (std::is_floating_point_v<E>)
    return value;
  else
    return std::conj(value);
}

/// As a GPU multiplies: std::complex's operator looks for infinities, which costs more than the
/// product.
template <typename R> R product(R a, R b) { return a * b; }
template <typename R> std::complex<R> product(R a, std::complex<R> b) {
  return {a * b.real(), a * b.imag()};
}
template <typename R> std::complex<R> product(std::complex<R> a, std::complex<R> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_STRIDED_H
