//===- dense_test.h - helpers for tests of dense linear algebra --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_DENSE_TEST_H
#define MUSAPORT_TESTS_RUN_DENSE_TEST_H

#include "check.h"
#include "device_array.h"

#include <complex>
#include <muComplex.h>
#include <vector>

/// Small whole numbers, because their products and sums are exact in every type.
template <typename T> std::vector<T> numbers(size_t count, int seed) {
  std::vector<T> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = T(float(int((i * 7 + seed * 13) % 11) - 5));
  return result;
}
template <> inline std::vector<std::complex<float>> numbers(size_t count, int seed) {
  std::vector<std::complex<float>> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = {float(int((i * 7 + seed * 13) % 11) - 5), float(int((i * 5 + seed) % 7) - 3)};
  return result;
}
template <> inline std::vector<std::complex<double>> numbers(size_t count, int seed) {
  const auto narrow = numbers<std::complex<float>>(count, seed);
  return {narrow.begin(), narrow.end()};
}

inline float conjugate(float x) { return x; }
inline double conjugate(double x) { return x; }
template <typename T> std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

/// The API's type for an element of type T.
template <typename T> struct ApiElement {
  using Type = T;
};
template <> struct ApiElement<std::complex<float>> {
  using Type = muComplex;
};
template <> struct ApiElement<std::complex<double>> {
  using Type = muDoubleComplex;
};
template <typename T> using ApiType = typename ApiElement<T>::Type;

template <typename T> const ApiType<T> *in(const T *p) {
  return reinterpret_cast<const ApiType<T> *>(p);
}
template <typename T> ApiType<T> *out(T *p) { return reinterpret_cast<ApiType<T> *>(p); }

#endif // MUSAPORT_TESTS_RUN_DENSE_TEST_H
