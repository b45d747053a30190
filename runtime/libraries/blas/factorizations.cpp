//===- libraries/blas/factorizations.cpp - batched factorizations ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "cblas_types.h"
#include "handle.h"
#include "lapack.h"

#include <algorithm>
#include <vector>

namespace musaport::blas {
namespace {

/// The pivots of one matrix of order `n`; null if there are none at all.
template <typename Int> Int *ofMatrix(Int *pivots, int index, int n) {
  return pivots == nullptr ? nullptr : pivots + static_cast<size_t>(index) * n;
}

template <typename T>
mublasStatus_t getrf(mublasHandle_t handle, int n, T *const *a, int lda, int *pivots, int *info,
                     int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (n < 0 || count < 0 || lda < std::max(1, n))
    return MUBLAS_STATUS_INVALID_VALUE;
  return submit(*handle, [=] {
    for (int i = 0; i < count; ++i)
      info[i] = lapack::getrf(n, n, out(a[i]), lda, ofMatrix(pivots, i, n));
  });
}

template <typename T>
mublasStatus_t getrs(mublasHandle_t handle, mublasOperation_t trans, int n, int nrhs,
                     const T *const *a, int lda, const int *pivots, T *const *b, int ldb, int *info,
                     int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  // The number of the argument that is wrong, as LAPACK counts them.
  const int wrong = !isValid(trans)        ? -1
                    : n < 0                ? -2
                    : nrhs < 0             ? -3
                    : lda < std::max(1, n) ? -5
                    : ldb < std::max(1, n) ? -8
                    : count < 0            ? -10
                                           : 0;
  if (info == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *info = wrong;
  if (wrong != 0)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n == 0 || nrhs == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=] {
    for (int i = 0; i < count; ++i)
      lapack::getrs(letter(trans), n, nrhs, in(a[i]), lda, ofMatrix(pivots, i, n), out(b[i]), ldb);
  });
}

/// The inverse, of the factors, and the first of U's pivots that is 0, from 1; 0 if there is none.
template <typename E>
int invert(int n, const E *factors, int lda, const int *pivots, E *c, int ldc) {
  int zero = 0;
  for (int column = n - 1; column >= 0; --column) {
    E *const to = c + static_cast<size_t>(column) * ldc;
    std::fill_n(to, n, E{});
    to[column] = E{1};
    if (factors[column + static_cast<size_t>(column) * lda] == E{})
      zero = column + 1;
  }
  if (zero == 0)
    lapack::getrs('N', n, n, factors, lda, pivots, c, ldc);
  return zero;
}

template <typename T>
mublasStatus_t getri(mublasHandle_t handle, int n, const T *const *a, int lda, const int *pivots,
                     T *const *c, int ldc, int *info, int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (n < 0 || count < 0 || !fits(lda, n) || !fits(ldc, n))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n == 0)
    return MUBLAS_STATUS_SUCCESS; // callers have no arrays of nothing
  return submit(*handle, [=] {
    for (int i = 0; i < count; ++i)
      info[i] = invert(n, in(a[i]), lda, ofMatrix(pivots, i, n), out(c[i]), ldc);
  });
}

template <typename T>
mublasStatus_t matinv(mublasHandle_t handle, int n, const T *const *a, int lda, T *const *inverse,
                      int ldinverse, int *info, int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  constexpr int most = 32; // cuBLAS's limit
  if (n < 0 || n > most || count < 0 || !fits(lda, n) || !fits(ldinverse, n))
    return MUBLAS_STATUS_INVALID_VALUE;
  if (n == 0)
    return MUBLAS_STATUS_SUCCESS;
  return submit(*handle, [=] {
    using E = ElementType<T>;
    std::vector<E> factors(static_cast<size_t>(n) * n);
    std::vector<int> pivots(n);
    for (int i = 0; i < count; ++i) {
      for (size_t column = 0; column < static_cast<size_t>(n); ++column)
        std::copy_n(in(a[i]) + column * lda, n, &factors[column * n]);
      lapack::getrf(n, n, factors.data(), n, pivots.data());
      info[i] = invert<E>(n, factors.data(), n, pivots.data(), out(inverse[i]), ldinverse);
    }
  });
}

template <typename T>
mublasStatus_t geqrf(mublasHandle_t handle, int m, int n, T *const *a, int lda, T *const *tau,
                     int *info, int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (info == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *info = m < 0 ? -1 : n < 0 ? -2 : lda < std::max(1, m) ? -4 : count < 0 ? -7 : 0;
  if (*info != 0)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0)
    return MUBLAS_STATUS_SUCCESS; // callers have no arrays of nothing
  return submit(*handle, [=] {
    for (int i = 0; i < count; ++i)
      lapack::geqrf(m, n, out(a[i]), lda, out(tau[i]));
  });
}

template <typename T>
mublasStatus_t gels(mublasHandle_t handle, mublasOperation_t trans, int m, int n, int nrhs,
                    T *const *a, int lda, T *const *c, int ldc, int *info, int *deviceInfo,
                    int count) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (info == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  // As cuBLAS: systems that have more equations than unknowns.
  if (trans != MUBLAS_OP_N || m < n)
    return MUBLAS_STATUS_NOT_SUPPORTED;
  *info = n < 0 ? -3 : nrhs < 0 ? -4 : lda < std::max(1, m) ? -6 : ldc < std::max(1, m) ? -8 : 0;
  if (*info != 0)
    return MUBLAS_STATUS_INVALID_VALUE;
  return submit(*handle, [=] {
    for (int i = 0; i < count; ++i) {
      const int result = lapack::gels(m, n, nrhs, out(a[i]), lda, out(c[i]), ldc);
      if (deviceInfo != nullptr)
        deviceInfo[i] = result;
    }
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T)                                                                               \
  mublasStatus_t mublas##L##getrfBatched(mublasHandle_t handle, int n, T *const a[], int lda,      \
                                         int *pivots, int *info, int count) {                      \
    return getrf<T>(handle, n, a, lda, pivots, info, count);                                       \
  }                                                                                                \
  mublasStatus_t mublas##L##getrsBatched(mublasHandle_t handle, mublasOperation_t trans, int n,    \
                                         int nrhs, const T *const a[], int lda, const int *pivots, \
                                         T *const b[], int ldb, int *info, int count) {            \
    return getrs<T>(handle, trans, n, nrhs, a, lda, pivots, b, ldb, info, count);                  \
  }                                                                                                \
  mublasStatus_t mublas##L##getriBatched(mublasHandle_t handle, int n, const T *const a[],         \
                                         int lda, const int *pivots, T *const c[], int ldc,        \
                                         int *info, int count) {                                   \
    return getri<T>(handle, n, a, lda, pivots, c, ldc, info, count);                               \
  }                                                                                                \
  mublasStatus_t mublas##L##matinvBatched(mublasHandle_t handle, int n, const T *const a[],        \
                                          int lda, T *const inverse[], int ldinverse, int *info,   \
                                          int count) {                                             \
    return matinv<T>(handle, n, a, lda, inverse, ldinverse, info, count);                          \
  }                                                                                                \
  mublasStatus_t mublas##L##geqrfBatched(mublasHandle_t handle, int m, int n, T *const a[],        \
                                         int lda, T *const tau[], int *info, int count) {          \
    return geqrf<T>(handle, m, n, a, lda, tau, info, count);                                       \
  }                                                                                                \
  mublasStatus_t mublas##L##gelsBatched(mublasHandle_t handle, mublasOperation_t trans, int m,     \
                                        int n, int nrhs, T *const a[], int lda, T *const c[],      \
                                        int ldc, int *info, int *device_info, int count) {         \
    return gels<T>(handle, trans, m, n, nrhs, a, lda, c, ldc, info, device_info, count);           \
  }
__MUBLAS_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
