//===- libraries/blas/rotations.cpp - rotations in a plane ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "strided.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace musaport::blas {
namespace {

template <typename T, typename C, typename S>
mublasStatus_t rot(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const C *c,
                   const S *s) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (c == nullptr || s == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n <= 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, c = Scalar(*handle, c), s = Scalar(*handle, s)] {
    const ElementType<C> cosine = c.get();
    const ElementType<S> sine = s.get();
    const Strided xs(out(x), n, incx);
    const Strided ys(out(y), n, incy);
    for (int i = 0; i < n; ++i) {
      const ElementType<T> a = xs[i];
      const ElementType<T> b = ys[i];
      xs[i] = product(cosine, a) + product(sine, b);
      ys[i] = product(cosine, b) - product(conjugate(sine), a);
    }
  });
}

/// `work` has only parameters as arguments: the program's, who reads them when the call returns, or
/// the device's.
template <typename Work> mublasStatus_t withParameters(mublasHandle_t handle, Work work) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (handle->pointerMode == MUBLAS_POINTER_MODE_DEVICE)
    return submit(*handle, work);
  work();
  return MUBLAS_STATUS_SUCCESS;
}

/// OpenBLAS's versions differ in what a complex `a` of 0 gives; this is what cuBLAS documents.
template <typename R>
void rotg(std::complex<R> *a, const std::complex<R> *b, R *c, std::complex<R> *s) {
  const R length = std::abs(*a);
  if (length == 0) {
    *c = 0;
    *s = 1;
    *a = *b;
    return;
  }
  const R norm = std::hypot(length, std::abs(*b));
  const std::complex<R> direction = *a / length;
  *c = length / norm;
  *s = product(direction, std::conj(*b) / norm);
  *a = product(norm, direction);
}

/// The parameters tell by their first number which of the others are used.
template <auto Rotm, typename T>
mublasStatus_t rotm(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const T *param) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (param == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n <= 0)
    return MUBLAS_STATUS_SUCCESS;
  if (handle->pointerMode == MUBLAS_POINTER_MODE_DEVICE)
    return submit(*handle, [=] { Rotm(n, x, incx, y, incy, param); });
  std::array<T, 5> given{};
  std::copy_n(param, given.size(), given.begin());
  return submit(*handle, [=] { Rotm(n, x, incx, y, incy, given.data()); });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, C, S)                                                                         \
  mublasStatus_t mublas##L##rot(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy,      \
                                const C *c, const S *s) {                                          \
    return rot(handle, n, x, incx, y, incy, c, s);                                                 \
  }
__MUBLAS_ROTATIONS(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T)                                                                            \
  mublasStatus_t mublas##L##rotg(mublasHandle_t handle, T *a, T *b, T *c, T *s) {                  \
    return withParameters(handle, [=] { cblas_##l##rotg(a, b, c, s); });                           \
  }                                                                                                \
  mublasStatus_t mublas##L##rotm(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy,     \
                                 const T *param) {                                                 \
    return rotm<cblas_##l##rotm>(handle, n, x, incx, y, incy, param);                              \
  }                                                                                                \
  mublasStatus_t mublas##L##rotmg(mublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1,         \
                                  T *param) {                                                      \
    return withParameters(handle, [=] { cblas_##l##rotmg(d1, d2, x1, *y1, param); });              \
  }
MUSAPORT_REAL_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T, R)                                                                         \
  mublasStatus_t mublas##L##rotg(mublasHandle_t handle, T *a, T *b, R *c, T *s) {                  \
    return withParameters(handle, [=] { rotg(out(a), in(b), c, out(s)); });                        \
  }
MUSAPORT_COMPLEX_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
