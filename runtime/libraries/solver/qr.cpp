//===- libraries/solver/qr.cpp - QR, and products with Q -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "handle.h"

namespace musaport::solver {

using namespace blas;

namespace {

bool isSide(mublasSideMode_t side) { return side == MUBLAS_SIDE_LEFT || side == MUBLAS_SIDE_RIGHT; }

template <typename E>
musolverStatus_t geqrf(musolverDnHandle_t handle, int64_t m, int64_t n, E *a, int64_t lda, E *tau,
                       int *info) {
  return submitIf(handle,
                  isMatrix(m, n, a, lda) && isVector(std::min(m, n), tau) && info != nullptr,
                  [=] { *info = lapack::geqrf<E>(m, n, a, lda, tau); });
}

template <typename E>
musolverStatus_t gqr(musolverDnHandle_t handle, int m, int n, int k, E *a, int lda, const E *tau,
                     int *info) {
  return submitIf(handle,
                  isMatrix(m, n, a, lda) && n <= m && k >= 0 && k <= n && isVector(k, tau) &&
                      info != nullptr,
                  [=] { *info = lapack::gqr<E>(m, n, k, a, lda, tau); });
}

template <typename E>
musolverStatus_t mqr(musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans,
                     int m, int n, int k, const E *a, int lda, const E *tau, E *c, int ldc,
                     int *info) {
  const int order = side == MUBLAS_SIDE_LEFT ? m : n;
  // A complex Q has no product with its transpose in LAPACK.
  const bool isOperation = trans == MUBLAS_OP_N ||
                           trans == (isComplex<E> ? MUBLAS_OP_C : MUBLAS_OP_T) ||
                           (!isComplex<E> && trans == MUBLAS_OP_C);
  const char operation = trans == MUBLAS_OP_N ? 'N' : isComplex<E> ? 'C' : 'T';
  return submitIf(
      handle,
      isSide(side) && isOperation && isMatrix(m, n, c, ldc) && k >= 0 && k <= order &&
          isMatrix(order, k, a, lda) && isVector(k, tau) && info != nullptr,
      [=] { *info = lapack::mqr<E>(letter(side), operation, m, n, k, a, lda, tau, c, ldc); });
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, R, O, H)                                                                      \
  musolverStatus_t musolverDn##L##geqrf_bufferSize(musolverDnHandle_t handle, int m, int n, T *,   \
                                                   int lda, int *lwork) {                          \
    return askForLittle(handle, isShape(m, n, lda), lwork);                                        \
  }                                                                                                \
  musolverStatus_t musolverDn##L##geqrf(musolverDnHandle_t handle, int m, int n, T *a, int lda,    \
                                        T *tau, T *, int, int *info) {                             \
    return geqrf(handle, m, n, out(a), lda, out(tau), info);                                       \
  }                                                                                                \
  musolverStatus_t musolverDn##L##O##gqr_bufferSize(                                               \
      musolverDnHandle_t handle, int m, int n, int k, const T *, int lda, const T *, int *lwork) { \
    return askForLittle(handle, k >= 0 && n >= k && m >= n && isShape(m, n, lda), lwork);          \
  }                                                                                                \
  musolverStatus_t musolverDn##L##O##gqr(musolverDnHandle_t handle, int m, int n, int k, T *a,     \
                                         int lda, const T *tau, T *, int, int *info) {             \
    return gqr(handle, m, n, k, out(a), lda, in(tau), info);                                       \
  }                                                                                                \
  musolverStatus_t musolverDn##L##O##mqr_bufferSize(                                               \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,     \
      int k, const T *, int, const T *, const T *, int ldc, int *lwork) {                          \
    return askForLittle(handle, isSide(side) && isValid(trans) && isShape(m, n, ldc) && k >= 0,    \
                        lwork);                                                                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##O##mqr(                                                          \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,     \
      int k, const T *a, int lda, const T *tau, T *c, int ldc, T *, int, int *info) {              \
    return mqr(handle, side, trans, m, n, k, in(a), lda, in(tau), out(c), ldc, info);              \
  }
__MUSOLVER_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)

musolverStatus_t musolverDnXgeqrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t, int64_t,
                                             int64_t, musaDataType, const void *, int64_t,
                                             musaDataType, const void *, musaDataType,
                                             size_t *deviceBytes, size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXgeqrf(musolverDnHandle_t handle, musolverDnParams_t, int64_t m,
                                  int64_t n, musaDataType aType, void *a, int64_t lda,
                                  musaDataType tauType, void *tau, musaDataType computeType, void *,
                                  size_t, void *, size_t, int *info) {
  if (tauType != aType || computeType != aType || !fit(m, n, lda))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return geqrf(handle, m, n, static_cast<E *>(a), lda, static_cast<E *>(tau), info);
  });
}
