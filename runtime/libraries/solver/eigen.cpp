//===- libraries/solver/eigen.cpp - eigenvalues of symmetric and Hermitian matrices -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "eigen.h"
#include "arguments.h"
#include "handle.h"

namespace musaport::solver {

using namespace blas;

namespace {

template <typename E>
musolverStatus_t eigen(musolverDnHandle_t handle, Method method, musolverEigMode_t jobz,
                       mublasFillMode_t uplo, int64_t n, E *a, int64_t lda, Magnitude<E> *w,
                       int *infos, int count, const std::shared_ptr<JacobiRun> &run = nullptr) {
  return submitIf(handle,
                  isMode(jobz) && isTriangle(uplo) && isMatrix(n, n, a, lda) && isVector(n, w) &&
                      isVector(count, infos),
                  [=] {
                    if (run != nullptr) {
                      *infos = decomposeAndMeasure<E>(method, jobz, uplo, n, a, lda, w, *run);
                      return;
                    }
                    for (int i = 0; i < count; ++i)
                      infos[i] =
                          decompose<E>(method, jobz, uplo, n, a + i * lda * n, lda, w + i * n);
                  });
}

musolverStatus_t eigenWorkspace(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                mublasFillMode_t uplo, int n, int lda, int count, int *lwork) {
  return askForLittle(handle, isMode(jobz) && isTriangle(uplo) && isShape(n, n, lda) && count >= 0,
                      lwork);
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, R, O, H)                                                                      \
  musolverStatus_t musolverDn##L##H##evd_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *,  \
      int lda, const R *, int *lwork) {                                                            \
    return eigenWorkspace(handle, jobz, uplo, n, lda, 1, lwork);                                   \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evd(musolverDnHandle_t handle, musolverEigMode_t jobz,        \
                                         mublasFillMode_t uplo, int n, T *a, int lda, R *w, T *,   \
                                         int, int *info) {                                         \
    return eigen(handle, Method::DivideAndConquer, jobz, uplo, n, out(a), lda, w, info, 1);        \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *,  \
      int lda, const R *, int *lwork, syevjInfo_t) {                                               \
    return eigenWorkspace(handle, jobz, uplo, n, lda, 1, lwork);                                   \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evj(musolverDnHandle_t handle, musolverEigMode_t jobz,        \
                                         mublasFillMode_t uplo, int n, T *a, int lda, R *w, T *,   \
                                         int, int *info, syevjInfo_t params) {                     \
    return eigen(handle, Method::Jacobi, jobz, uplo, n, out(a), lda, w, info, 1, runOf(params));   \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evjBatched_bufferSize(                                        \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T *,  \
      int lda, const R *, int *lwork, syevjInfo_t, int count) {                                    \
    return eigenWorkspace(handle, jobz, uplo, n, lda, count, lwork);                               \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evjBatched(                                                   \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, T *a,       \
      int lda, R *w, T *, int, int *infos, syevjInfo_t params, int count) {                        \
    noteBatch(params);                                                                             \
    return eigen(handle, Method::Jacobi, jobz, uplo, n, out(a), lda, w, infos, count);             \
  }
__MUSOLVER_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)

musolverStatus_t musolverDnXsyevd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             musolverEigMode_t, mublasFillMode_t, int64_t,
                                             musaDataType, const void *, int64_t, musaDataType,
                                             const void *, musaDataType, size_t *deviceBytes,
                                             size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXsyevd(musolverDnHandle_t handle, musolverDnParams_t,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int64_t n,
                                  musaDataType aType, void *a, int64_t lda, musaDataType wType,
                                  void *w, musaDataType computeType, void *, size_t, void *, size_t,
                                  int *info) {
  if (wType != magnitudeType(aType) || computeType != aType || !fit(n, lda))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return eigen(handle, Method::DivideAndConquer, jobz, uplo, n, static_cast<E *>(a), lda,
                 static_cast<Magnitude<E> *>(w), info, 1);
  });
}
