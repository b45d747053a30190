//===- libraries/solver/svd.cpp - singular value decomposition ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "blas/batch.h"
#include "finite.h"
#include "handle.h"
#include "residual.h"

namespace musaport::solver {

using namespace blas;

namespace {

/// How many columns U and V have.
enum class Vectors : char { None = 'N', Economic = 'S', All = 'A' };

Vectors vectorsOf(musolverEigMode_t jobz, bool economic) {
  if (jobz == MUSOLVER_EIG_MODE_NOVECTOR)
    return Vectors::None;
  return economic ? Vectors::Economic : Vectors::All;
}
int columnsOf(Vectors vectors, int order, int fewest) {
  return vectors == Vectors::None ? 0 : vectors == Vectors::Economic ? fewest : order;
}

/// A = U diag(S) V^H, which destroys A. The result is 0, or min(m, n) + 1 if it did not converge.
template <typename E>
int decompose(Vectors vectors, int m, int n, E *a, int lda, Magnitude<E> *s, E *u, int ldu, E *v,
              int ldv) {
  const int k = std::min(m, n);
  if (k == 0)
    return 0;
  const int columnsOfU = columnsOf(vectors, m, k);
  const int columnsOfV = columnsOf(vectors, n, k);
  if (!isFinite(m, n, a, lda)) {
    fillWithNaN(k, 1, s, k);
    fillWithNaN(m, columnsOfU, u, ldu);
    fillWithNaN(n, columnsOfV, v, ldv);
    return k + 1;
  }
  const int ldvt = std::max(1, columnsOfV);
  std::vector<E> vt(static_cast<size_t>(ldvt) * n);
  const int info =
      lapack::gesdd(static_cast<char>(vectors), m, n, a, lda, s, u, ldu, vt.data(), ldvt);
  for (int column = 0; column < columnsOfV; ++column)
    for (int row = 0; row < n; ++row)
      v[row + static_cast<size_t>(column) * ldv] =
          conjugate(vt[column + static_cast<size_t>(row) * ldvt]);
  return info > 0 ? k + 1 : info;
}

bool isJob(signed char job) { return job == 'A' || job == 'S' || job == 'O' || job == 'N'; }

template <typename E>
musolverStatus_t gesvd(musolverDnHandle_t handle, signed char jobu, signed char jobvt, int64_t m,
                       int64_t n, E *a, int64_t lda, Magnitude<E> *s, E *u, int64_t ldu, E *vt,
                       int64_t ldvt, int *info) {
  const int64_t rowsOfVt = jobvt == 'A' || jobvt == 'S' ? n : 0;
  const int64_t columnsOfU = jobu == 'A' ? m : jobu == 'S' ? n : 0;
  const bool isValid = isJob(jobu) && isJob(jobvt) && !(jobu == 'O' && jobvt == 'O') && m >= n &&
                       isMatrix(m, n, a, lda) && isVector(n, s) && isSize(ldu) && ldu >= 1 &&
                       isSize(ldvt) && ldvt >= 1 &&
                       (columnsOfU == 0 || isMatrix(m, columnsOfU, u, ldu)) &&
                       (rowsOfVt == 0 || isMatrix(rowsOfVt, n, vt, ldvt)) && info != nullptr;
  return submitIf(handle, isValid, [=] {
    if (isFinite<E>(m, n, a, lda)) {
      *info = lapack::gesvd<E>(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt);
      return;
    }
    fillWithNaN<Magnitude<E>>(n, 1, s, n);
    fillWithNaN<E>(m, columnsOfU, u, ldu);
    fillWithNaN<E>(rowsOfVt, n, vt, ldvt);
    *info = static_cast<int>(n);
  });
}

template <typename E> struct Svd {
  Batch<E> a;
  int lda;
  Batch<Magnitude<E>> s;
  Batch<E> u;
  int ldu;
  Batch<E> v;
  int ldv;
};

/// Without vectors, there is nothing to compare A with: nothing remains that is not diagonal.
template <typename E>
int decomposeAndMeasure(Vectors vectors, int m, int n, const Svd<E> &svd, JacobiRun &run) {
  const std::vector<E> copy = copyOf(m, n, svd.a[0], svd.lda);
  const int info =
      decompose(vectors, m, n, svd.a[0], svd.lda, svd.s[0], svd.u[0], svd.ldu, svd.v[0], svd.ldv);
  run.residual = vectors == Vectors::None ? 0
                                          : residual(m, n, std::min(m, n), copy.data(), m, svd.s[0],
                                                     svd.u[0], svd.ldu, svd.v[0], svd.ldv);
  return info;
}

template <typename E>
musolverStatus_t gesvdj(musolverDnHandle_t handle, Vectors vectors, int m, int n, const Svd<E> &svd,
                        int *infos, int count, const std::shared_ptr<JacobiRun> &run = nullptr) {
  const int k = std::min(m, n);
  const int columnsOfU = columnsOf(vectors, m, k);
  const int columnsOfV = columnsOf(vectors, n, k);
  const bool isValid =
      isSize(count) && isMatrix(m, n, svd.a[0], svd.lda) && isVector(k, svd.s[0]) && svd.ldu >= 1 &&
      svd.ldv >= 1 && (columnsOfU == 0 || isMatrix(m, columnsOfU, svd.u[0], svd.ldu)) &&
      (columnsOfV == 0 || isMatrix(n, columnsOfV, svd.v[0], svd.ldv)) && isVector(count, infos);
  return submitIf(handle, isValid, [=] {
    if (run != nullptr) {
      *infos = decomposeAndMeasure(vectors, m, n, svd, *run);
      return;
    }
    for (int i = 0; i < count; ++i)
      infos[i] = decompose(vectors, m, n, svd.a[i], svd.lda, svd.s[i], svd.u[i], svd.ldu, svd.v[i],
                           svd.ldv);
  });
}

/// As in cuSOLVER.
constexpr int largestInBatch = 32;

template <typename E>
musolverStatus_t gesvdjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n,
                               E *a, int lda, Magnitude<E> *s, E *u, int ldu, E *v, int ldv,
                               int *infos, int count, gesvdjInfo *params) {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (!isMode(jobz) || m > largestInBatch || n > largestInBatch)
    return MUSOLVER_STATUS_INVALID_VALUE;
  const auto stride = [](int ld, int columns) { return static_cast<long long>(ld) * columns; };
  const Svd<E> svd = {{a, stride(lda, n)}, lda, {s, std::min(m, n)}, {u, stride(ldu, m)}, ldu,
                      {v, stride(ldv, n)}, ldv};
  noteBatch(params);
  return gesvdj(handle, vectorsOf(jobz, false), m, n, svd, infos, count);
}

/// The `rank` largest singular values of A, which stays, and their vectors.
template <typename E>
int decomposeInto(const Svd<E> &svd, int index, bool vectors, int rank, int m, int n,
                  double *residuals) {
  const int k = std::min(m, n);
  const E *a = svd.a[index];
  std::vector<E> copy = copyOf(m, n, a, svd.lda);
  std::vector<Magnitude<E>> s(k);
  std::vector<E> u(static_cast<size_t>(m) * k);
  std::vector<E> v(static_cast<size_t>(n) * k);
  const bool needed = vectors || residuals != nullptr;
  const int info =
      decompose(needed ? Vectors::Economic : Vectors::None, m, n, copy.data(), std::max(1, m),
                s.data(), u.data(), std::max(1, m), v.data(), std::max(1, n));
  std::copy_n(s.data(), rank, svd.s[index]);
  for (int column = 0; vectors && column < rank; ++column) {
    std::copy_n(u.data() + static_cast<size_t>(column) * m, m,
                svd.u[index] + static_cast<size_t>(column) * svd.ldu);
    std::copy_n(v.data() + static_cast<size_t>(column) * n, n,
                svd.v[index] + static_cast<size_t>(column) * svd.ldv);
  }
  if (residuals != nullptr)
    residuals[index] = residual(m, n, rank, a, svd.lda, s.data(), u.data(), m, v.data(), n);
  return info;
}

template <typename E>
musolverStatus_t gesvda(musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n,
                        const Svd<E> &svd, int *infos, double *residuals, int count) {
  const bool vectors = jobz == MUSOLVER_EIG_MODE_VECTOR;
  const bool isValid = isMode(jobz) && isSize(count) && isMatrix(m, n, svd.a[0], svd.lda) &&
                       rank >= 0 && rank <= std::min(m, n) && isVector(rank, svd.s[0]) &&
                       (!vectors || (isMatrix(m, rank, svd.u[0], svd.ldu) &&
                                     isMatrix(n, rank, svd.v[0], svd.ldv))) &&
                       isVector(count, infos);
  const musolverStatus_t status = submitIf(handle, isValid, [=] {
    for (int i = 0; i < count; ++i)
      infos[i] = decomposeInto(svd, i, vectors, rank, m, n, residuals);
  });
  if (status != MUSOLVER_STATUS_SUCCESS || residuals == nullptr)
    return status;
  return statusOf(musaStreamSynchronize(handle->stream));
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, R, O, H)                                                                      \
  musolverStatus_t musolverDn##L##gesvd_bufferSize(musolverDnHandle_t handle, int m, int n,        \
                                                   int *lwork) {                                   \
    return askForLittle(handle, n >= 0 && m >= n, lwork);                                          \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvd(                                                           \
      musolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *a, int lda, \
      R *s, T *u, int ldu, T *vt, int ldvt, T *, int, R *, int *info) {                            \
    return gesvd(handle, jobu, jobvt, m, n, out(a), lda, s, out(u), ldu, out(vt), ldvt, info);     \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int, int m, int n, const T *, int lda,    \
      const R *, const T *, int, const T *, int, int *lwork, gesvdjInfo_t) {                       \
    return askForLittle(handle, isMode(jobz) && isShape(m, n, lda), lwork);                        \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdj(                                                          \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int econ, int m, int n, T *a, int lda,    \
      R *s, T *u, int ldu, T *v, int ldv, T *, int, int *info, gesvdjInfo_t params) {              \
    if (handle != nullptr && !isMode(jobz))                                                        \
      return MUSOLVER_STATUS_INVALID_VALUE;                                                        \
    return gesvdj<ElementType<T>>(handle, vectorsOf(jobz, econ != 0), m, n,                        \
                                  {{out(a), 0}, lda, {s, 0}, {out(u), 0}, ldu, {out(v), 0}, ldv},  \
                                  info, 1, runOf(params));                                         \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdjBatched_bufferSize(                                        \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, const T *, int lda,         \
      const R *, const T *, int, const T *, int, int *lwork, gesvdjInfo_t, int count) {            \
    return askForLittle(handle,                                                                    \
                        isMode(jobz) && m <= largestInBatch && n <= largestInBatch &&              \
                            isShape(m, n, lda) && count >= 0,                                      \
                        lwork);                                                                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdjBatched(                                                   \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, T *a, int lda, R *s, T *u,  \
      int ldu, T *v, int ldv, T *, int, int *infos, gesvdjInfo_t params, int count) {              \
    return gesvdjBatched(handle, jobz, m, n, out(a), lda, s, out(u), ldu, out(v), ldv, infos,      \
                         count, params);                                                           \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdaStridedBatched_bufferSize(                                 \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T *,        \
      int lda, long long int, const R *, long long int, const T *, int, long long int, const T *,  \
      int, long long int, int *lwork, int count) {                                                 \
    return askForLittle(handle,                                                                    \
                        isMode(jobz) && rank >= 0 && rank <= std::min(m, n) &&                     \
                            isShape(m, n, lda) && count >= 0,                                      \
                        lwork);                                                                    \
  }                                                                                                \
  musolverStatus_t musolverDn##L##gesvdaStridedBatched(                                            \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T *a,       \
      int lda, long long int stridea, R *s, long long int strides, T *u, int ldu,                  \
      long long int strideu, T *v, int ldv, long long int stridev, T *, int, int *infos,           \
      double *residuals, int count) {                                                              \
    return gesvda<ElementType<T>>(handle, jobz, rank, m, n,                                        \
                                  {{const_cast<ElementType<T> *>(in(a)), stridea},                 \
                                   lda,                                                            \
                                   {s, strides},                                                   \
                                   {out(u), strideu},                                              \
                                   ldu,                                                            \
                                   {out(v), stridev},                                              \
                                   ldv},                                                           \
                                  infos, residuals, count);                                        \
  }
__MUSOLVER_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)

musolverStatus_t musolverDnXgesvd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             signed char, signed char, int64_t, int64_t,
                                             musaDataType, const void *, int64_t, musaDataType,
                                             const void *, musaDataType, const void *, int64_t,
                                             musaDataType, const void *, int64_t, musaDataType,
                                             size_t *deviceBytes, size_t *hostBytes) {
  return askForLittle(handle, true, deviceBytes, hostBytes);
}

musolverStatus_t musolverDnXgesvd(musolverDnHandle_t handle, musolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, musaDataType aType,
                                  void *a, int64_t lda, musaDataType sType, void *s,
                                  musaDataType uType, void *u, int64_t ldu, musaDataType vtType,
                                  void *vt, int64_t ldvt, musaDataType computeType, void *, size_t,
                                  void *, size_t, int *info) {
  if (sType != magnitudeType(aType) || uType != aType || vtType != aType || computeType != aType ||
      !fit(m, n, lda, ldu, ldvt))
    return MUSOLVER_STATUS_NOT_SUPPORTED;
  return withType(aType, [=](auto type) {
    using E = decltype(type);
    return gesvd(handle, jobu, jobvt, m, n, static_cast<E *>(a), lda,
                 static_cast<Magnitude<E> *>(s), static_cast<E *>(u), ldu, static_cast<E *>(vt),
                 ldvt, info);
  });
}
