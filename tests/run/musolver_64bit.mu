// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's functions whose types are values, as far as the tests by subject have not called them.
#include "musolver_test.h"

#include <climits>
#include <musolverDn.h>

namespace {

musolverDnHandle_t handle;
musolverDnParams_t parameters;

template <typename T> void testCholesky(musaDataType type) {
  constexpr int n = 5, nrhs = 2;
  const Matrix<T> a = symmetricMatrix<T>(n, 1, true, 50);
  const Matrix<T> x = someMatrix<T>(n, nrhs, 2);
  for (mublasFillMode_t uplo : {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER}) {
    const DeviceMatrix<T> factor(onlyTriangle(a, uplo)), solution(a * x);
    const DeviceInfo info, solved;
    size_t deviceBytes = 0, hostBytes = 0;
    CHECK_SOLVER(musolverDnXpotrf_bufferSize(handle, parameters, uplo, n, type, factor.get(),
                                             factor.ld(), type, &deviceBytes, &hostBytes));
    CHECK(deviceBytes >= 1 && hostBytes >= 1);
    CHECK_SOLVER(musolverDnXpotrf(handle, parameters, uplo, n, type, factor.get(), factor.ld(),
                                  type, nullptr, 0, nullptr, 0, info.get()));
    CHECK_EQUAL(info.read(), 0);
    const Matrix<T> f = triangle(factor.read(), uplo);
    CHECK(isNear(uplo == MUBLAS_FILL_MODE_LOWER ? f * adjoint(f) : adjoint(f) * f, a));
    CHECK_SOLVER(musolverDnXpotrs(handle, parameters, uplo, n, nrhs, type, factor.get(),
                                  factor.ld(), type, solution.get(), solution.ld(), solved.get()));
    CHECK_EQUAL(solved.read(), 0);
    CHECK(isNear(solution.read(), x));
  }
}

template <typename T> void testLU(musaDataType type) {
  constexpr int n = 5, nrhs = 2;
  for (bool pivoting : {true, false}) {
    Matrix<T> a = someMatrix<T>(n, n, 3);
    for (int i = 0; i < n; ++i)
      a(i, i) += T(pivoting ? 1 : 40);
    const Matrix<T> x = someMatrix<T>(n, nrhs, 4);
    const DeviceMatrix<T> factors(a);
    const DeviceArray<int64_t> pivots(std::vector<int64_t>(n, -77));
    int64_t *chosen = pivoting ? pivots.get() : nullptr;
    const DeviceInfo info;
    size_t deviceBytes = 0, hostBytes = 0;
    CHECK_SOLVER(musolverDnXgetrf_bufferSize(handle, parameters, n, n, type, factors.get(),
                                             factors.ld(), type, &deviceBytes, &hostBytes));
    CHECK(deviceBytes >= 1 && hostBytes >= 1);
    CHECK_SOLVER(musolverDnXgetrf(handle, parameters, n, n, type, factors.get(), factors.ld(),
                                  chosen, type, nullptr, 0, nullptr, 0, info.get()));
    CHECK_EQUAL(info.read(), 0);
    for (int64_t pivot : pivots.read())
      CHECK(pivoting ? pivot >= 1 && pivot <= n : pivot == -77);
    for (mublasOperation_t trans : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C}) {
      const DeviceMatrix<T> solution(operand(trans, a) * x);
      const DeviceInfo solved;
      CHECK_SOLVER(musolverDnXgetrs(handle, parameters, trans, n, nrhs, type, factors.get(),
                                    factors.ld(), chosen, type, solution.get(), solution.ld(),
                                    solved.get()));
      CHECK_EQUAL(solved.read(), 0);
      CHECK(isNear(solution.read(), x));
    }
  }
}

template <typename T> void testQR(musaDataType type) {
  constexpr int m = 6, n = 4;
  const Matrix<T> a = someMatrix<T>(m, n, 5);
  const DeviceMatrix<T> factors(a);
  const DeviceArray<T> tau(std::vector<T>(n, T(77)));
  const DeviceInfo info;
  size_t deviceBytes = 0, hostBytes = 0;
  CHECK_SOLVER(musolverDnXgeqrf_bufferSize(handle, parameters, m, n, type, factors.get(),
                                           factors.ld(), type, tau.get(), type, &deviceBytes,
                                           &hostBytes));
  CHECK(deviceBytes >= 1 && hostBytes >= 1);
  CHECK_SOLVER(musolverDnXgeqrf(handle, parameters, m, n, type, factors.get(), factors.ld(), type,
                                tau.get(), type, nullptr, 0, nullptr, 0, info.get()));
  CHECK_EQUAL(info.read(), 0);
  const Matrix<T> r = triangle(factors.read(), MUBLAS_FILL_MODE_UPPER).part(n, n);
  CHECK_SOLVER(ApiOf<T>::gqr(handle, m, n, n, factors.get(), factors.ld(), in(tau.get()), nullptr,
                             0, info.get()));
  const Matrix<T> q = factors.read();
  CHECK(isOrthonormal(q));
  CHECK(isNear(q * r, a));
}

/// Types that do not go together, and sizes that LAPACK has no numbers for.
void testNotSupported() {
  const DeviceMatrix<float> a(identity<float>(2));
  const DeviceInfo info;
  const auto potrf = [&](musaDataType type, musaDataType compute, int64_t lda) {
    return static_cast<int>(musolverDnXpotrf(handle, parameters, MUBLAS_FILL_MODE_LOWER, 2, type,
                                             a.get(), lda, compute, nullptr, 0, nullptr, 0,
                                             info.get()));
  };
  const int refused = MUSOLVER_STATUS_NOT_SUPPORTED;
  CHECK_EQUAL(potrf(MUSA_R_32F, MUSA_R_64F, a.ld()), refused);
  CHECK_EQUAL(potrf(MUSA_R_16F, MUSA_R_16F, a.ld()), refused);
  CHECK_EQUAL(potrf(MUSA_R_32F, MUSA_R_32F, int64_t{INT_MAX} + 1), refused);
  const DeviceArray<float> w({0, 0});
  CHECK_EQUAL(static_cast<int>(musolverDnXsyevd(handle, parameters, MUSOLVER_EIG_MODE_VECTOR,
                                                MUBLAS_FILL_MODE_LOWER, 1, MUSA_C_32F, a.get(), 1,
                                                MUSA_C_32F, w.get(), MUSA_C_32F, nullptr, 0,
                                                nullptr, 0, info.get())),
              refused);
  CHECK_EQUAL(info.read(), -77);
}

template <typename T> void test(musaDataType type) {
  testCholesky<T>(type);
  testLU<T>(type);
  testQR<T>(type);
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  CHECK_SOLVER(musolverDnCreateParams(&parameters));
  CHECK_SOLVER(musolverDnSetAdvOptions(parameters, MUSOLVERDN_GETRF, MUSOLVER_ALG_0));
  test<float>(MUSA_R_32F);
  test<double>(MUSA_R_64F);
  test<std::complex<float>>(MUSA_C_32F);
  test<std::complex<double>>(MUSA_C_64F);
  testNotSupported();
  CHECK_SOLVER(musolverDnDestroyParams(parameters));
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
