//===- libraries/solver/linear_systems.cpp - Cholesky, LU, L D L^T ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "handle.h"

namespace musaport::solver {

using namespace blas;

namespace {

template <typename E>
musolverStatus_t potrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n, E *a,
                       int64_t lda, int *info) {
  return submitIf(handle, isTriangle(uplo) && isMatrix(n, n, a, lda) && info != nullptr,
                  [=] { *info = lapack::potrf<E>(letter(uplo), n, a, lda); });
}

template <typename E>
musolverStatus_t potrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n, int64_t nrhs,
                       const E *a, int64_t lda, E *b, int64_t ldb, int *info) {
  return submitIf(handle,
                  isTriangle(uplo) && isMatrix(n, n, a, lda) && isMatrix(n, nrhs, b, ldb) &&
                      info != nullptr,
                  [=] { *info = lapack::potrs<E>(letter(uplo), n, nrhs, a, lda, b, ldb); });
}

template <typename E>
musolverStatus_t potri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, E *a, int lda,
                       int *info) {
  return submitIf(handle, isTriangle(uplo) && isMatrix(n, n, a, lda) && info != nullptr,
                  [=] { *info = lapack::potri<E>(letter(uplo), n, a, lda); });
}

/// Matrices of an array of addresses, which is in device memory.
template <typename T>
musolverStatus_t potrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T *const *a,
                              int lda, int *infos, int count) {
  return submitIf(
      handle, isTriangle(uplo) && isShape(n, n, lda) && isBatch(count, a) && isVector(count, infos),
      [=] {
        for (int i = 0; i < count; ++i)
          infos[i] = lapack::potrf(letter(uplo), n, out(a[i]), lda);
      });
}

template <typename T>
musolverStatus_t potrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                              T *const *a, int lda, T *const *b, int ldb, int *info, int count) {
  return submitIf(handle,
                  isTriangle(uplo) && nrhs == 1 && isShape(n, n, lda) && isShape(n, nrhs, ldb) &&
                      isBatch(count, a) && isBatch(count, b) && info != nullptr,
                  [=] {
                    *info = 0;
                    for (int i = 0; i < count; ++i)
                      lapack::potrs<ElementType<T>>(letter(uplo), n, nrhs, out(a[i]), lda,
                                                    out(b[i]), ldb);
                  });
}

/// `Pivot` has 64 bits in the functions whose sizes have; LAPACK's has 32.
template <typename Pivot> std::vector<int> narrowPivots(const Pivot *pivots, size_t count) {
  return pivots == nullptr ? std::vector<int>() : std::vector<int>(pivots, pivots + count);
}

template <typename E, typename Pivot>
musolverStatus_t getrf(musolverDnHandle_t handle, int64_t m, int64_t n, E *a, int64_t lda,
                       Pivot *pivots, int *info) {
  return submitIf(handle, isMatrix(m, n, a, lda) && info != nullptr, [=] {
    std::vector<int> chosen(pivots != nullptr ? std::max<int64_t>(1, std::min(m, n)) : 0);
    *info = lapack::getrf<E>(m, n, a, lda, pivots != nullptr ? chosen.data() : nullptr);
    if (pivots != nullptr)
      std::copy_n(chosen.begin(), std::min(m, n), pivots);
  });
}

template <typename E, typename Pivot>
musolverStatus_t getrs(musolverDnHandle_t handle, mublasOperation_t trans, int64_t n, int64_t nrhs,
                       const E *a, int64_t lda, const Pivot *pivots, E *b, int64_t ldb, int *info) {
  return submitIf(handle,
                  isValid(trans) && isMatrix(n, n, a, lda) && isMatrix(n, nrhs, b, ldb) &&
                      info != nullptr,
                  [=] {
                    const std::vector<int> chosen = narrowPivots(pivots, n);
                    *info = lapack::getrs<E>(letter(trans), n, nrhs, a, lda,
                                             pivots != nullptr ? chosen.data() : nullptr, b, ldb);
                  });
}

template <typename E>
musolverStatus_t sytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, E *a, int lda,
                       int *pivots, int *info) {
  return submitIf(
      handle, isTriangle(uplo) && isMatrix(n, n, a, lda) && isVector(n, pivots) && info != nullptr,
      [=] { *info = lapack::sytrf<E>(letter(uplo), n, a, lda, pivots); });
}

template <typename E>
musolverStatus_t sytrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n, int64_t nrhs,
                       const E *a, int64_t lda, const int64_t *pivots, E *b, int64_t ldb,
                       int *info) {
  return submitIf(handle,
                  isTriangle(uplo) && isMatrix(n, n, a, lda) && isMatrix(n, nrhs, b, ldb) &&
                      isVector(n, pivots) && info != nullptr,
                  [=] {
                    const std::vector<int> chosen = narrowPivots(pivots, n);
                    *info = lapack::sytrs<E>(letter(uplo), n, nrhs, a, lda, chosen.data(), b, ldb);
                  });
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, R, O, H)                                                                      \
  musolverStatus_t musolverDn##L##potrf_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T *, int lda, int *lwork) {         \
    return askForLittle(handle, isTriangle(uplo) && isShape(n, n, lda), lwork);                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, T *, int, int *info) {                      \
    return potrf(handle, uplo, n, out(a), lda, info);                                              \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        int nrhs, const T *a, int lda, T *b, int ldb, int *info) { \
    return potrs(handle, uplo, n, nrhs, in(a), lda, out(b), ldb, info);                            \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potri_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T *, int lda, int *lwork) {         \
    return askForLittle(handle, isTriangle(uplo) && isShape(n, n, lda), lwork);                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, T *, int, int *info) {                      \
    return potri(handle, uplo, n, out(a), lda, info);                                              \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, T *a[], int lda, int *infos, int count) {    \
    return potrfBatched(handle, uplo, n, a, lda, infos, count);                                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##potrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, int nrhs, T *a[], int lda, T *b[], int ldb,  \
                                               int *info, int count) {                             \
    return potrsBatched(handle, uplo, n, nrhs, a, lda, b, ldb, info, count);                       \
  }                                                                                                \
  musolverStatus_t musolverDn##L##getrf_bufferSize(musolverDnHandle_t handle, int m, int n, T *,   \
                                                   int lda, int *lwork) {                          \
    return askForLittle(handle, isShape(m, n, lda), lwork);                                        \
  }                                                                                                \
  musolverStatus_t musolverDn##L##getrf(musolverDnHandle_t handle, int m, int n, T *a, int lda,    \
                                        T *, int *pivots, int *info) {                             \
    return getrf(handle, m, n, out(a), lda, pivots, info);                                         \
  }                                                                                                \
  musolverStatus_t musolverDn##L##getrs(musolverDnHandle_t handle, mublasOperation_t trans, int n, \
                                        int nrhs, const T *a, int lda, const int *pivots, T *b,    \
                                        int ldb, int *info) {                                      \
    return getrs(handle, trans, n, nrhs, in(a), lda, pivots, out(b), ldb, info);                   \
  }                                                                                                \
  musolverStatus_t musolverDn##L##sytrf_bufferSize(musolverDnHandle_t handle, int n, T *, int lda, \
                                                   int *lwork) {                                   \
    return askForLittle(handle, isShape(n, n, lda), lwork);                                        \
  }                                                                                                \
  musolverStatus_t musolverDn##L##sytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T *a, int lda, int *pivots, T *, int, int *info) {         \
    return sytrf(handle, uplo, n, out(a), lda, pivots, info);                                      \
  }
__MUSOLVER_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)

musolverStatus_t musolverDnXpotrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             mublasFillMode_t, int64_t, musaDataType, const void *,
                                             int64_t, musaDataType, size_t *deviceBytes,
                                             size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXpotrf(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasFillMode_t uplo, int64_t n, musaDataType aType, void *a,
                                  int64_t lda, musaDataType computeType, void *, size_t, void *,
                                  size_t, int *info) {
  if (computeType != aType || !fit(n, lda))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    return potrf(handle, uplo, n, static_cast<decltype(type) *>(a), lda, info);
  });
}

musolverStatus_t musolverDnXpotrs(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  musaDataType aType, const void *a, int64_t lda,
                                  musaDataType bType, void *b, int64_t ldb, int *info) {
  if (bType != aType || !fit(n, nrhs, lda, ldb))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return potrs(handle, uplo, n, nrhs, static_cast<const E *>(a), lda, static_cast<E *>(b), ldb,
                 info);
  });
}

musolverStatus_t musolverDnXgetrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t, int64_t,
                                             int64_t, musaDataType, const void *, int64_t,
                                             musaDataType, size_t *deviceBytes, size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXgetrf(musolverDnHandle_t handle, musolverDnParams_t, int64_t m,
                                  int64_t n, musaDataType aType, void *a, int64_t lda,
                                  int64_t *pivots, musaDataType computeType, void *, size_t, void *,
                                  size_t, int *info) {
  if (computeType != aType || !fit(m, n, lda))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    return getrf(handle, m, n, static_cast<decltype(type) *>(a), lda, pivots, info);
  });
}

musolverStatus_t musolverDnXgetrs(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasOperation_t trans, int64_t n, int64_t nrhs,
                                  musaDataType aType, const void *a, int64_t lda,
                                  const int64_t *pivots, musaDataType bType, void *b, int64_t ldb,
                                  int *info) {
  if (bType != aType || !fit(n, nrhs, lda, ldb))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return getrs(handle, trans, n, nrhs, static_cast<const E *>(a), lda, pivots,
                 static_cast<E *>(b), ldb, info);
  });
}

musolverStatus_t musolverDnXsytrs_bufferSize(musolverDnHandle_t handle, mublasFillMode_t, int64_t,
                                             int64_t, musaDataType, const void *, int64_t,
                                             const int64_t *, musaDataType, void *, int64_t,
                                             size_t *deviceBytes, size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXsytrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, musaDataType aType, const void *a, int64_t lda,
                                  const int64_t *pivots, musaDataType bType, void *b, int64_t ldb,
                                  void *, size_t, void *, size_t, int *info) {
  if (bType != aType || !fit(n, nrhs, lda, ldb))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return sytrs(handle, uplo, n, nrhs, static_cast<const E *>(a), lda, pivots, static_cast<E *>(b),
                 ldb, info);
  });
}
