//===- libraries/blas/vector.cpp - matrix-vector and vector products ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "batch.h"
#include "cblas_types.h"
#include "handle.h"
#include "results.h"

namespace musaport::blas {
namespace {

template <typename T>
mublasStatus_t gemv(mublasHandle_t handle, mublasOperation_t trans, int m, int n, const T *alpha,
                    Batch<const T> a, int lda, Batch<const T> x, int incx, const T *beta,
                    Batch<T> y, int incy, int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isValid(trans) || m < 0 || n < 0 || lda < (m > 1 ? m : 1) || incx == 0 || incy == 0 ||
      count < 0 || alpha == nullptr || beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha), beta = Scalar(*handle, beta)] {
    const ElementType<T> by = alpha.get();
    const ElementType<T> of = beta.get();
    for (int i = 0; i < count; ++i)
      gemvOf<ElementType<T>>(CblasColMajor, transposition(trans), m, n, scalar(by), in(a[i]), lda,
                             in(x[i]), incx, scalar(of), out(y[i]), incy);
  });
}

template <bool Conjugated, typename T>
mublasStatus_t dot(mublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,
                   T *result) {
  return submitResult(handle, result, [=] {
    using E = ElementType<T>;
    E value{};
    if constexpr (std::is_same_v<E, float>)
      value = cblas_sdot(n, in(x), incx, in(y), incy);
    else if constexpr (std::is_same_v<E, double>)
      value = cblas_ddot(n, in(x), incx, in(y), incy);
    else if constexpr (std::is_same_v<E, std::complex<float>>)
      (Conjugated ? cblas_cdotc_sub : cblas_cdotu_sub)(n, in(x), incx, in(y), incy, &value);
    else
      (Conjugated ? cblas_zdotc_sub : cblas_zdotu_sub)(n, in(x), incx, in(y), incy, &value);
    *out(result) = n > 0 ? value : E{};
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublas##L##gemv(mublasHandle_t handle, mublasOperation_t trans, int m, int n,     \
                                 const T *alpha, const T *a, int lda, const T *x, int incx,        \
                                 const T *beta, T *y, int incy) {                                  \
    return gemv<T>(handle, trans, m, n, alpha, {a, 0}, lda, {x, 0}, incx, beta, {y, 0}, incy, 1);  \
  }                                                                                                \
  mublasStatus_t mublas##L##gemvBatched(mublasHandle_t handle, mublasOperation_t trans, int m,     \
                                        int n, const T *alpha, const T *const a[], int lda,        \
                                        const T *const x[], int incx, const T *beta, T *const y[], \
                                        int incy, int count) {                                     \
    return gemv<T>(handle, trans, m, n, alpha, Batch<const T>(a), lda, Batch<const T>(x), incx,    \
                   beta, Batch<T>(y), incy, count);                                                \
  }                                                                                                \
  mublasStatus_t mublas##L##gemvStridedBatched(                                                    \
      mublasHandle_t handle, mublasOperation_t trans, int m, int n, const T *alpha, const T *a,    \
      int lda, long long int stridea, const T *x, int incx, long long int stridex, const T *beta,  \
      T *y, int incy, long long int stridey, int count) {                                          \
    return gemv<T>(handle, trans, m, n, alpha, {a, stridea}, lda, {x, stridex}, incx, beta,        \
                   {y, stridey}, incy, count);                                                     \
  }
__MUBLAS_TYPES(DEFINE)

#define DEFINE_DOT(name, T, conjugated)                                                            \
  mublasStatus_t name(mublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,    \
                      T *result) {                                                                 \
    return dot<conjugated>(handle, n, x, incx, y, incy, result);                                   \
  }
DEFINE_DOT(mublasSdot, float, false)
DEFINE_DOT(mublasDdot, double, false)
DEFINE_DOT(mublasCdotu, muComplex, false)
DEFINE_DOT(mublasCdotc, muComplex, true)
DEFINE_DOT(mublasZdotu, muDoubleComplex, false)
DEFINE_DOT(mublasZdotc, muDoubleComplex, true)
// NOLINTEND(bugprone-macro-parentheses)
