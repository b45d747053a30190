// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's eigenvalues in a range, and generalized eigenvalue problems: what the vectors and
// numbers are said to satisfy is computed, and vectors have the length that B or its inverse gives.
#include "musolver_test.h"

namespace {

musolverDnHandle_t handle;
syevjInfo_t parameters;

constexpr mublasFillMode_t triangles[] = {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER};
constexpr musolverEigType_t types[] = {MUSOLVER_EIG_TYPE_1, MUSOLVER_EIG_TYPE_2,
                                       MUSOLVER_EIG_TYPE_3};
constexpr int n = 6;

int status(musolverStatus_t value) { return static_cast<int>(value); }
const int invalid = MUSOLVER_STATUS_INVALID_VALUE;

/// Whether the columns of V and the numbers solve the problem, as LAPACK's do: V^H B V is the
/// identity, and for type 3 V^H inv(B) V.
template <typename T>
bool solves(musolverEigType_t type, const Matrix<T> &a, const Matrix<T> &b, const Matrix<T> &v,
            const std::vector<Real<T>> &w) {
  const Matrix<T> values = diagonal<T>(w);
  switch (type) {
  case MUSOLVER_EIG_TYPE_1:
    return isNear(a * v, b * v * values, 10) && isNear(adjoint(v) * b * v, identity<T>(v.columns));
  case MUSOLVER_EIG_TYPE_2:
    return isNear(a * (b * v), v * values, 100) &&
           isNear(adjoint(v) * b * v, identity<T>(v.columns));
  default: // inv(B) V is X, for which B X is V. With B A V = V W, it is A V inv(W).
    Matrix<T> x = a * v;
    for (int column = 0; column < v.columns; ++column)
      for (int row = 0; row < v.rows; ++row)
        x(row, column) /= w[column];
    return isNear(b * (a * v), v * values, 100) && isNear(adjoint(v) * x, identity<T>(v.columns));
  }
}

template <typename T> Matrix<T> leftMatrix() { return symmetricMatrix<T>(n, 1, true, 0); }
/// Positive definite, and not far from the identity.
template <typename T> Matrix<T> rightMatrix() {
  Matrix<T> result = symmetricMatrix<T>(n, 2, true, 60);
  for (T &element : result.elements)
    element /= T(32);
  return result;
}

template <typename T> std::vector<Real<T>> firstOf(const std::vector<Real<T>> &w, int count) {
  return {w.begin(), w.begin() + count};
}

/// `call(type, jobz, uplo, a, b, w, info)` is gvd or gvj.
template <typename T, typename Call> void testGeneralized(Call call) {
  const Matrix<T> a = leftMatrix<T>(), b = rightMatrix<T>();
  for (musolverEigType_t type : types)
    for (mublasFillMode_t uplo : triangles) {
      const DeviceMatrix<T> vectors(onlyTriangle(a, uplo)), factor(onlyTriangle(b, uplo));
      const DeviceArray<Real<T>> w{std::vector<Real<T>>(n)}, alone{std::vector<Real<T>>(n)};
      const DeviceInfo info, infoAlone;
      call(type, MUSOLVER_EIG_MODE_VECTOR, uplo, vectors, factor, w.get(), info);
      CHECK_EQUAL(info.read(), 0);
      const std::vector<Real<T>> values = w.read();
      CHECK(std::is_sorted(values.begin(), values.end()));
      CHECK(solves(type, a, b, vectors.read(), values));
      const Matrix<T> f = triangle(factor.read(), uplo);
      CHECK(isNear(uplo == MUBLAS_FILL_MODE_LOWER ? f * adjoint(f) : adjoint(f) * f, b));

      const DeviceMatrix<T> destroyed(onlyTriangle(a, uplo)), again(onlyTriangle(b, uplo));
      call(type, MUSOLVER_EIG_MODE_NOVECTOR, uplo, destroyed, again, alone.get(), infoAlone);
      CHECK_EQUAL(infoAlone.read(), 0);
      CHECK(isNear(Matrix<T>(diagonal<T>(values)), diagonal<T>(alone.read()), 10));
    }

  // B's first minor that is not positive has three rows; A and B's NaNs are found.
  Matrix<T> indefinite = b, bad = a;
  indefinite(2, 2) = T(-100);
  bad(4, 2) = T(NAN);
  const DeviceMatrix<T> left(a), right(indefinite), badLeft(bad), goodRight(b);
  const DeviceArray<Real<T>> w{std::vector<Real<T>>(n)};
  const DeviceInfo info, badInfo;
  call(MUSOLVER_EIG_TYPE_1, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, left, right, w.get(),
       info);
  CHECK_EQUAL(info.read(), n + 3);
  call(MUSOLVER_EIG_TYPE_1, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, badLeft, goodRight,
       w.get(), badInfo);
  CHECK_EQUAL(badInfo.read(), n);
  CHECK(std::isnan(w.read()[0]));
}

/// What a range selects of the eigenvalues that evd or gvd finds.
template <typename T> void testRange() {
  using A = ApiOf<T>;
  using R = Real<T>;
  const Matrix<T> a = leftMatrix<T>(), b = rightMatrix<T>();
  for (bool generalized : {false, true}) {
    const auto call = [&](musolverEigMode_t jobz, musolverEigRange_t range, R low, R high,
                          int first, int last, const DeviceMatrix<T> &vectors, R *w) {
      const DeviceMatrix<T> right(onlyTriangle(b, MUBLAS_FILL_MODE_UPPER));
      const DeviceInfo info;
      int found = -77;
      const auto work = workspace<T>([&](int *size) {
        return generalized
                   ? A::gvdxSize(handle, MUSOLVER_EIG_TYPE_1, jobz, range, MUBLAS_FILL_MODE_UPPER,
                                 n, vectors.get(), vectors.ld(), right.get(), right.ld(), low, high,
                                 first, last, &found, w, size)
                   : A::evdxSize(handle, jobz, range, MUBLAS_FILL_MODE_UPPER, n, vectors.get(),
                                 vectors.ld(), low, high, first, last, &found, w, size);
      });
      CHECK_SOLVER(generalized
                       ? A::gvdx(handle, MUSOLVER_EIG_TYPE_1, jobz, range, MUBLAS_FILL_MODE_UPPER,
                                 n, vectors.get(), vectors.ld(), right.get(), right.ld(), low, high,
                                 first, last, &found, w, work.get(), work.size(), info.get())
                       : A::evdx(handle, jobz, range, MUBLAS_FILL_MODE_UPPER, n, vectors.get(),
                                 vectors.ld(), low, high, first, last, &found, w, work.get(),
                                 work.size(), info.get()));
      // The number is there when the call returns.
      const int result = found;
      CHECK_EQUAL(info.read(), 0);
      return result;
    };
    const auto check = [&](musolverEigRange_t range, R low, R high, int first, int last,
                           const std::vector<R> &expected) {
      for (musolverEigMode_t jobz : {MUSOLVER_EIG_MODE_VECTOR, MUSOLVER_EIG_MODE_NOVECTOR}) {
        const DeviceMatrix<T> vectors(onlyTriangle(a, MUBLAS_FILL_MODE_UPPER));
        const DeviceArray<R> w{std::vector<R>(n)};
        const int found = call(jobz, range, low, high, first, last, vectors, w.get());
        CHECK_EQUAL(found, int(expected.size()));
        if (found != int(expected.size()))
          continue;
        const std::vector<R> values = firstOf<T>(w.read(), found);
        CHECK(isNear(diagonal<T>(values), diagonal<T>(expected), 10));
        if (jobz == MUSOLVER_EIG_MODE_VECTOR)
          CHECK(solves(MUSOLVER_EIG_TYPE_1, a, generalized ? b : identity<T>(n),
                       vectors.read().part(n, found), values));
      }
    };
    const DeviceMatrix<T> vectors(onlyTriangle(a, MUBLAS_FILL_MODE_UPPER));
    const DeviceArray<R> w{std::vector<R>(n)};
    CHECK_EQUAL(
        call(MUSOLVER_EIG_MODE_NOVECTOR, MUSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, vectors, w.get()), n);
    const std::vector<R> all = w.read();
    check(MUSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, all);
    check(MUSOLVER_EIG_RANGE_I, 0, 0, 2, 4, {all[1], all[2], all[3]});
    check(MUSOLVER_EIG_RANGE_V, (all[0] + all[1]) / 2, (all[4] + all[5]) / 2, 0, 0,
          {all[1], all[2], all[3], all[4]});
    check(MUSOLVER_EIG_RANGE_V, all[5] + 1, all[5] + 2, 0, 0, {});
  }
}

/// What the Jacobi methods tell of their last run.
template <typename T> void testResidual() {
  using A = ApiOf<T>;
  const Matrix<T> a = leftMatrix<T>();
  const DeviceMatrix<T> vectors(onlyTriangle(a, MUBLAS_FILL_MODE_LOWER));
  const DeviceArray<Real<T>> w{std::vector<Real<T>>(n)};
  const DeviceInfo info;
  CHECK_SOLVER(A::evj(handle, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, n, vectors.get(),
                      vectors.ld(), w.get(), nullptr, 0, info.get(), parameters));
  int sweeps = -77;
  double residual = -77;
  CHECK_SOLVER(musolverDnXsyevjGetSweeps(handle, parameters, &sweeps));
  CHECK_EQUAL(sweeps, 1);
  CHECK_SOLVER(musolverDnXsyevjGetResidual(handle, parameters, &residual));
  const Matrix<T> v = vectors.read();
  const Matrix<T> again = v * diagonal<T>(w.read()) * adjoint(v);
  double expected = 0;
  for (size_t i = 0; i < a.elements.size(); ++i)
    expected += std::norm(std::complex<double>(a.elements[i] - again.elements[i]));
  CHECK(residual >= 0 && residual <= bound<T>);
  CHECK(std::abs(residual - std::sqrt(expected)) <= bound<T>);

  // Not of a batch, as in cuSOLVER.
  CHECK_SOLVER(A::evjBatched(handle, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, n,
                             vectors.get(), vectors.ld(), w.get(), nullptr, 0, info.get(),
                             parameters, 1));
  CHECK_EQUAL(status(musolverDnXsyevjGetResidual(handle, parameters, &residual)),
              int(MUSOLVER_STATUS_NOT_SUPPORTED));
  CHECK_EQUAL(status(musolverDnXsyevjGetSweeps(handle, parameters, &sweeps)),
              int(MUSOLVER_STATUS_NOT_SUPPORTED));
}

template <typename T> void test() {
  using A = ApiOf<T>;
  const auto gvd = [](musolverEigType_t type, musolverEigMode_t jobz, mublasFillMode_t uplo,
                      const DeviceMatrix<T> &a, const DeviceMatrix<T> &b, Real<T> *w,
                      const DeviceInfo &info) {
    const auto work = workspace<T>([&](int *size) {
      return A::gvdSize(handle, type, jobz, uplo, n, a.get(), a.ld(), b.get(), b.ld(), w, size);
    });
    CHECK_SOLVER(A::gvd(handle, type, jobz, uplo, n, a.get(), a.ld(), b.get(), b.ld(), w,
                        work.get(), work.size(), info.get()));
  };
  const auto gvj = [](musolverEigType_t type, musolverEigMode_t jobz, mublasFillMode_t uplo,
                      const DeviceMatrix<T> &a, const DeviceMatrix<T> &b, Real<T> *w,
                      const DeviceInfo &info) {
    const auto work = workspace<T>([&](int *size) {
      return A::gvjSize(handle, type, jobz, uplo, n, a.get(), a.ld(), b.get(), b.ld(), w, size,
                        parameters);
    });
    CHECK_SOLVER(A::gvj(handle, type, jobz, uplo, n, a.get(), a.ld(), b.get(), b.ld(), w,
                        work.get(), work.size(), info.get(), parameters));
  };
  testGeneralized<T>(gvd);
  testGeneralized<T>(gvj);
  testRange<T>();
  testResidual<T>();
}

void testArguments() {
  const DeviceMatrix<float> left(leftMatrix<float>()), right(rightMatrix<float>());
  const DeviceArray<float> values(std::vector<float>(n, 77));
  const DeviceInfo info;
  const auto gvd = [&](musolverDnHandle_t with, musolverEigType_t type, int rows, float *b, int ldb,
                       float *w) {
    return status(musolverDnSsygvd(with, type, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER,
                                   rows, left.get(), left.ld(), b, ldb, w, nullptr, 0, info.get()));
  };
  const auto type = MUSOLVER_EIG_TYPE_1;
  const int ld = right.ld();
  CHECK_EQUAL(gvd(nullptr, type, n, right.get(), ld, values.get()),
              int(MUSOLVER_STATUS_NOT_INITIALIZED));
  CHECK_EQUAL(gvd(handle, static_cast<musolverEigType_t>(4), n, right.get(), ld, values.get()),
              invalid);
  CHECK_EQUAL(gvd(handle, type, -1, right.get(), ld, values.get()), invalid);
  CHECK_EQUAL(gvd(handle, type, n, nullptr, ld, values.get()), invalid);
  CHECK_EQUAL(gvd(handle, type, n, right.get(), n - 1, values.get()), invalid);
  CHECK_EQUAL(gvd(handle, type, n, right.get(), ld, nullptr), invalid);
  int size = 0;
  CHECK_EQUAL(
      status(musolverDnSsygvd_bufferSize(handle, static_cast<musolverEigType_t>(0),
                                         MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, n,
                                         left.get(), left.ld(), right.get(), ld, nullptr, &size)),
      invalid);
  CHECK_EQUAL(status(musolverDnSsygvj_bufferSize(handle, type, MUSOLVER_EIG_MODE_VECTOR,
                                                 MUBLAS_FILL_MODE_LOWER, n, left.get(), left.ld(),
                                                 right.get(), n - 1, nullptr, &size, parameters)),
              invalid);
  const auto evdx = [&](musolverEigRange_t range, float low, float high, int first, int last,
                        int *found) {
    return status(musolverDnSsyevdx(handle, MUSOLVER_EIG_MODE_VECTOR, range, MUBLAS_FILL_MODE_LOWER,
                                    n, left.get(), left.ld(), low, high, first, last, found,
                                    values.get(), nullptr, 0, info.get()));
  };
  int found = 0;
  CHECK_EQUAL(evdx(static_cast<musolverEigRange_t>(0), 0, 1, 1, 2, &found), invalid);
  CHECK_EQUAL(evdx(MUSOLVER_EIG_RANGE_I, 0, 1, 0, 2, &found), invalid);
  CHECK_EQUAL(evdx(MUSOLVER_EIG_RANGE_I, 0, 1, 3, 2, &found), invalid);
  CHECK_EQUAL(evdx(MUSOLVER_EIG_RANGE_I, 0, 1, 3, n + 1, &found), invalid);
  CHECK_EQUAL(evdx(MUSOLVER_EIG_RANGE_V, 1, 1, 0, 0, &found), invalid);
  CHECK_EQUAL(evdx(MUSOLVER_EIG_RANGE_ALL, 0, 0, 0, 0, nullptr), invalid);
  double residual = 0;
  CHECK_EQUAL(status(musolverDnXsyevjGetResidual(handle, parameters, nullptr)), invalid);
  CHECK_EQUAL(status(musolverDnXsyevjGetResidual(handle, nullptr, &residual)), invalid);
  CHECK_EQUAL(status(musolverDnXsyevjGetResidual(nullptr, parameters, &residual)),
              int(MUSOLVER_STATUS_NOT_INITIALIZED));
  // Nothing was touched, and what has no elements is done at once.
  CHECK(left.read().elements == leftMatrix<float>().elements);
  CHECK_EQUAL(info.read(), -77);
  CHECK_SOLVER(musolverDnSsygvd(handle, type, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, 0,
                                nullptr, 1, nullptr, 1, nullptr, nullptr, 0, info.get()));
  CHECK_EQUAL(info.read(), 0);
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  CHECK_SOLVER(musolverDnCreateSyevjInfo(&parameters));
  test<float>();
  test<double>();
  test<std::complex<float>>();
  test<std::complex<double>>();
  testArguments();
  CHECK_SOLVER(musolverDnDestroySyevjInfo(parameters));
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
