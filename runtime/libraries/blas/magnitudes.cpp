//===- libraries/blas/magnitudes.cpp - sums and extremes of magnitudes ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "results.h"
#include "strided.h"

#include <cmath>

namespace musaport::blas {
namespace {

/// A sum or a norm; 0 for vectors without elements, and, as in cuBLAS, for those read backwards.
template <auto Sum, typename T, typename R>
mublasStatus_t sum(mublasHandle_t handle, int n, const T *x, int incx, R *result) {
  return submitResult(handle, result,
                      [=] { *result = n > 0 && incx > 0 ? Sum(n, in(x), incx) : R{0}; });
}

template <typename R> R magnitude(R value) { return std::abs(value); }
template <typename R> R magnitude(std::complex<R> value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

/// The first of the largest or the smallest elements, from 1; 0 if there is none.
template <bool Largest, typename T>
mublasStatus_t extreme(mublasHandle_t handle, int n, const T *x, int incx, int *result) {
  return submitResult(handle, result, [=] {
    if (n <= 0 || incx <= 0) {
      *result = 0;
      return;
    }
    const Strided elements(in(x), n, incx);
    int found = 0;
    auto most = magnitude(elements[0]);
    for (int i = 1; i < n; ++i) {
      const auto here = magnitude(elements[i]);
      if (Largest ? here > most : here < most) {
        most = here;
        found = i;
      }
    }
    *result = found + 1;
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, l, T, name, R)                                                                   \
  mublasStatus_t mublas##L##asum(mublasHandle_t handle, int n, const T *x, int incx, R *result) {  \
    return sum<cblas_##name##asum>(handle, n, x, incx, result);                                    \
  }                                                                                                \
  mublasStatus_t mublas##L##nrm2(mublasHandle_t handle, int n, const T *x, int incx, R *result) {  \
    return sum<cblas_##name##nrm2>(handle, n, x, incx, result);                                    \
  }                                                                                                \
  mublasStatus_t mublasI##l##amax(mublasHandle_t handle, int n, const T *x, int incx,              \
                                  int *result) {                                                   \
    return extreme<true>(handle, n, x, incx, result);                                              \
  }                                                                                                \
  mublasStatus_t mublasI##l##amin(mublasHandle_t handle, int n, const T *x, int incx,              \
                                  int *result) {                                                   \
    return extreme<false>(handle, n, x, incx, result);                                             \
  }
DEFINE(S, s, float, s, float)
DEFINE(D, d, double, d, double)
DEFINE(Sc, c, muComplex, sc, float)
DEFINE(Dz, z, muDoubleComplex, dz, double)
// NOLINTEND(bugprone-macro-parentheses)
