//===- libraries/blas/triangular.cpp - products with triangles, and systems ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "batch.h"
#include "cblas_types.h"
#include "handle.h"

#include <algorithm>
#include <cstddef>

namespace musaport::blas {
namespace {

struct TriangularSystem {
  mublasSideMode_t side;
  mublasFillMode_t uplo;
  mublasOperation_t trans;
  mublasDiagType_t diag;
  int m;
  int n;
  int lda;
  int ldb;
  int count;
};

template <typename T>
mublasStatus_t trsm(mublasHandle_t handle, const TriangularSystem &system, const T *alpha,
                    Batch<const T> a, Batch<T> b) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  const int order = system.side == MUBLAS_SIDE_LEFT ? system.m : system.n;
  if (!isValid(system.side) || !isTriangle(system.uplo) || !isValid(system.trans) ||
      !isValid(system.diag) || system.m < 0 || system.n < 0 || system.count < 0 ||
      system.lda < std::max(1, order) || system.ldb < std::max(1, system.m) || alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (system.m == 0 || system.n == 0 || system.count == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<T> by = alpha.get();
    for (int i = 0; i < system.count; ++i)
      trsmOf<ElementType<T>>(CblasColMajor, sideOf(system.side), triangle(system.uplo),
                             transposition(system.trans), diagonal(system.diag), system.m, system.n,
                             scalar(by), in(a[i]), system.lda, out(b[i]), system.ldb);
  });
}

struct TriangularProduct {
  mublasSideMode_t side;
  mublasFillMode_t uplo;
  mublasOperation_t trans;
  mublasDiagType_t diag;
  int m;
  int n;
  int lda;
  int ldb;
  int ldc;
};

/// CBLAS multiplies in place, so B is copied first.
template <auto Trmm, typename T>
mublasStatus_t trmm(mublasHandle_t handle, const TriangularProduct &shape, const T *alpha,
                    const T *a, const T *b, T *c) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (!isValid(shape.side) || !isTriangle(shape.uplo) || !isValid(shape.trans) ||
      !isValid(shape.diag) || shape.m < 0 || shape.n < 0 ||
      !fits(shape.lda, shape.side == MUBLAS_SIDE_LEFT ? shape.m : shape.n) ||
      !fits(shape.ldb, shape.m) || !fits(shape.ldc, shape.m) || alpha == nullptr ||
      (b == c && shape.ldb != shape.ldc))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (shape.m == 0 || shape.n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=, alpha = Scalar(*handle, alpha)] {
    const ElementType<T> by = alpha.get();
    for (ptrdiff_t column = 0; b != c && column < shape.n; ++column)
      std::copy_n(in(b) + column * shape.ldb, shape.m, out(c) + column * shape.ldc);
    Trmm(CblasColMajor, sideOf(shape.side), triangle(shape.uplo), transposition(shape.trans),
         diagonal(shape.diag), shape.m, shape.n, scalar(by), in(a), shape.lda, out(c), shape.ldc);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublas##L##trsm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, mublasOperation_t trans,                   \
                                 mublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
                                 int lda, T *b, int ldb) {                                         \
    return trsm<T>(handle, {side, uplo, trans, diag, m, n, lda, ldb, 1}, alpha, {a, 0}, {b, 0});   \
  }                                                                                                \
  mublasStatus_t mublas##L##trsmBatched(                                                           \
      mublasHandle_t handle, mublasSideMode_t side, mublasFillMode_t uplo,                         \
      mublasOperation_t trans, mublasDiagType_t diag, int m, int n, const T *alpha,                \
      const T *const a[], int lda, T *const b[], int ldb, int count) {                             \
    return trsm<T>(handle, {side, uplo, trans, diag, m, n, lda, ldb, count}, alpha,                \
                   Batch<const T>(a), Batch<T>(b));                                                \
  }
__MUBLAS_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(L, l, T)                                                                            \
  mublasStatus_t mublas##L##trmm(mublasHandle_t handle, mublasSideMode_t side,                     \
                                 mublasFillMode_t uplo, mublasOperation_t trans,                   \
                                 mublasDiagType_t diag, int m, int n, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, T *c, int ldc) {                    \
    return trmm<cblas_##l##trmm>(handle, {side, uplo, trans, diag, m, n, lda, ldb, ldc}, alpha, a, \
                                 b, c);                                                            \
  }
MUSAPORT_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
