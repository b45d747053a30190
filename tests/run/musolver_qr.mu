// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's QR: Q is orthonormal, Q R is A, and products with Q are those with its elements.
#include "musolver_test.h"

namespace {

musolverDnHandle_t handle;

/// Q of `factors` and `tau`, all of its columns.
template <typename T> Matrix<T> wholeQ(const Matrix<T> &factors, const DeviceArray<T> &tau, int k) {
  const int m = factors.rows;
  Matrix<T> padded(m, m);
  for (int column = 0; column < k; ++column)
    for (int row = 0; row < m; ++row)
      padded(row, column) = factors(row, column);
  const DeviceMatrix<T> q(padded);
  const DeviceInfo info;
  const auto work = workspace<T>([&](int *size) {
    return ApiOf<T>::gqrSize(handle, m, m, k, q.get(), q.ld(), in(tau.get()), size);
  });
  CHECK_SOLVER(ApiOf<T>::gqr(handle, m, m, k, q.get(), q.ld(), in(tau.get()), work.get(),
                             work.size(), info.get()));
  CHECK_EQUAL(info.read(), 0);
  return q.read();
}

template <typename T> void test() {
  for (const auto [m, n] : {std::pair(6, 6), std::pair(7, 4), std::pair(4, 7)}) {
    const int k = std::min(m, n);
    const Matrix<T> a = someMatrix<T>(m, n, 1);
    const DeviceMatrix<T> factors(a);
    const DeviceArray<T> tau(std::vector<T>(k, T(77)));
    const DeviceInfo info;
    const auto work = workspace<T>([&, rows = m, columns = n](int *size) {
      return ApiOf<T>::geqrfSize(handle, rows, columns, factors.get(), factors.ld(), size);
    });
    CHECK_SOLVER(ApiOf<T>::geqrf(handle, m, n, factors.get(), factors.ld(), out(tau.get()),
                                 work.get(), work.size(), info.get()));
    CHECK_EQUAL(info.read(), 0);
    const Matrix<T> f = factors.read();
    const Matrix<T> q = wholeQ(f, tau, k);
    CHECK(isOrthonormal(q));
    CHECK(isNear(q * triangle(f, MUBLAS_FILL_MODE_UPPER), a));

    // Only the first columns of Q.
    const DeviceMatrix<T> thin(f.part(m, k));
    CHECK_SOLVER(ApiOf<T>::gqr(handle, m, k, k, thin.get(), thin.ld(), in(tau.get()), nullptr, 0,
                               info.get()));
    CHECK(isNear(thin.read(), q.part(m, k)));

    // A real Q's adjoint is its transpose.
    const mublasOperation_t other = isComplex<T> ? MUBLAS_OP_C : MUBLAS_OP_T;
    for (mublasSideMode_t side : {MUBLAS_SIDE_LEFT, MUBLAS_SIDE_RIGHT})
      for (mublasOperation_t trans : {MUBLAS_OP_N, other}) {
        const bool left = side == MUBLAS_SIDE_LEFT;
        const Matrix<T> c = left ? someMatrix<T>(m, 3, 2) : someMatrix<T>(3, m, 2);
        const DeviceMatrix<T> product(c);
        const DeviceInfo multiplied;
        const auto more = workspace<T>([&, order = k](int *size) {
          return ApiOf<T>::mqrSize(handle, side, trans, c.rows, c.columns, order, factors.get(),
                                   factors.ld(), in(tau.get()), product.get(), product.ld(), size);
        });
        CHECK_SOLVER(ApiOf<T>::mqr(handle, side, trans, c.rows, c.columns, k, factors.get(),
                                   factors.ld(), in(tau.get()), product.get(), product.ld(),
                                   more.get(), more.size(), multiplied.get()));
        CHECK_EQUAL(multiplied.read(), 0);
        CHECK(isNear(product.read(), left ? operand(trans, q) * c : c * operand(trans, q)));
      }
  }
}

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
  test<float>();
  test<double>();
  test<std::complex<float>>();
  test<std::complex<double>>();
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
