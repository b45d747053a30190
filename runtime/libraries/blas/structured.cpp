//===- libraries/blas/structured.cpp - symmetric and band matrices times a vector ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "strided.h"

namespace musaport::blas {
namespace {

/// The vectors of y = alpha A x + beta y.
template <typename T> struct VectorProduct {
  const T *alpha;
  const T *x;
  int incx;
  const T *beta;
  T *y;
  int incy;
};

/// `call(alpha, x, incx, beta, y, incy)` computes it, if the matrix is `valid`.
template <typename T, typename Call>
mublasStatus_t submitProduct(mublasHandle_t handle, const VectorProduct<T> &product, bool valid,
                             bool isEmpty, Call call) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!valid || product.incx == 0 || product.incy == 0 || product.alpha == nullptr ||
      product.beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (isEmpty)
    return MUBLAS_STATUS_SUCCESS;
  return submit(
      *handle, [=, alpha = Scalar(*handle, product.alpha), beta = Scalar(*handle, product.beta)] {
        const ElementType<T> by = alpha.get();
        const ElementType<T> of = beta.get();
        call(scalar(by), in(product.x), product.incx, scalar(of), out(product.y), product.incy);
      });
}

template <auto Gbmv, typename T>
mublasStatus_t gbmv(mublasHandle_t handle, mublasOperation_t trans, int m, int n, int kl, int ku,
                    const T *a, int lda, const VectorProduct<T> &product) {
  const bool valid = isValid(trans) && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > kl + ku;
  return submitProduct(handle, product, valid, m == 0 || n == 0, [=](auto alpha, auto... vectors) {
    Gbmv(CblasColMajor, transposition(trans), m, n, kl, ku, alpha, in(a), lda, vectors...);
  });
}

template <auto Symv, typename T>
mublasStatus_t symv(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *a, int lda,
                    const VectorProduct<T> &product) {
  return submitProduct(handle, product, isTriangle(uplo) && n >= 0 && fits(lda, n), n == 0,
                       [=](auto alpha, auto... vectors) {
                         Symv(CblasColMajor, triangle(uplo), n, alpha, in(a), lda, vectors...);
                       });
}

template <auto Sbmv, typename T>
mublasStatus_t sbmv(mublasHandle_t handle, mublasFillMode_t uplo, int n, int k, const T *a, int lda,
                    const VectorProduct<T> &product) {
  return submitProduct(handle, product, isTriangle(uplo) && n >= 0 && k >= 0 && lda > k, n == 0,
                       [=](auto alpha, auto... vectors) {
                         Sbmv(CblasColMajor, triangle(uplo), n, k, alpha, in(a), lda, vectors...);
                       });
}

template <auto Spmv, typename T>
mublasStatus_t spmv(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *ap,
                    const VectorProduct<T> &product) {
  return submitProduct(handle, product, isTriangle(uplo) && n >= 0, n == 0,
                       [=](auto alpha, auto... vectors) {
                         Spmv(CblasColMajor, triangle(uplo), n, alpha, in(ap), vectors...);
                       });
}

/// CBLAS has this for real and for Hermitian matrices only.
template <typename E>
void complexSymv(CBLAS_ORDER, CBLAS_UPLO uplo, int n, const void *alpha, const E *a, int lda,
                 const E *x, int incx, const void *beta, E *y, int incy) {
  const E by = *static_cast<const E *>(alpha);
  const E of = *static_cast<const E *>(beta);
  const Strided xs(x, n, incx);
  const Strided ys(y, n, incy);
  for (int row = 0; row < n; ++row)
    ys[row] = of == E{} ? E{} : product(of, ys[row]); // what is not used may be NaN
  for (int column = 0; column < n; ++column) {
    const E factor = product(by, xs[column]);
    const int end = uplo == CblasUpper ? column + 1 : n;
    E mirrored{};
    for (int row = uplo == CblasUpper ? 0 : column; row < end; ++row) {
      const E element = a[row + ptrdiff_t{column} * lda];
      ys[row] += product(element, factor);
      if (row != column)
        mirrored += product(element, xs[row]);
    }
    ys[column] += product(by, mirrored);
  }
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define SYMV(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *alpha,         \
                      const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {  \
    return symv<call, T>(handle, uplo, n, a, lda, {alpha, x, incx, beta, y, incy});                \
  }
#define SBMV(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, int k, const T *alpha,  \
                      const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {  \
    return sbmv<call, T>(handle, uplo, n, k, a, lda, {alpha, x, incx, beta, y, incy});             \
  }
#define SPMV(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, int n, const T *alpha,         \
                      const T *ap, const T *x, int incx, const T *beta, T *y, int incy) {          \
    return spmv<call, T>(handle, uplo, n, ap, {alpha, x, incx, beta, y, incy});                    \
  }

#define DEFINE(L, l, T)                                                                            \
  mublasStatus_t mublas##L##gbmv(mublasHandle_t handle, mublasOperation_t trans, int m, int n,     \
                                 int kl, int ku, const T *alpha, const T *a, int lda, const T *x,  \
                                 int incx, const T *beta, T *y, int incy) {                        \
    return gbmv<cblas_##l##gbmv, T>(handle, trans, m, n, kl, ku, a, lda,                           \
                                    {alpha, x, incx, beta, y, incy});                              \
  }
MUSAPORT_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T)                                                                            \
  SYMV(mublas##L##symv, T, cblas_##l##symv)                                                        \
  SBMV(mublas##L##sbmv, T, cblas_##l##sbmv)                                                        \
  SPMV(mublas##L##spmv, T, cblas_##l##spmv)
MUSAPORT_REAL_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T, R)                                                                         \
  SYMV(mublas##L##symv, T, complexSymv<std::complex<R>>)                                           \
  SYMV(mublas##L##hemv, T, cblas_##l##hemv)                                                        \
  SBMV(mublas##L##hbmv, T, cblas_##l##hbmv)                                                        \
  SPMV(mublas##L##hpmv, T, cblas_##l##hpmv)
MUSAPORT_COMPLEX_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
