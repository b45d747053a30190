// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's eigenvalues and eigenvectors: V is orthonormal, and A V is V diag(W).
#include "musolver_test.h"

namespace {

musolverDnHandle_t handle;
syevjInfo_t parameters;

template <typename T>
void checkEigen(const Matrix<T> &a, const Matrix<T> &v, const std::vector<Real<T>> &w) {
  CHECK(isOrthonormal(v));
  CHECK(isNear(a * v, v * diagonal<T>(w), 10));
  CHECK(std::is_sorted(w.begin(), w.end()));
}

template <typename T> bool areNear(const std::vector<T> &a, const std::vector<T> &b) {
  return isNear(Matrix<T>(int(a.size()), 1, a), Matrix<T>(int(b.size()), 1, b), 10);
}

/// `call(jobz, uplo, matrix, w, info)` is one of the functions for a single matrix.
template <typename T, typename Call> void testOne(Call call) {
  for (int n : {1, 6, 40})
    for (mublasFillMode_t uplo : {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER}) {
      const Matrix<T> a = symmetricMatrix<T>(n, 1, true, 0);
      const DeviceMatrix<T> vectors(onlyTriangle(a, uplo)), destroyed(onlyTriangle(a, uplo));
      const DeviceArray<Real<T>> w{std::vector<Real<T>>(n)}, alone{std::vector<Real<T>>(n)};
      const DeviceInfo info, infoAlone;
      call(MUSOLVER_EIG_MODE_VECTOR, uplo, n, vectors, w.get(), info);
      CHECK_EQUAL(info.read(), 0);
      checkEigen(a, vectors.read(), w.read());
      call(MUSOLVER_EIG_MODE_NOVECTOR, uplo, n, destroyed, alone.get(), infoAlone);
      CHECK_EQUAL(infoAlone.read(), 0);
      CHECK(areNear(w.read(), alone.read()));
    }
}

/// What is not finite does not converge.
template <typename T, typename Call> void testNotFinite(int expected, Call call) {
  Matrix<T> a = symmetricMatrix<T>(5, 2, true, 0);
  a(3, 1) = T(std::numeric_limits<Real<T>>::infinity());
  const DeviceMatrix<T> matrix(a);
  const DeviceArray<Real<T>> w(std::vector<Real<T>>(5));
  const DeviceInfo info;
  call(MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_LOWER, 5, matrix, w.get(), info);
  CHECK_EQUAL(info.read(), expected);
  CHECK(std::isnan(w.read()[0]));
}

template <typename T> void testMany() {
  constexpr int n = 5, count = 3;
  Matrix<T> all(n, n * count);
  std::vector<Matrix<T>> each;
  for (int i = 0; i < count; ++i) {
    each.push_back(symmetricMatrix<T>(n, i, true, i));
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < n; ++row)
        all(row, i * n + column) = each[i](row, column);
  }
  const DeviceMatrix<T> vectors(all);
  const DeviceArray<Real<T>> w(std::vector<Real<T>>(n * count));
  const DeviceArray<int> infos(std::vector<int>(count, -77));
  const auto work = workspace<T>([&](int *size) {
    return ApiOf<T>::evjBatchedSize(handle, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_UPPER, n,
                                    vectors.get(), vectors.ld(), w.get(), size, parameters, count);
  });
  CHECK_SOLVER(ApiOf<T>::evjBatched(handle, MUSOLVER_EIG_MODE_VECTOR, MUBLAS_FILL_MODE_UPPER, n,
                                    vectors.get(), vectors.ld(), w.get(), work.get(), work.size(),
                                    infos.get(), parameters, count));
  CHECK(infos.read() == std::vector<int>(count, 0));
  const Matrix<T> v = vectors.read();
  const std::vector<Real<T>> values = w.read();
  for (int i = 0; i < count; ++i) {
    Matrix<T> one(n, n);
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < n; ++row)
        one(row, column) = v(row, i * n + column);
    checkEigen(each[i], one,
               std::vector<Real<T>>(values.begin() + i * n, values.begin() + (i + 1) * n));
  }
}

template <typename T> void test(musaDataType type, musaDataType realType) {
  using A = ApiOf<T>;
  const auto evd = [](musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                      const DeviceMatrix<T> &a, Real<T> *w, const DeviceInfo &info) {
    const auto work = workspace<T>(
        [&](int *size) { return A::evdSize(handle, jobz, uplo, n, a.get(), a.ld(), w, size); });
    CHECK_SOLVER(
        A::evd(handle, jobz, uplo, n, a.get(), a.ld(), w, work.get(), work.size(), info.get()));
  };
  const auto evj = [](musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                      const DeviceMatrix<T> &a, Real<T> *w, const DeviceInfo &info) {
    const auto work = workspace<T>([&](int *size) {
      return A::evjSize(handle, jobz, uplo, n, a.get(), a.ld(), w, size, parameters);
    });
    CHECK_SOLVER(A::evj(handle, jobz, uplo, n, a.get(), a.ld(), w, work.get(), work.size(),
                        info.get(), parameters));
  };
  const auto xsyevd = [=](musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                          const DeviceMatrix<T> &a, Real<T> *w, const DeviceInfo &info) {
    size_t deviceBytes = 0, hostBytes = 0;
    CHECK_SOLVER(musolverDnXsyevd_bufferSize(handle, nullptr, jobz, uplo, n, type, a.get(), a.ld(),
                                             realType, w, type, &deviceBytes, &hostBytes));
    CHECK(deviceBytes >= 1 && hostBytes >= 1);
    CHECK_SOLVER(musolverDnXsyevd(handle, nullptr, jobz, uplo, n, type, a.get(), a.ld(), realType,
                                  w, type, nullptr, 0, nullptr, 0, info.get()));
  };
  testOne<T>(evd);
  testOne<T>(evj);
  testOne<T>(xsyevd);
  testNotFinite<T>(5, evd);
  testNotFinite<T>(6, evj);
  testMany<T>();
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  CHECK_SOLVER(musolverDnCreateSyevjInfo(&parameters));
  CHECK_SOLVER(musolverDnXsyevjSetTolerance(parameters, 1e-7));
  CHECK_SOLVER(musolverDnXsyevjSetMaxSweeps(parameters, 20));
  CHECK_SOLVER(musolverDnXsyevjSetSortEig(parameters, 1));
  test<float>(MUSA_R_32F, MUSA_R_32F);
  test<double>(MUSA_R_64F, MUSA_R_64F);
  test<std::complex<float>>(MUSA_C_32F, MUSA_R_32F);
  test<std::complex<double>>(MUSA_C_64F, MUSA_R_64F);
  CHECK_SOLVER(musolverDnDestroySyevjInfo(parameters));
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
