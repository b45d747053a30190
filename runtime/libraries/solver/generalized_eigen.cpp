//===- libraries/solver/generalized_eigen.cpp - of two matrices, and in a range -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arguments.h"
#include "eigen.h"
#include "handle.h"

namespace musaport::solver {

using namespace blas;

namespace {

/// One matrix, or two: then a problem of the type that its itype says.
template <typename E> struct Problem {
  musolverEigMode_t jobz;
  mublasFillMode_t uplo;
  int n;
  E *a;
  int lda;
  Magnitude<E> *w;
  musolverEigType_t type = MUSOLVER_EIG_TYPE_1;
  E *b = nullptr;
  int ldb = 1;
};

bool isType(musolverEigType_t type) {
  return type >= MUSOLVER_EIG_TYPE_1 && type <= MUSOLVER_EIG_TYPE_3;
}
template <typename E> bool isValidOrdinary(const Problem<E> &problem) {
  return isMode(problem.jobz) && isTriangle(problem.uplo) &&
         isMatrix(problem.n, problem.n, problem.a, problem.lda) && isVector(problem.n, problem.w);
}
template <typename E> bool isValidGeneralized(const Problem<E> &problem) {
  return isValidOrdinary(problem) && isType(problem.type) &&
         isMatrix(problem.n, problem.n, problem.b, problem.ldb);
}

/// As LAPACK's info: more than n if B is not positive definite.
template <typename E> int decomposeGeneralized(const Problem<E> &p, JacobiRun *run) {
  const char triangleLetter = letter(p.uplo);
  if (run != nullptr)
    run->residual = 0; // B may not be positive definite
  if (const int info = lapack::potrf(triangleLetter, p.n, p.b, p.ldb); info != 0)
    return p.n + info;
  lapack::gst(p.type, triangleLetter, p.n, p.a, p.lda, p.b, p.ldb);
  const int info = run != nullptr
                       ? decomposeAndMeasure(Method::DivideAndConquer, p.jobz, p.uplo, p.n, p.a,
                                             p.lda, p.w, *run)
                       : decompose(Method::DivideAndConquer, p.jobz, p.uplo, p.n, p.a, p.lda, p.w);
  if (info != 0 || p.jobz != MUSOLVER_EIG_MODE_VECTOR)
    return info;
  // B is L L^H, or U^H U. The types 1 and 2 have solved for L^H x, or U x, and 3 for L^-1 x.
  const bool isLower = p.uplo == MUBLAS_FILL_MODE_LOWER;
  const bool isThird = p.type == MUSOLVER_EIG_TYPE_3;
  (isThird ? trmmOf<E> : trsmOf<E>)(CblasColMajor, CblasLeft, triangle(p.uplo),
                                    isLower == isThird ? CblasNoTrans : CblasConjTrans,
                                    CblasNonUnit, p.n, p.n, scalar(E(1)), p.b, p.ldb, p.a, p.lda);
  return 0;
}

template <typename E>
musolverStatus_t generalized(musolverDnHandle_t handle, const Problem<E> &problem, int *info,
                             const std::shared_ptr<JacobiRun> &run = nullptr) {
  return submitIf(handle, isValidGeneralized(problem) && info != nullptr,
                  [=] { *info = decomposeGeneralized(problem, run.get()); });
}

template <typename R> struct Range {
  musolverEigRange_t kind;
  R low;
  R high;
  int first;
  int last;

  bool isValid(int n) const {
    switch (kind) {
    case MUSOLVER_EIG_RANGE_ALL:
      return true;
    case MUSOLVER_EIG_RANGE_I:
      return n == 0 || (first >= 1 && first <= last && last <= n);
    case MUSOLVER_EIG_RANGE_V:
      return low < high;
    }
    return false;
  }
  bool contains(int index, R value) const {
    return kind == MUSOLVER_EIG_RANGE_ALL ||
           (kind == MUSOLVER_EIG_RANGE_I ? index + 1 >= first && index + 1 <= last
                                         : value > low && value <= high);
  }
};

/// Moves what the range contains to the front, and counts it.
template <typename E> int select(const Problem<E> &p, const Range<Magnitude<E>> &range) {
  int count = 0;
  for (int i = 0; i < p.n; ++i) {
    if (!range.contains(i, p.w[i]))
      continue;
    p.w[count] = p.w[i];
    if (p.jobz == MUSOLVER_EIG_MODE_VECTOR && count != i)
      std::copy_n(p.a + static_cast<size_t>(i) * p.lda, p.n,
                  p.a + static_cast<size_t>(count) * p.lda);
    ++count;
  }
  return count;
}

/// `isValid` and `solve` are those of the problem's kind. `found` is in host memory.
template <typename E, typename Solve>
musolverStatus_t inRange(musolverDnHandle_t handle, bool isValid, const Problem<E> &problem,
                         const Range<Magnitude<E>> &range, int *found, int *info, Solve solve) {
  const musolverStatus_t status = submitIf(
      handle, isValid && range.isValid(problem.n) && found != nullptr && info != nullptr, [=] {
        *info = solve(problem);
        *found = *info == 0 ? select(problem, range) : 0;
      });
  if (status != MUSOLVER_STATUS_SUCCESS)
    return status;
  return statusOf(musaStreamSynchronize(handle->stream));
}

template <typename E>
musolverStatus_t ordinaryInRange(musolverDnHandle_t handle, const Problem<E> &problem,
                                 const Range<Magnitude<E>> &range, int *found, int *info) {
  return inRange(handle, isValidOrdinary(problem), problem, range, found, info,
                 [](const Problem<E> &p) {
                   return decompose(Method::DivideAndConquer, p.jobz, p.uplo, p.n, p.a, p.lda, p.w);
                 });
}
template <typename E>
musolverStatus_t generalizedInRange(musolverDnHandle_t handle, const Problem<E> &problem,
                                    const Range<Magnitude<E>> &range, int *found, int *info) {
  return inRange(handle, isValidGeneralized(problem), problem, range, found, info,
                 [](const Problem<E> &p) { return decomposeGeneralized(p, nullptr); });
}

musolverStatus_t workspace(musolverDnHandle_t handle, musolverEigType_t type,
                           musolverEigMode_t jobz, mublasFillMode_t uplo, int n, int lda, int ldb,
                           bool isRangeValid, int *lwork) {
  return askForLittle(handle,
                      isType(type) && isMode(jobz) && isTriangle(uplo) && isShape(n, n, lda) &&
                          isShape(n, n, ldb) && isRangeValid,
                      lwork);
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(L, T, R, O, H)                                                                      \
  musolverStatus_t musolverDn##L##H##evdx_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigMode_t jobz, musolverEigRange_t range,                 \
      mublasFillMode_t uplo, int n, const T *, int lda, R vl, R vu, int il, int iu, int *,         \
      const R *, int *lwork) {                                                                     \
    return workspace(handle, MUSOLVER_EIG_TYPE_1, jobz, uplo, n, lda, lda,                         \
                     Range<R>{range, vl, vu, il, iu}.isValid(n), lwork);                           \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##evdx(musolverDnHandle_t handle, musolverEigMode_t jobz,       \
                                          musolverEigRange_t range, mublasFillMode_t uplo, int n,  \
                                          T *a, int lda, R vl, R vu, int il, int iu, int *meig,    \
                                          R *w, T *, int, int *info) {                             \
    return ordinaryInRange<ElementType<T>>(handle, {jobz, uplo, n, out(a), lda, w},                \
                                           {range, vl, vu, il, iu}, meig, info);                   \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvd_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T *, int lda, const T *, int ldb, const R *,             \
      int *lwork) {                                                                                \
    return workspace(handle, itype, jobz, uplo, n, lda, ldb, true, lwork);                         \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvd(                                                          \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R *w, T *, int, int *info) {     \
    return generalized<ElementType<T>>(handle,                                                     \
                                       {jobz, uplo, n, out(a), lda, w, itype, out(b), ldb}, info); \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvdx_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      musolverEigRange_t range, mublasFillMode_t uplo, int n, const T *, int lda, const T *,       \
      int ldb, R vl, R vu, int il, int iu, int *, const R *, int *lwork) {                         \
    return workspace(handle, itype, jobz, uplo, n, lda, ldb,                                       \
                     Range<R>{range, vl, vu, il, iu}.isValid(n), lwork);                           \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvdx(                                                         \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      musolverEigRange_t range, mublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R vl,  \
      R vu, int il, int iu, int *meig, R *w, T *, int, int *info) {                                \
    return generalizedInRange<ElementType<T>>(handle,                                              \
                                              {jobz, uplo, n, out(a), lda, w, itype, out(b), ldb}, \
                                              {range, vl, vu, il, iu}, meig, info);                \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvj_bufferSize(                                               \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T *, int lda, const T *, int ldb, const R *, int *lwork, \
      syevjInfo_t) {                                                                               \
    return workspace(handle, itype, jobz, uplo, n, lda, ldb, true, lwork);                         \
  }                                                                                                \
  musolverStatus_t musolverDn##L##H##gvj(musolverDnHandle_t handle, musolverEigType_t itype,       \
                                         musolverEigMode_t jobz, mublasFillMode_t uplo, int n,     \
                                         T *a, int lda, T *b, int ldb, R *w, T *, int, int *info,  \
                                         syevjInfo_t params) {                                     \
    return generalized<ElementType<T>>(                                                            \
        handle, {jobz, uplo, n, out(a), lda, w, itype, out(b), ldb}, info, runOf(params));         \
  }
__MUSOLVER_TYPES(DEFINE)
// NOLINTEND(bugprone-macro-parentheses)
