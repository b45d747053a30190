//===- libraries/blas/rank_updates.cpp - a matrix and products of vectors ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "strided.h"

namespace musaport::blas {
namespace {

/// CBLAS has these for real and for Hermitian matrices only.
template <typename E>
void symmetricUpdate(CBLAS_ORDER, CBLAS_UPLO uplo, int n, const void *alpha, const E *x, int incx,
                     E *a, int lda) {
  const E by = *static_cast<const E *>(alpha);
  const Strided xs(x, n, incx);
  for (int column = 0; column < n; ++column) {
    const E factor = product(by, xs[column]);
    const int end = uplo == CblasUpper ? column + 1 : n;
    for (int row = uplo == CblasUpper ? 0 : column; row < end; ++row)
      a[row + ptrdiff_t{column} * lda] += product(xs[row], factor);
  }
}
template <typename E>
void symmetricUpdate2(CBLAS_ORDER, CBLAS_UPLO uplo, int n, const void *alpha, const E *x, int incx,
                      const E *y, int incy, E *a, int lda) {
  const E by = *static_cast<const E *>(alpha);
  const Strided xs(x, n, incx);
  const Strided ys(y, n, incy);
  for (int column = 0; column < n; ++column) {
    const E ofX = product(by, ys[column]);
    const E ofY = product(by, xs[column]);
    const int end = uplo == CblasUpper ? column + 1 : n;
    for (int row = uplo == CblasUpper ? 0 : column; row < end; ++row)
      a[row + ptrdiff_t{column} * lda] += product(xs[row], ofX) + product(ys[row], ofY);
  }
}

template <auto Ger, typename T>
mublasStatus_t ger(mublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx,
                   const T *y, int incy, T *a, int lda) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || incx == 0 || incy == 0 || !fits(lda, m) || alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<T> by = alpha.get();
    Ger(CblasColMajor, m, n, scalar(by), in(x), incx, in(y), incy, out(a), lda);
  });
}

/// What is known before the matrix is: the same for full and packed triangles.
template <typename A>
mublasStatus_t check(mublasHandle_t handle, mublasFillMode_t uplo, int n, const A *alpha, int incx,
                     int incy) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  const bool valid = isTriangle(uplo) && n >= 0 && incx != 0 && incy != 0 && alpha != nullptr;
  return valid ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE;
}

/// A += alpha x x^T (or x^H). `a` and what follows are the matrix: with lda, or packed.
template <auto Update, typename T, typename A, typename... Lda>
mublasStatus_t update(mublasHandle_t handle, mublasFillMode_t uplo, int n, const A *alpha,
                      const T *x, int incx, T *a, Lda... lda) {
  if (const mublasStatus_t status = check(handle, uplo, n, alpha, incx, 1);
      status != MUBLAS_STATUS_SUCCESS)
    return status;
  if (!(fits(lda, n) && ...))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<A> by = alpha.get();
    Update(CblasColMajor, triangle(uplo), n, scalar(by), in(x), incx, out(a), lda...);
  });
}

/// A += alpha x y^T + alpha y x^T (or with ^H and alpha's conjugate).
template <auto Update, typename T, typename... Lda>
mublasStatus_t update2(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *alpha,
                       const T *x, int incx, const T *y, int incy, T *a, Lda... lda) {
  if (const mublasStatus_t status = check(handle, uplo, n, alpha, incx, incy);
      status != MUBLAS_STATUS_SUCCESS)
    return status;
  if (!(fits(lda, n) && ...))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<T> by = alpha.get();
    Update(CblasColMajor, triangle(uplo), n, scalar(by), in(x), incx, in(y), incy, out(a), lda...);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define GER(name, T, call)                                                                         \
  mublasStatus_t name(mublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx,   \
                      const T *y, int incy, T *a, int lda) {                                       \
    return ger<call>(handle, m, n, alpha, x, incx, y, incy, a, lda);                               \
  }
#define UPDATE(name, T, A, call)                                                                   \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const A *alpha,         \
                      const T *x, int incx, T *a, int lda) {                                       \
    return update<call>(handle, uplo, n, alpha, x, incx, a, lda);                                  \
  }
#define UPDATE2(name, T, call)                                                                     \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *alpha,         \
                      const T *x, int incx, const T *y, int incy, T *a, int lda) {                 \
    return update2<call>(handle, uplo, n, alpha, x, incx, y, incy, a, lda);                        \
  }
#define PACKED_UPDATE(name, T, A, call)                                                            \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const A *alpha,         \
                      const T *x, int incx, T *ap) {                                               \
    return update<call>(handle, uplo, n, alpha, x, incx, ap);                                      \
  }
#define PACKED_UPDATE2(name, T, call)                                                              \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *alpha,         \
                      const T *x, int incx, const T *y, int incy, T *ap) {                         \
    return update2<call>(handle, uplo, n, alpha, x, incx, y, incy, ap);                            \
  }

#define DEFINE(L, l, T)                                                                            \
  GER(mublas##L##ger, T, cblas_##l##ger)                                                           \
  UPDATE(mublas##L##syr, T, T, cblas_##l##syr)                                                     \
  UPDATE2(mublas##L##syr2, T, cblas_##l##syr2)                                                     \
  PACKED_UPDATE(mublas##L##spr, T, T, cblas_##l##spr)                                              \
  PACKED_UPDATE2(mublas##L##spr2, T, cblas_##l##spr2)
MUSAPORT_REAL_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T, R)                                                                         \
  GER(mublas##L##geru, T, cblas_##l##geru)                                                         \
  GER(mublas##L##gerc, T, cblas_##l##gerc)                                                         \
  UPDATE(mublas##L##syr, T, T, symmetricUpdate<std::complex<R>>)                                   \
  UPDATE2(mublas##L##syr2, T, symmetricUpdate2<std::complex<R>>)                                   \
  UPDATE(mublas##L##her, T, R, cblas_##l##her)                                                     \
  UPDATE2(mublas##L##her2, T, cblas_##l##her2)                                                     \
  PACKED_UPDATE(mublas##L##hpr, T, R, cblas_##l##hpr)                                              \
  PACKED_UPDATE2(mublas##L##hpr2, T, cblas_##l##hpr2)
MUSAPORT_COMPLEX_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
