//===- libraries/blas/symmetric.cpp - symmetric factors and products --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "lapack.h"

namespace musaport::blas {
namespace {

struct SymmetricFactor {
  mublasSideMode_t side;
  mublasFillMode_t uplo;
  int m;
  int n;
  int lda;
  int ldb;
  int ldc;
};

/// C = alpha A B + beta C, or B A; A is symmetric or Hermitian.
template <auto Symm, typename T>
mublasStatus_t symm(mublasHandle_t handle, const SymmetricFactor &shape, const T *alpha, const T *a,
                    const T *b, const T *beta, T *c) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isValid(shape.side) || !isTriangle(shape.uplo) || shape.m < 0 || shape.n < 0 ||
      !fits(shape.lda, shape.side == MUBLAS_SIDE_LEFT ? shape.m : shape.n) ||
      !fits(shape.ldb, shape.m) || !fits(shape.ldc, shape.m) || alpha == nullptr || beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (shape.m == 0 || shape.n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha), beta = Scalar(*handle, beta)] {
    const ElementType<T> by = alpha.get();
    const ElementType<T> of = beta.get();
    Symm(CblasColMajor, sideOf(shape.side), triangle(shape.uplo), shape.m, shape.n, scalar(by),
         in(a), shape.lda, in(b), shape.ldb, scalar(of), out(c), shape.ldc);
  });
}

struct SymmetricResult {
  mublasFillMode_t uplo;
  mublasOperation_t trans;
  int n;
  int k;
  int lda;
  int ldb;
  int ldc;
};

/// Symmetric results are made of A and A^T, Hermitian ones of A and A^H; real numbers do not tell
/// these apart.
template <bool Hermitian, typename T>
mublasStatus_t check(mublasHandle_t handle, const SymmetricResult &shape, const void *alpha,
                     const void *beta) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  const bool otherTranspose =
      isComplex<ElementType<T>> && shape.trans == (Hermitian ? MUBLAS_OP_T : MUBLAS_OP_C);
  const int rows = shape.trans == MUBLAS_OP_N ? shape.n : shape.k;
  if (!isTriangle(shape.uplo) || !isValid(shape.trans) || otherTranspose || shape.n < 0 ||
      shape.k < 0 || !fits(shape.lda, rows) || !fits(shape.ldb, rows) ||
      !fits(shape.ldc, shape.n) || alpha == nullptr || beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  return MUBLAS_STATUS_SUCCESS;
}

/// Checks and then runs `product` with the values of alpha and beta.
template <bool Hermitian, typename T, typename A, typename B, typename Product>
mublasStatus_t submitProduct(mublasHandle_t handle, const SymmetricResult &shape, const A *alpha,
                             const B *beta, Product product) {
  if (const mublasStatus_t status = check<Hermitian, T>(handle, shape, alpha, beta);
      status != MUBLAS_STATUS_SUCCESS)
    return status;
  if (shape.n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha), beta = Scalar(*handle, beta)] {
    product(ElementType<A>(alpha.get()), ElementType<B>(beta.get()));
  });
}

/// C = alpha A A^T + beta C, or A^T A.
template <auto Syrk, bool Hermitian, typename T, typename A>
mublasStatus_t syrk(mublasHandle_t handle, const SymmetricResult &shape, const A *alpha, const T *a,
                    const A *beta, T *c) {
  return submitProduct<Hermitian, T>(handle, shape, alpha, beta, [=](auto by, auto of) {
    Syrk(CblasColMajor, triangle(shape.uplo), transposition(shape.trans), shape.n, shape.k,
         scalar(by), in(a), shape.lda, scalar(of), out(c), shape.ldc);
  });
}

/// C = alpha A B^T + alpha B A^T + beta C, or with A^T B.
template <auto Syr2k, bool Hermitian, typename T, typename B>
mublasStatus_t syr2k(mublasHandle_t handle, const SymmetricResult &shape, const T *alpha,
                     const T *a, const T *b, const B *beta, T *c) {
  return submitProduct<Hermitian, T>(handle, shape, alpha, beta, [=](auto by, auto of) {
    Syr2k(CblasColMajor, triangle(shape.uplo), transposition(shape.trans), shape.n, shape.k,
          scalar(by), in(a), shape.lda, in(b), shape.ldb, scalar(of), out(c), shape.ldc);
  });
}

/// A triangle of alpha A B^T + beta C, or of A^T B: whoever calls knows that the result is
/// symmetric, or Hermitian.
template <bool Hermitian, typename T, typename B>
mublasStatus_t syrkx(mublasHandle_t handle, const SymmetricResult &shape, const T *alpha,
                     const T *a, const T *b, const B *beta, T *c) {
  return submitProduct<Hermitian, T>(handle, shape, alpha, beta, [=](auto by, auto of) {
    using E = ElementType<T>;
    const E none{};
    const int n = shape.n;
    std::vector<E> product(static_cast<size_t>(n) * n);
    const CBLAS_TRANSPOSE turned = Hermitian ? CblasConjTrans : CblasTrans;
    const bool isPlain = shape.trans == MUBLAS_OP_N;
    gemmOf<E>(CblasColMajor, isPlain ? CblasNoTrans : turned, isPlain ? turned : CblasNoTrans, n, n,
              shape.k, scalar(by), in(a), shape.lda, in(b), shape.ldb, scalar(none), product.data(),
              n);
    for (int column = 0; column < n; ++column) {
      const bool isLower = shape.uplo == MUBLAS_FILL_MODE_LOWER;
      for (int row = isLower ? column : 0; row < (isLower ? n : column + 1); ++row) {
        E &to = out(c)[row + static_cast<size_t>(column) * shape.ldc];
        const E added = product[row + static_cast<size_t>(column) * n];
        to = of == ElementType<B>{} ? added : added + of * to;
        if (Hermitian && row == column)
          to = E(std::real(to));
      }
    }
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define SYMM(name, T, call)                                                                        \
  mublasStatus_t name(mublasHandle_t handle, mublasSideMode_t side, mublasFillMode_t uplo, int m,  \
                      int n, const T *alpha, const T *a, int lda, const T *b, int ldb,             \
                      const T *beta, T *c, int ldc) {                                              \
    return symm<call, T>(handle, {side, uplo, m, n, lda, ldb, ldc}, alpha, a, b, beta, c);         \
  }
#define SYRK(name, hermitian, T, A, call)                                                          \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      int n, int k, const A *alpha, const T *a, int lda, const A *beta, T *c,      \
                      int ldc) {                                                                   \
    return syrk<call, hermitian, T>(handle, {uplo, trans, n, k, lda, lda, ldc}, alpha, a, beta,    \
                                    c);                                                            \
  }
#define SYR2K(name, hermitian, T, B, call)                                                         \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,      \
                      const B *beta, T *c, int ldc) {                                              \
    return syr2k<call, hermitian, T>(handle, {uplo, trans, n, k, lda, ldb, ldc}, alpha, a, b,      \
                                     beta, c);                                                     \
  }

#define SYRKX(name, hermitian, T, B)                                                               \
  mublasStatus_t name(mublasHandle_t handle, mublasFillMode_t uplo, mublasOperation_t trans,       \
                      int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,      \
                      const B *beta, T *c, int ldc) {                                              \
    return syrkx<hermitian, T>(handle, {uplo, trans, n, k, lda, ldb, ldc}, alpha, a, b, beta, c);  \
  }

#define DEFINE(L, l, T)                                                                            \
  SYMM(mublas##L##symm, T, cblas_##l##symm)                                                        \
  SYRK(mublas##L##syrk, false, T, T, cblas_##l##syrk)                                              \
  SYR2K(mublas##L##syr2k, false, T, T, cblas_##l##syr2k)                                           \
  SYRKX(mublas##L##syrkx, false, T, T)
MUSAPORT_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T, R)                                                                         \
  SYMM(mublas##L##hemm, T, cblas_##l##hemm)                                                        \
  SYRK(mublas##L##herk, true, T, R, cblas_##l##herk)                                               \
  SYR2K(mublas##L##her2k, true, T, R, cblas_##l##her2k)                                            \
  SYRKX(mublas##L##herkx, true, T, R)
MUSAPORT_COMPLEX_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
