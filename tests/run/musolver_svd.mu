// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's singular values: U and V are orthonormal, and U diag(S) V^H is A.
#include "musolver_test.h"

#include <limits>

namespace {

musolverDnHandle_t handle;
gesvdjInfo_t parameters;

template <typename T>
void checkSvd(const Matrix<T> &a, const Matrix<T> &u, const std::vector<Real<T>> &s,
              const Matrix<T> &v) {
  const int k = int(s.size());
  CHECK(isOrthonormal(u));
  CHECK(isOrthonormal(v));
  CHECK(isNear(u.part(a.rows, k) * diagonal<T>(s) * adjoint(v.part(a.columns, k)), a, 10));
  CHECK(std::is_sorted(s.rbegin(), s.rend()) && s.back() >= 0);
}

template <typename T> bool areNear(const std::vector<T> &a, const std::vector<T> &b) {
  return isNear(Matrix<T>(int(a.size()), 1, a), Matrix<T>(int(b.size()), 1, b), 10);
}
template <typename R> std::vector<R> filled(size_t count) { return std::vector<R>(count, R(77)); }

/// gesvd and its form with 64 bits, by `call(jobu, jobvt, ...)`. They give V^H.
template <typename T, typename Call> void testGesvd(Call call) {
  for (const auto [m, n] : {std::pair(6, 6), std::pair(9, 4), std::pair(40, 33)}) {
    const Matrix<T> a = someMatrix<T>(m, n, 1);
    std::vector<Real<T>> values;
    for (char job : {'A', 'S', 'N'}) {
      const DeviceMatrix<T> destroyed(a), u(m, job == 'A' ? m : n), vt(n, n);
      const DeviceArray<Real<T>> s(filled<Real<T>>(n));
      const DeviceInfo info;
      call(job, job, m, n, destroyed, s.get(), u, vt, info);
      CHECK_EQUAL(info.read(), 0);
      if (job == 'N')
        CHECK(areNear(s.read(), values));
      else
        checkSvd(a, u.read(), values = s.read(), adjoint(vt.read()));
    }
    // One in place of A, the other not at all.
    const DeviceMatrix<T> inPlace(a), none(1, 1);
    const DeviceArray<Real<T>> s(filled<Real<T>>(n));
    const DeviceInfo info;
    call('O', 'N', m, n, inPlace, s.get(), none, none, info);
    CHECK_EQUAL(info.read(), 0);
    CHECK(isOrthonormal(inPlace.read()));
    const Matrix<T> rest = adjoint(inPlace.read()) * a;
    CHECK(isNear(rest * adjoint(rest), diagonal<T>(values) * diagonal<T>(values), 1000));
  }
}

template <typename T> void testGesvdj() {
  for (const auto [m, n] : {std::pair(6, 6), std::pair(9, 4), std::pair(4, 9), std::pair(50, 35)})
    for (bool economic : {true, false}) {
      const int k = std::min(m, n);
      const Matrix<T> a = someMatrix<T>(m, n, 2);
      const DeviceMatrix<T> destroyed(a), again(a);
      const DeviceMatrix<T> u(m, economic ? k : m), v(n, economic ? k : n);
      const DeviceArray<Real<T>> s(filled<Real<T>>(k)), alone(filled<Real<T>>(k));
      const DeviceInfo info, infoAlone;
      const auto work = workspace<T>([&, rows = m, columns = n](int *size) {
        return ApiOf<T>::gesvdjSize(handle, MUSOLVER_EIG_MODE_VECTOR, economic, rows, columns,
                                    destroyed.get(), destroyed.ld(), s.get(), u.get(), u.ld(),
                                    v.get(), v.ld(), size, parameters);
      });
      CHECK_SOLVER(ApiOf<T>::gesvdj(handle, MUSOLVER_EIG_MODE_VECTOR, economic, m, n,
                                    destroyed.get(), destroyed.ld(), s.get(), u.get(), u.ld(),
                                    v.get(), v.ld(), work.get(), work.size(), info.get(),
                                    parameters));
      CHECK_EQUAL(info.read(), 0);
      checkSvd(a, u.read(), s.read(), v.read());
      double residual = -77;
      int sweeps = -77;
      CHECK_SOLVER(musolverDnXgesvdjGetResidual(handle, parameters, &residual));
      CHECK(residual >= 0 && residual <= 10 * bound<T>);
      CHECK_SOLVER(musolverDnXgesvdjGetSweeps(handle, parameters, &sweeps));
      CHECK_EQUAL(sweeps, 1);
      CHECK_SOLVER(ApiOf<T>::gesvdj(handle, MUSOLVER_EIG_MODE_NOVECTOR, economic, m, n, again.get(),
                                    again.ld(), alone.get(), nullptr, m, nullptr, n, work.get(),
                                    work.size(), infoAlone.get(), parameters));
      CHECK_EQUAL(infoAlone.read(), 0);
      CHECK(areNear(s.read(), alone.read()));
    }
}

/// Matrices side by side.
template <typename T> Matrix<T> beside(const std::vector<Matrix<T>> &all) {
  Matrix<T> result(all[0].rows, 0);
  for (const Matrix<T> &one : all) {
    result.elements.insert(result.elements.end(), one.elements.begin(), one.elements.end());
    result.columns += one.columns;
  }
  return result;
}
/// One of these, with so many columns.
template <typename T> Matrix<T> oneOf(const Matrix<T> &all, int index, int columns) {
  const auto from = all.elements.begin() + size_t(index) * columns * all.rows;
  return {all.rows, columns, std::vector<T>(from, from + size_t(columns) * all.rows)};
}

template <typename T> void testMany() {
  constexpr int count = 3;
  for (const auto [m, n] : {std::pair(5, 5), std::pair(6, 3), std::pair(3, 6), std::pair(32, 32)}) {
    const int k = std::min(m, n);
    std::vector<Matrix<T>> all;
    for (int i = 0; i < count; ++i)
      all.push_back(someMatrix<T>(m, n, i));
    all[1](0, 1) = T(NAN);
    const DeviceMatrix<T> destroyed(beside(all)), u(m, m * count), v(n, n * count);
    const DeviceArray<Real<T>> s(filled<Real<T>>(k * count));
    const DeviceArray<int> infos(std::vector<int>(count, -77));
    const auto work = workspace<T>([&, rows = m, columns = n](int *size) {
      return ApiOf<T>::gesvdjBatchedSize(handle, MUSOLVER_EIG_MODE_VECTOR, rows, columns,
                                         destroyed.get(), destroyed.ld(), s.get(), u.get(), u.ld(),
                                         v.get(), v.ld(), size, parameters, count);
    });
    CHECK_SOLVER(ApiOf<T>::gesvdjBatched(handle, MUSOLVER_EIG_MODE_VECTOR, m, n, destroyed.get(),
                                         destroyed.ld(), s.get(), u.get(), u.ld(), v.get(), v.ld(),
                                         work.get(), work.size(), infos.get(), parameters, count));
    double residual = 0;
    CHECK_EQUAL(static_cast<int>(musolverDnXgesvdjGetResidual(handle, parameters, &residual)),
                static_cast<int>(MUSOLVER_STATUS_NOT_SUPPORTED));
    // What is not finite does not converge, and says so for its own matrix.
    CHECK(infos.read() == std::vector<int>({0, k + 1, 0}));
    const std::vector<Real<T>> values = s.read();
    CHECK(std::isnan(values[k]));
    for (int i : {0, 2})
      checkSvd(all[i], oneOf(u.read(), i, m),
               std::vector<Real<T>>(values.begin() + k * i, values.begin() + k * (i + 1)),
               oneOf(v.read(), i, n));
  }
}

template <typename T> void testApproximate() {
  constexpr int m = 8, n = 5, count = 2;
  std::vector<Matrix<T>> all;
  for (int i = 0; i < count; ++i)
    all.push_back(someMatrix<T>(m, n, i + 3));
  for (int rank : {n, 2}) {
    const DeviceMatrix<T> kept(beside(all)), u(m, rank * count), v(n, rank * count);
    // Strides may be larger than what is in between.
    const int stride = rank + 3;
    const DeviceArray<Real<T>> s(filled<Real<T>>(stride * count)),
        alone(filled<Real<T>>(stride * count));
    const DeviceArray<int> infos(std::vector<int>(count, -77));
    double residuals[count] = {-1, -1};
    const auto strideOf = [](const DeviceMatrix<T> &matrix, int columns) {
      return static_cast<long long>(matrix.ld()) * columns;
    };
    const auto work = workspace<T>([&](int *size) {
      return ApiOf<T>::gesvdaSize(handle, MUSOLVER_EIG_MODE_VECTOR, rank, m, n, kept.get(),
                                  kept.ld(), strideOf(kept, n), s.get(), stride, u.get(), u.ld(),
                                  strideOf(u, rank), v.get(), v.ld(), strideOf(v, rank), size,
                                  count);
    });
    CHECK_SOLVER(ApiOf<T>::gesvda(handle, MUSOLVER_EIG_MODE_VECTOR, rank, m, n, kept.get(),
                                  kept.ld(), strideOf(kept, n), s.get(), stride, u.get(), u.ld(),
                                  strideOf(u, rank), v.get(), v.ld(), strideOf(v, rank), work.get(),
                                  work.size(), infos.get(), residuals, count));
    CHECK(infos.read() == std::vector<int>(count, 0));
    CHECK(kept.read().elements == beside(all).elements);
    const std::vector<Real<T>> values = s.read();
    for (int i = 0; i < count; ++i) {
      const std::vector<Real<T>> some(values.begin() + stride * i,
                                      values.begin() + stride * i + rank);
      const Matrix<T> uOne = oneOf(u.read(), i, rank), vOne = oneOf(v.read(), i, rank);
      if (rank == n)
        checkSvd(all[i], uOne, some, vOne);
      const Matrix<T> product = uOne * diagonal<T>(some) * adjoint(vOne);
      double sum = 0;
      for (int j = 0; j < m * n; ++j)
        sum += std::norm(product.elements[j] - all[i].elements[j]);
      CHECK(std::abs(std::sqrt(sum) - residuals[i]) < bound<T>);
      // A's singular vectors, the best approximation there is.
      CHECK(isNear(all[i] * vOne, uOne * diagonal<T>(some), 10));
      CHECK_EQUAL(values[stride * i + rank], Real<T>(77));
    }
    CHECK_SOLVER(ApiOf<T>::gesvda(handle, MUSOLVER_EIG_MODE_NOVECTOR, rank, m, n, kept.get(),
                                  kept.ld(), strideOf(kept, n), alone.get(), stride, nullptr, m, 0,
                                  nullptr, n, 0, nullptr, 0, infos.get(), nullptr, count));
    CHECK(areNear(values, alone.read()));
  }
}

template <typename T> void test(musaDataType type, musaDataType realType) {
  testGesvd<T>([](char jobu, char jobvt, int m, int n, const DeviceMatrix<T> &a, Real<T> *s,
                  const DeviceMatrix<T> &u, const DeviceMatrix<T> &vt, const DeviceInfo &info) {
    const auto work =
        workspace<T>([&](int *size) { return ApiOf<T>::gesvdSize(handle, m, n, size); });
    CHECK_SOLVER(ApiOf<T>::gesvd(handle, jobu, jobvt, m, n, a.get(), a.ld(), s, u.get(), u.ld(),
                                 vt.get(), vt.ld(), work.get(), work.size(), nullptr, info.get()));
  });
  testGesvd<T>([=](char jobu, char jobvt, int m, int n, const DeviceMatrix<T> &a, Real<T> *s,
                   const DeviceMatrix<T> &u, const DeviceMatrix<T> &vt, const DeviceInfo &info) {
    size_t deviceBytes = 0, hostBytes = 0;
    CHECK_SOLVER(musolverDnXgesvd_bufferSize(handle, nullptr, jobu, jobvt, m, n, type, a.get(),
                                             a.ld(), realType, s, type, u.get(), u.ld(), type,
                                             vt.get(), vt.ld(), type, &deviceBytes, &hostBytes));
    CHECK(deviceBytes >= 1 && hostBytes >= 1);
    CHECK_SOLVER(musolverDnXgesvd(handle, nullptr, jobu, jobvt, m, n, type, a.get(), a.ld(),
                                  realType, s, type, u.get(), u.ld(), type, vt.get(), vt.ld(), type,
                                  nullptr, 0, nullptr, 0, info.get()));
  });
  Matrix<T> bad = someMatrix<T>(4, 3, 1);
  bad(2, 2) = T(-std::numeric_limits<Real<T>>::infinity());
  const DeviceMatrix<T> destroyed(bad), u(4, 3), vt(3, 3);
  const DeviceArray<Real<T>> s(filled<Real<T>>(3));
  const DeviceInfo info;
  CHECK_SOLVER(ApiOf<T>::gesvd(handle, 'S', 'S', 4, 3, destroyed.get(), destroyed.ld(), s.get(),
                               u.get(), u.ld(), vt.get(), vt.ld(), nullptr, 0, nullptr,
                               info.get()));
  CHECK(info.read() > 0);
  CHECK(std::isnan(s.read()[0]));

  testGesvdj<T>();
  testMany<T>();
  testApproximate<T>();
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  CHECK_SOLVER(musolverDnCreateGesvdjInfo(&parameters));
  CHECK_SOLVER(musolverDnXgesvdjSetTolerance(parameters, 1e-7));
  CHECK_SOLVER(musolverDnXgesvdjSetMaxSweeps(parameters, 400));
  CHECK_SOLVER(musolverDnXgesvdjSetSortEig(parameters, 1));
  test<float>(MUSA_R_32F, MUSA_R_32F);
  test<double>(MUSA_R_64F, MUSA_R_64F);
  test<std::complex<float>>(MUSA_C_32F, MUSA_R_32F);
  test<std::complex<double>>(MUSA_C_64F, MUSA_R_64F);
  CHECK_SOLVER(musolverDnDestroyGesvdjInfo(parameters));
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
