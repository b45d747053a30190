// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's Cholesky, LU and L D L^T: factors are multiplied again, solutions are known before.
#include "musolver_test.h"

namespace {

musolverDnHandle_t handle;
constexpr mublasFillMode_t triangles[] = {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER};

template <typename T> void testCholesky() {
  constexpr int n = 6, nrhs = 3;
  const Matrix<T> a = symmetricMatrix<T>(n, 1, true, 60);
  const Matrix<T> x = someMatrix<T>(n, nrhs, 2);
  for (mublasFillMode_t uplo : triangles) {
    const DeviceMatrix<T> factor(onlyTriangle(a, uplo)), solution(a * x);
    const DeviceInfo info, solved, inverted;
    const auto work = workspace<T>([&](int *size) {
      return ApiOf<T>::potrfSize(handle, uplo, n, factor.get(), factor.ld(), size);
    });
    CHECK_SOLVER(ApiOf<T>::potrf(handle, uplo, n, factor.get(), factor.ld(), work.get(),
                                 work.size(), info.get()));
    CHECK_EQUAL(info.read(), 0);
    const Matrix<T> f = triangle(factor.read(), uplo);
    CHECK(isNear(uplo == MUBLAS_FILL_MODE_LOWER ? f * adjoint(f) : adjoint(f) * f, a));

    CHECK_SOLVER(ApiOf<T>::potrs(handle, uplo, n, nrhs, factor.get(), factor.ld(), solution.get(),
                                 solution.ld(), solved.get()));
    CHECK_EQUAL(solved.read(), 0);
    CHECK(isNear(solution.read(), x));

    const auto more = workspace<T>([&](int *size) {
      return ApiOf<T>::potriSize(handle, uplo, n, factor.get(), factor.ld(), size);
    });
    CHECK_SOLVER(ApiOf<T>::potri(handle, uplo, n, factor.get(), factor.ld(), more.get(),
                                 more.size(), inverted.get()));
    CHECK_EQUAL(inverted.read(), 0);
    Matrix<T> inverse = factor.read();
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < n; ++row)
        if (uplo == MUBLAS_FILL_MODE_LOWER ? row < column : row > column)
          inverse(row, column) = conjugate(inverse(column, row));
    CHECK(isNear(a * inverse, identity<T>(n)));
  }

  // The first minor that is not positive.
  Matrix<T> indefinite = a;
  indefinite(3, 3) = T(-100);
  const DeviceMatrix<T> factor(indefinite);
  const DeviceInfo info;
  CHECK_SOLVER(ApiOf<T>::potrf(handle, MUBLAS_FILL_MODE_LOWER, n, factor.get(), factor.ld(),
                               nullptr, 0, info.get()));
  CHECK_EQUAL(info.read(), 4);
  // Nor is a NaN.
  Matrix<T> bad = a;
  bad(2, 1) = T(NAN);
  const DeviceMatrix<T> badFactor(bad);
  CHECK_SOLVER(ApiOf<T>::potrf(handle, MUBLAS_FILL_MODE_LOWER, n, badFactor.get(), badFactor.ld(),
                               nullptr, 0, info.get()));
  CHECK_EQUAL(info.read(), 3);
}

template <typename T> void testCholeskyOfMany() {
  constexpr int n = 4, count = 3;
  const Matrix<T> x = someMatrix<T>(n, 1, 3);
  for (mublasFillMode_t uplo : triangles) {
    std::vector<Matrix<T>> all;
    std::vector<DeviceMatrix<T> *> factors, solutions;
    std::vector<ApiType<T> *> as, bs;
    for (int i = 0; i < count; ++i) {
      all.push_back(symmetricMatrix<T>(n, i, true, 50));
      factors.push_back(new DeviceMatrix<T>(onlyTriangle(all[i], uplo)));
      solutions.push_back(new DeviceMatrix<T>(all[i] * x));
      as.push_back(factors[i]->get());
      bs.push_back(solutions[i]->get());
    }
    const DeviceArray<ApiType<T> *> a(as), b(bs);
    const DeviceArray<int> infos(std::vector<int>(count, -77));
    const DeviceInfo info;
    CHECK_SOLVER(
        ApiOf<T>::potrfBatched(handle, uplo, n, a.get(), factors[0]->ld(), infos.get(), count));
    CHECK(infos.read() == std::vector<int>(count, 0));
    CHECK_SOLVER(ApiOf<T>::potrsBatched(handle, uplo, n, 1, a.get(), factors[0]->ld(), b.get(),
                                        solutions[0]->ld(), info.get(), count));
    CHECK_EQUAL(info.read(), 0);
    for (int i = 0; i < count; ++i) {
      const Matrix<T> f = triangle(factors[i]->read(), uplo);
      CHECK(isNear(uplo == MUBLAS_FILL_MODE_LOWER ? f * adjoint(f) : adjoint(f) * f, all[i]));
      CHECK(isNear(solutions[i]->read(), x));
    }
    // One of them is not positive definite.
    const DeviceMatrix<T> negative(identity<T>(n)), zero(n, n);
    const DeviceArray<ApiType<T> *> two({negative.get(), zero.get()});
    const DeviceArray<int> twoInfos(std::vector<int>(2, -77));
    CHECK_SOLVER(ApiOf<T>::potrfBatched(handle, uplo, n, two.get(), zero.ld(), twoInfos.get(), 2));
    CHECK(twoInfos.read() == std::vector<int>({0, 1}));
    for (int i = 0; i < count; ++i) {
      delete factors[i];
      delete solutions[i];
    }
  }
}

/// The rows of A as pivots, counted from 1, say.
template <typename T> Matrix<T> exchangeRows(Matrix<T> a, const std::vector<int> &pivots) {
  for (int i = 0; i < int(pivots.size()); ++i)
    for (int column = 0; column < a.columns; ++column)
      std::swap(a(i, column), a(pivots[i] - 1, column));
  return a;
}

template <typename T> void testLU() {
  for (const auto [m, n] : {std::pair(5, 5), std::pair(7, 4), std::pair(4, 6)})
    for (bool pivoting : {true, false}) {
      Matrix<T> a = someMatrix<T>(m, n, 4);
      const int k = std::min(m, n);
      for (int i = 0; i < k; ++i)
        a(i, i) += T(pivoting ? 1 : 40);
      const DeviceMatrix<T> factors(a);
      const DeviceArray<int> pivots(std::vector<int>(k, -77));
      const DeviceInfo info;
      const auto work = workspace<T>([&, rows = m, columns = n](int *size) {
        return ApiOf<T>::getrfSize(handle, rows, columns, factors.get(), factors.ld(), size);
      });
      int *chosen = pivoting ? pivots.get() : nullptr;
      CHECK_SOLVER(ApiOf<T>::getrf(handle, m, n, factors.get(), factors.ld(), work.get(), chosen,
                                   info.get()));
      CHECK_EQUAL(info.read(), 0);
      const Matrix<T> lu = factors.read();
      const Matrix<T> product = triangle(lu, MUBLAS_FILL_MODE_LOWER, true).part(m, k) *
                                triangle(lu, MUBLAS_FILL_MODE_UPPER).part(k, n);
      CHECK(isNear(product, pivoting ? exchangeRows(a, pivots.read()) : a));
      if (m != n)
        continue;
      const Matrix<T> x = someMatrix<T>(n, 2, 5);
      for (mublasOperation_t trans : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C}) {
        const DeviceMatrix<T> solution(operand(trans, a) * x);
        const DeviceInfo solved;
        CHECK_SOLVER(ApiOf<T>::getrs(handle, trans, n, 2, factors.get(), factors.ld(), chosen,
                                     solution.get(), solution.ld(), solved.get()));
        CHECK_EQUAL(solved.read(), 0);
        CHECK(isNear(solution.read(), x));
      }
    }

  // U's second diagonal element is 0.
  const DeviceMatrix<T> singular(Matrix<T>(2, 2, std::vector<T>(4, T(1))));
  for (bool pivoting : {true, false}) {
    const DeviceMatrix<T> factors(singular.read());
    const DeviceArray<int> pivots(std::vector<int>(2));
    const DeviceInfo info;
    CHECK_SOLVER(ApiOf<T>::getrf(handle, 2, 2, factors.get(), factors.ld(), nullptr,
                                 pivoting ? pivots.get() : nullptr, info.get()));
    CHECK_EQUAL(info.read(), 2);
  }

  // A NaN is a number like others.
  Matrix<T> bad = someMatrix<T>(3, 3, 6);
  bad(2, 1) = T(NAN);
  const DeviceMatrix<T> factors(bad);
  const DeviceArray<int> pivots(std::vector<int>(3, -77));
  const DeviceInfo info;
  CHECK_SOLVER(ApiOf<T>::getrf(handle, 3, 3, factors.get(), factors.ld(), nullptr, pivots.get(),
                               info.get()));
  CHECK(info.read() >= 0);
  CHECK(std::isnan(std::abs(factors.read()(2, 2))));
  CHECK(pivots.read()[0] >= 1);
}

/// A complex symmetric matrix is not Hermitian.
template <typename T> void testSymmetric(musaDataType type) {
  constexpr int n = 7, nrhs = 2;
  Matrix<T> a = symmetricMatrix<T>(n, 7, false, 0);
  for (int i = 0; i < n; ++i)
    a(i, i) = T(0);
  const Matrix<T> x = someMatrix<T>(n, nrhs, 8);
  for (mublasFillMode_t uplo : triangles) {
    const DeviceMatrix<T> factors(onlyTriangle(a, uplo)), solution(a * x);
    const DeviceArray<int> pivots(std::vector<int>(n, 0));
    const DeviceInfo info, solved;
    const auto work = workspace<T>([&](int *size) {
      return ApiOf<T>::sytrfSize(handle, n, factors.get(), factors.ld(), size);
    });
    CHECK_SOLVER(ApiOf<T>::sytrf(handle, uplo, n, factors.get(), factors.ld(), pivots.get(),
                                 work.get(), work.size(), info.get()));
    CHECK_EQUAL(info.read(), 0);
    const std::vector<int> chosen = pivots.read();
    // With a diagonal of zeros some blocks of D are of 2 by 2, which have two negative pivots.
    CHECK(std::any_of(chosen.begin(), chosen.end(), [](int pivot) { return pivot < 0; }));
    CHECK(std::all_of(chosen.begin(), chosen.end(),
                      [](int pivot) { return pivot != 0 && std::abs(pivot) <= n; }));
    const DeviceArray<int64_t> wide(std::vector<int64_t>(chosen.begin(), chosen.end()));
    size_t deviceBytes = 0, hostBytes = 0;
    CHECK_SOLVER(musolverDnXsytrs_bufferSize(handle, uplo, n, nrhs, type, factors.get(),
                                             factors.ld(), wide.get(), type, solution.get(),
                                             solution.ld(), &deviceBytes, &hostBytes));
    CHECK(deviceBytes >= 1 && hostBytes >= 1);
    CHECK_SOLVER(musolverDnXsytrs(handle, uplo, n, nrhs, type, factors.get(), factors.ld(),
                                  wide.get(), type, solution.get(), solution.ld(), nullptr, 0,
                                  nullptr, 0, solved.get()));
    CHECK_EQUAL(solved.read(), 0);
    CHECK(isNear(solution.read(), x, 10));
  }
}

template <typename T> void test(musaDataType type) {
  testCholesky<T>();
  testCholeskyOfMany<T>();
  testLU<T>();
  testSymmetric<T>(type);
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  test<float>(MUSA_R_32F);
  test<double>(MUSA_R_64F);
  test<std::complex<float>>(MUSA_C_32F);
  test<std::complex<double>>(MUSA_C_64F);
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
