//===- libraries/blas/elementwise.cpp - vectors, element by element ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "strided.h"

namespace musaport::blas {
namespace {

template <auto Axpy, typename T>
mublasStatus_t axpy(mublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,
                    int incy) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n <= 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<T> by = alpha.get();
    Axpy(n, scalar(by), in(x), incx, out(y), incy);
  });
}

/// Not OpenBLAS's: what it does with NaNs when alpha is 0 differs from version to version.
template <typename T, typename A>
mublasStatus_t scal(mublasHandle_t handle, int n, const A *alpha, T *x, int incx) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n <= 0 || incx <= 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<A> by = alpha.get();
    const Strided elements(out(x), n, incx);
    for (int i = 0; i < n; ++i)
      elements[i] = product(by, elements[i]);
  });
}

/// A copy or an exchange.
template <auto Move, typename T>
mublasStatus_t move(mublasHandle_t handle, int n, T *x, int incx, std::remove_const_t<T> *y,
                    int incy) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=] {
    if constexpr (std::is_const_v<T>)
      Move(n, in(x), incx, out(y), incy);
    else
      Move(n, out(x), incx, out(y), incy);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, l, T)                                                                            \
  mublasStatus_t mublas##L##axpy(mublasHandle_t handle, int n, const T *alpha, const T *x,         \
                                 int incx, T *y, int incy) {                                       \
    return axpy<cblas_##l##axpy>(handle, n, alpha, x, incx, y, incy);                              \
  }                                                                                                \
  mublasStatus_t mublas##L##scal(mublasHandle_t handle, int n, const T *alpha, T *x, int incx) {   \
    return scal(handle, n, alpha, x, incx);                                                        \
  }                                                                                                \
  mublasStatus_t mublas##L##copy(mublasHandle_t handle, int n, const T *x, int incx, T *y,         \
                                 int incy) {                                                       \
    return move<cblas_##l##copy>(handle, n, x, incx, y, incy);                                     \
  }                                                                                                \
  mublasStatus_t mublas##L##swap(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy) {   \
    return move<cblas_##l##swap>(handle, n, x, incx, y, incy);                                     \
  }
MUSAPORT_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)

mublasStatus_t mublasCsscal(mublasHandle_t handle, int n, const float *alpha, muComplex *x,
                            int incx) {
  return scal(handle, n, alpha, x, incx);
}
mublasStatus_t mublasZdscal(mublasHandle_t handle, int n, const double *alpha, muDoubleComplex *x,
                            int incx) {
  return scal(handle, n, alpha, x, incx);
}
