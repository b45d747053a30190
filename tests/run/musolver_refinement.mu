// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muSOLVER's solutions by iterative refinement: of systems whose solution is known before, and of
// overdetermined ones, where what remains is orthogonal to A's columns.
#include "musolver_test.h"

namespace {

musolverDnHandle_t handle;

int status(musolverStatus_t value) { return static_cast<int>(value); }
const int invalid = MUSOLVER_STATUS_INVALID_VALUE;

template <typename T, typename Size, typename Solve> void testGesv(Size askSize, Solve solve) {
  constexpr int n = 6, nrhs = 3;
  Matrix<T> a = someMatrix<T>(n, n, 1);
  for (int i = 0; i < n; ++i)
    a(i, i) += T(1);
  const Matrix<T> x = someMatrix<T>(n, nrhs, 2), b = a * x;
  const DeviceMatrix<T> left(a), right(b), solution(n, nrhs);
  const DeviceArray<int> pivots(std::vector<int>(n, -77));
  const DeviceInfo info;
  size_t bytes = 0;
  int niters = -77;
  CHECK_SOLVER(askSize(handle, n, nrhs, left.get(), left.ld(), pivots.get(), right.get(),
                       right.ld(), solution.get(), solution.ld(), nullptr, &bytes));
  CHECK(bytes >= 1);
  CHECK_SOLVER(solve(handle, n, nrhs, left.get(), left.ld(), pivots.get(), right.get(), right.ld(),
                     solution.get(), solution.ld(), nullptr, bytes, &niters, info.get()));
  CHECK_EQUAL(niters, 0);
  CHECK_EQUAL(info.read(), 0);
  CHECK(isNear(solution.read(), x));
  for (int pivot : pivots.read())
    CHECK(pivot >= 1 && pivot <= n);
  // A and B stay.
  CHECK(left.read().elements == a.elements);
  CHECK(right.read().elements == b.elements);

  // U's second diagonal element is 0.
  const DeviceMatrix<T> singular(Matrix<T>(2, 2, std::vector<T>(4, T(1)))), two(2, 1), none(2, 1);
  const DeviceInfo failed;
  CHECK_SOLVER(solve(handle, 2, 1, singular.get(), singular.ld(), pivots.get(), two.get(), two.ld(),
                     none.get(), none.ld(), nullptr, 0, &niters, failed.get()));
  CHECK_EQUAL(failed.read(), 2);
}

template <typename T, typename Size, typename Solve> void testGels(Size askSize, Solve solve) {
  constexpr int nrhs = 2;
  for (const auto [m, n] : {std::pair(5, 5), std::pair(8, 3)}) {
    Matrix<T> a = someMatrix<T>(m, n, 3);
    for (int i = 0; i < n; ++i)
      a(i, i) += T(9);
    const Matrix<T> b = someMatrix<T>(m, nrhs, 4);
    const DeviceMatrix<T> left(a), right(b), solution(n, nrhs);
    const DeviceInfo info;
    size_t bytes = 0;
    int niters = -77;
    CHECK_SOLVER(askSize(handle, m, n, nrhs, left.get(), left.ld(), right.get(), right.ld(),
                         solution.get(), solution.ld(), nullptr, &bytes));
    CHECK(bytes >= 1);
    CHECK_SOLVER(solve(handle, m, n, nrhs, left.get(), left.ld(), right.get(), right.ld(),
                       solution.get(), solution.ld(), nullptr, bytes, &niters, info.get()));
    CHECK_EQUAL(niters, 0);
    CHECK_EQUAL(info.read(), 0);
    const Matrix<T> x = solution.read();
    Matrix<T> rest = a * x;
    for (size_t i = 0; i < rest.elements.size(); ++i)
      rest.elements[i] -= b.elements[i];
    CHECK(isNear(adjoint(a) * rest, Matrix<T>(n, nrhs), 10));
    CHECK(left.read().elements == a.elements);
    CHECK(right.read().elements == b.elements);
  }
}

void testArguments() {
  const DeviceMatrix<double> a(identity<double>(4)), b(4, 2), x(4, 2);
  const DeviceArray<int> pivots(std::vector<int>(4, -77));
  const DeviceInfo info;
  int niters = -77;
  const int ld = a.ld();
  const auto gesv = [&](musolverDnHandle_t with, int n, int lda, int *chosen, int ldx,
                        int *iterations) {
    return status(musolverDnDSgesv(with, n, 2, a.get(), lda, chosen, b.get(), b.ld(), x.get(), ldx,
                                   nullptr, 0, iterations, info.get()));
  };
  CHECK_EQUAL(gesv(nullptr, 4, ld, pivots.get(), ld, &niters),
              int(MUSOLVER_STATUS_NOT_INITIALIZED));
  CHECK_EQUAL(gesv(handle, -1, ld, pivots.get(), ld, &niters), invalid);
  CHECK_EQUAL(gesv(handle, 4, 3, pivots.get(), ld, &niters), invalid);
  CHECK_EQUAL(gesv(handle, 4, ld, nullptr, ld, &niters), invalid);
  CHECK_EQUAL(gesv(handle, 4, ld, pivots.get(), 3, &niters), invalid);
  CHECK_EQUAL(gesv(handle, 4, ld, pivots.get(), ld, nullptr), invalid);
  // More columns than rows.
  CHECK_EQUAL(status(musolverDnDSgels(handle, 3, 4, 2, a.get(), ld, b.get(), b.ld(), x.get(),
                                      x.ld(), nullptr, 0, &niters, info.get())),
              invalid);
  size_t bytes = 0;
  CHECK_EQUAL(status(musolverDnDSgels_bufferSize(handle, 3, 4, 2, nullptr, ld, nullptr, b.ld(),
                                                 nullptr, x.ld(), nullptr, &bytes)),
              invalid);
  CHECK_EQUAL(status(musolverDnDSgesv_bufferSize(handle, 4, 2, nullptr, ld, nullptr, nullptr,
                                                 b.ld(), nullptr, x.ld(), nullptr, nullptr)),
              invalid);
  // Sizes are asked for before there is memory.
  CHECK_SOLVER(musolverDnDSgesv_bufferSize(handle, 4, 2, nullptr, ld, nullptr, nullptr, b.ld(),
                                           nullptr, x.ld(), nullptr, &bytes));
  CHECK_EQUAL(niters, -77);
  CHECK_EQUAL(info.read(), -77);
}

template <typename T> struct Host {
  using Type = T;
};
template <> struct Host<muComplex> {
  using Type = std::complex<float>;
};
template <> struct Host<muDoubleComplex> {
  using Type = std::complex<double>;
};

} // namespace

int main() {
  CHECK_SOLVER(musolverDnCreate(&handle));
#define TEST(L, T)                                                                                 \
  testGesv<Host<T>::Type>(musolverDn##L##gesv_bufferSize, musolverDn##L##gesv);                    \
  testGels<Host<T>::Type>(musolverDn##L##gels_bufferSize, musolverDn##L##gels);
  __MUSOLVER_REFINEMENTS(TEST)
#undef TEST
  testArguments();
  CHECK_SOLVER(musolverDnDestroy(handle));
  return CHECK_RESULT();
}
