//===- libraries/blas/matrix_sums.cpp - sums and scaled rows and columns of matrices ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "strided.h"

namespace musaport::blas {
namespace {

/// A factor's matrix, as the sum takes it.
template <typename T> struct Operand {
  mublasOperation_t trans;
  const T *matrix;
  int ld;

  ElementType<T> at(int row, int column) const {
    if (trans == MUBLAS_OP_N)
      return in(matrix)[row + ptrdiff_t{column} * ld];
    const ElementType<T> value = in(matrix)[column + ptrdiff_t{row} * ld];
    return trans == MUBLAS_OP_C ? conjugate(value) : value;
  }
  bool fits(int m, int n) const { return blas::fits(ld, trans == MUBLAS_OP_N ? m : n); }
  /// Whether the result may be put there.
  bool mayBe(const T *result, int ldc) const {
    return result != matrix || (trans == MUBLAS_OP_N && ld == ldc);
  }
};

template <typename T>
mublasStatus_t geam(mublasHandle_t handle, int m, int n, const T *alpha, const Operand<T> &a,
                    const T *beta, const Operand<T> &b, T *c, int ldc) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isValid(a.trans) || !isValid(b.trans) || m < 0 || n < 0 || !a.fits(m, n) || !b.fits(m, n) ||
      !fits(ldc, m) || alpha == nullptr || beta == nullptr || !a.mayBe(c, ldc) || !b.mayBe(c, ldc))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha), beta = Scalar(*handle, beta)] {
    using E = ElementType<T>;
    const E by = alpha.get();
    const E of = beta.get();
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        E sum{};
        if (by != E{})
          sum += product(by, a.at(row, column));
        if (of != E{})
          sum += product(of, b.at(row, column));
        out(c)[row + ptrdiff_t{column} * ldc] = sum;
      }
  });
}

template <typename T>
mublasStatus_t dgmm(mublasHandle_t handle, mublasSideMode_t mode, int m, int n, const T *a, int lda,
                    const T *x, int incx, T *c, int ldc) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isValid(mode) || m < 0 || n < 0 || !fits(lda, m) || !fits(ldc, m) || (a == c && lda != ldc))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=] {
    const bool left = mode == MUBLAS_SIDE_LEFT;
    const Strided diagonal(in(x), left ? m : n, incx);
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        out(c)[row + ptrdiff_t{column} * ldc] =
            product(diagonal[left ? row : column], in(a)[row + ptrdiff_t{column} * lda]);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublas##L##geam(                                                                  \
      mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n,     \
      const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc) {    \
    return geam<T>(handle, m, n, alpha, {transa, a, lda}, beta, {transb, b, ldb}, c, ldc);         \
  }                                                                                                \
  mublasStatus_t mublas##L##dgmm(mublasHandle_t handle, mublasSideMode_t mode, int m, int n,       \
                                 const T *a, int lda, const T *x, int incx, T *c, int ldc) {       \
    return dgmm(handle, mode, m, n, a, lda, x, incx, c, ldc);                                      \
  }
__MUBLAS_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
