//===- libraries/blas/triangular.cpp - triangular systems ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "batch.h"
#include "cblas_types.h"
#include "handle.h"

#include <algorithm>

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
  if (!isValid(system.trans) || system.uplo == MUBLAS_FILL_MODE_FULL || system.m < 0 ||
      system.n < 0 || system.count < 0 || system.lda < std::max(1, order) ||
      system.ldb < std::max(1, system.m) || alpha == nullptr)
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
// NOLINTEND(bugprone-macro-parentheses)
