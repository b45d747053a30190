// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLAS's functions of matrices, against loops in double precision.
#include "mublas_test.h"

namespace {

mublasHandle_t handle;

template <typename T> struct Api;
#define API(L, T)                                                                                  \
  template <> struct Api<T> {                                                                      \
    static constexpr auto trmm = mublas##L##trmm_v2;                                               \
    static constexpr auto trsm = mublas##L##trsm_v2;                                               \
    static constexpr auto geam = mublas##L##geam;                                                  \
    static constexpr auto dgmm = mublas##L##dgmm;                                                  \
    static constexpr auto getrf = mublas##L##getrfBatched;                                         \
    static constexpr auto getri = mublas##L##getriBatched;                                         \
    static constexpr auto matinv = mublas##L##matinvBatched;                                       \
  };
API(S, float)
API(D, double)
API(C, std::complex<float>)
API(Z, std::complex<double>)

/// Matrices have room for `ld` columns.
constexpr int ld = 9;
constexpr struct {
  int m, n;
} shapes[] = {{7, 5}, {3, 8}, {1, 1}, {0, 4}, {4, 0}};

template <typename T> std::vector<T> matrix(int seed) { return numbers<T>(ld * ld, seed); }

/// op(A) op(B), of rows x columns, in columns of `ld`.
template <typename T>
std::vector<Wide<T>> product(const std::vector<T> &a, int lda, mublasOperation_t transa,
                             const std::vector<T> &b, int ldb, mublasOperation_t transb, int rows,
                             int columns, int inner) {
  std::vector<Wide<T>> result(ld * ld);
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i < inner; ++i)
        result[row + column * ld] +=
            Wide<T>(element(a, lda, transa, row, i)) * Wide<T>(element(b, ldb, transb, i, column));
  return result;
}

template <typename T, Kind kind, typename Symm> void testSymm(Symm symm) {
  const std::vector<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
  const DeviceArray<T> as(a), bs(b);
  for (const auto &shape : shapes)
    for (mublasSideMode_t side : sides)
      for (mublasFillMode_t uplo : triangles)
        for (T beta : {T(0), number<T>(2, 1)}) {
          const bool left = side == MUBLAS_SIDE_LEFT;
          const int m = shape.m, n = shape.n, order = left ? m : n;
          const T alpha = number<T>(3, -2);
          const std::vector<T> full = whole(a, ld, order, uplo, kind);
          const auto sum = left ? product(full, order, MUBLAS_OP_N, b, ld, MUBLAS_OP_N, m, n, m)
                                : product(b, ld, MUBLAS_OP_N, full, order, MUBLAS_OP_N, m, n, n);
          auto expected = widen(c);
          std::vector<T> before = c;
          for (int column = 0; column < n; ++column)
            for (int row = 0; row < m; ++row) {
              const int i = row + column * ld;
              expected[i] = Wide<T>(alpha) * sum[i] + Wide<T>(beta) * expected[i];
              if (beta == T(0))
                before[i] = T(NAN);
            }
          inBothModes<T>(handle, {alpha, beta}, [&](const T *scalars) {
            const DeviceArray<T> result(before);
            CHECK_BLAS(symm(handle, side, uplo, m, n, in(scalars), in(as.get()), ld, in(bs.get()),
                            ld, in(scalars + 1), out(result.get()), ld));
            CHECK(isNear(result.read(), expected));
          });
        }
  const T one(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasSideMode_t side, mublasFillMode_t uplo, int m,
                        int n, int lda) {
    return symm(with, side, uplo, m, n, in(&one), in(&none), lda, in(&none), ld, in(&one),
                out(&none), ld);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_FULL, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER, -1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER, 2, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_RIGHT, MUBLAS_FILL_MODE_LOWER, 1, 2, 1));
}

/// A triangle of alpha A A^T + beta C, and of the sum with two matrices. A is the type of the first
/// one's scalars, and R of the second one's beta.
template <typename T, typename A, bool hermitian, typename One, typename Two>
void testUpdates(One one, Two two) {
  const std::vector<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
  const DeviceArray<T> as(a), bs(b);
  const auto turned = [](Wide<T> value) { return hermitian ? conjugate(value) : value; };
  const mublasOperation_t transposed = hermitian ? MUBLAS_OP_C : MUBLAS_OP_T;
  const struct {
    int n, k;
  } sizes[] = {{7, 4}, {3, 8}, {1, 1}, {4, 0}, {0, 3}};
  for (const auto &size : sizes)
    for (mublasFillMode_t uplo : triangles)
      for (mublasOperation_t trans : {MUBLAS_OP_N, transposed})
        for (A beta : {A(0), number<A>(2, 1)}) {
          const int n = size.n, k = size.k;
          const A real = number<A>(3, -2);
          const T alpha = number<T>(3, -2);
          const auto p = [&](const std::vector<T> &of, int row, int i) {
            const Wide<T> value = element(of, ld, trans, row, i);
            return value;
          };
          auto first = widen(c), second = widen(c);
          std::vector<T> before = c;
          for (int column = 0; column < n; ++column)
            for (int row = 0; row < n; ++row) {
              if (!isStored(uplo, row, column))
                continue;
              Wide<T> sumOne{}, sumTwo{};
              for (int i = 0; i < k; ++i) {
                sumOne += p(a, row, i) * turned(p(a, column, i));
                sumTwo += Wide<T>(alpha) * p(a, row, i) * turned(p(b, column, i)) +
                          turned(alpha) * p(b, row, i) * turned(p(a, column, i));
              }
              const int at = row + column * ld;
              Wide<T> old = c[at];
              if (hermitian && row == column)
                old = std::real(old);
              first[at] = Wide<A>(real) * sumOne + Wide<A>(beta) * old;
              second[at] = sumTwo + Wide<A>(beta) * old;
              if (beta == A(0))
                before[at] = T(NAN);
            }
          inBothModes<A>(handle, {real, beta}, [&](const A *scalars) {
            const DeviceArray<T> result(before);
            CHECK_BLAS(one(handle, uplo, trans, n, k, in(scalars), in(as.get()), ld,
                           in(scalars + 1), out(result.get()), ld));
            CHECK(isNear(result.read(), first));
          });
          const DeviceArray<T> result(before);
          CHECK_BLAS(two(handle, uplo, trans, n, k, in(&alpha), in(as.get()), ld, in(bs.get()), ld,
                         in(&beta), out(result.get()), ld));
          CHECK(isNear(result.read(), second));
        }
  const A of(1);
  const T by(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasFillMode_t uplo, mublasOperation_t trans, int n,
                        int k, int lda, int ldc) {
    return one(with, uplo, trans, n, k, in(&of), in(&none), lda, in(&of), out(&none), ldc);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 1, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_FULL, MUBLAS_OP_N, 1, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, -1, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 2, 1, 1, 2));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, transposed, 1, 2, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, transposed, 2, 1, 1, 1));
  if (isComplex<T>) // there is only one way to transpose
    CHECK_INVALID(
        call(handle, MUBLAS_FILL_MODE_LOWER, hermitian ? MUBLAS_OP_T : MUBLAS_OP_C, 1, 1, 1, 1));
  CHECK_INVALID(two(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 2, 1, in(&by), in(&none), 2,
                    in(&none), 1, in(&of), out(&none), 2));
}

template <typename T> std::vector<T> narrowed(const std::vector<Wide<T>> &values) {
  std::vector<T> result;
  for (const auto &value : values)
    result.push_back(T(value));
  return result;
}

/// A triangle times B, elsewhere and in place, and the system that this is the right side of.
template <typename T> void testTriangles() {
  std::vector<T> a = matrix<T>(1);
  for (int i = 0; i < ld * ld; ++i) // solutions do not grow
    a[i] = i % ld == i / ld ? a[i] + T(8) : a[i] / T(8);
  const std::vector<T> b = matrix<T>(2), c = matrix<T>(3);
  const DeviceArray<T> as(a), bs(b);
  for (const auto &shape : shapes)
    for (mublasSideMode_t side : sides)
      for (mublasFillMode_t uplo : triangles)
        for (mublasOperation_t trans : operations)
          for (mublasDiagType_t diag : diagonals) {
            const bool left = side == MUBLAS_SIDE_LEFT;
            const int m = shape.m, n = shape.n, order = left ? m : n;
            const T alpha = number<T>(2, -1), inverse = T(1) / alpha;
            const std::vector<T> full =
                whole(a, ld, order, uplo,
                      diag == MUBLAS_DIAG_UNIT ? Kind::UnitTriangular : Kind::Triangular);
            const auto sum = left ? product(full, order, trans, b, ld, MUBLAS_OP_N, m, n, m)
                                  : product(b, ld, MUBLAS_OP_N, full, order, trans, m, n, n);
            auto elsewhere = widen(c), inPlace = widen(b);
            for (int column = 0; column < n; ++column)
              for (int row = 0; row < m; ++row) {
                const int i = row + column * ld;
                elsewhere[i] = inPlace[i] = Wide<T>(alpha) * sum[i];
              }
            inBothModes<T>(handle, {alpha, inverse}, [&](const T *scalars) {
              const DeviceArray<T> result(c), changed(b);
              CHECK_BLAS(Api<T>::trmm(handle, side, uplo, trans, diag, m, n, in(scalars),
                                      in(as.get()), ld, in(bs.get()), ld, out(result.get()), ld));
              CHECK(isNear(result.read(), elsewhere));
              CHECK_BLAS(Api<T>::trmm(handle, side, uplo, trans, diag, m, n, in(scalars),
                                      in(as.get()), ld, in(changed.get()), ld, out(changed.get()),
                                      ld));
              CHECK(isNear(changed.read(), inPlace));
              CHECK_BLAS(Api<T>::trsm(handle, side, uplo, trans, diag, m, n, in(scalars + 1),
                                      in(as.get()), ld, out(changed.get()), ld));
              const std::vector<T> solved = changed.read();
              for (int i = 0; i < ld * ld; ++i)
                CHECK(std::abs(solved[i] - b[i]) < (std::is_same_v<Part<T>, float> ? 1e-3 : 1e-11));
            });
          }
  const T one(1);
  T none(0), other(0);
  const auto call = [&](mublasHandle_t with, mublasFillMode_t uplo, int m, int lda, int ldb,
                        T *to) {
    return Api<T>::trmm(with, MUBLAS_SIDE_LEFT, uplo, MUBLAS_OP_N, MUBLAS_DIAG_UNIT, m, 1, in(&one),
                        in(&none), lda, in(&none), ldb, out(to), 2);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_FILL_MODE_LOWER, 1, 1, 1, &other));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_FULL, 1, 1, 1, &other));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, -1, 1, 1, &other));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 2, 1, 2, &other));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 2, 2, 1, &other));
  CHECK_INVALID(
      call(handle, MUBLAS_FILL_MODE_LOWER, 1, 1, 1, &none)); // in place, otherwise laid out
  CHECK_INVALID(Api<T>::trsm(handle, mublasSideMode_t(2), MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N,
                             MUBLAS_DIAG_UNIT, 1, 1, in(&one), in(&none), 1, out(&other), 1));
}

template <typename T> void testSums() {
  const std::vector<T> a = matrix<T>(1), b = matrix<T>(2), c = matrix<T>(3);
  const DeviceArray<T> as(a), bs(b);
  for (const auto &shape : shapes)
    for (mublasOperation_t transa : operations)
      for (mublasOperation_t transb : operations) {
        const int m = shape.m, n = shape.n;
        const T alpha = number<T>(3, -2), beta = number<T>(-2, 1);
        auto expected = widen(c), inPlace = widen(a), scaled = widen(c);
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            const Wide<T> p = Wide<T>(alpha) * Wide<T>(element(a, ld, transa, row, column));
            const Wide<T> q = Wide<T>(beta) * Wide<T>(element(b, ld, transb, row, column));
            expected[row + column * ld] = inPlace[row + column * ld] = p + q;
            scaled[row + column * ld] = p;
          }
        inBothModes<T>(handle, {alpha, beta, T(0)}, [&](const T *scalars) {
          const DeviceArray<T> result(c), changed(a), transposed(c);
          CHECK_BLAS(Api<T>::geam(handle, transa, transb, m, n, in(scalars), in(as.get()), ld,
                                  in(scalars + 1), in(bs.get()), ld, out(result.get()), ld));
          CHECK(isNear(result.read(), expected));
          CHECK_STATUS(Api<T>::geam(handle, transa, transb, m, n, in(scalars), in(changed.get()),
                                    ld, in(scalars + 1), in(bs.get()), ld, out(changed.get()), ld),
                       transa == MUBLAS_OP_N ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE);
          CHECK(isNear(changed.read(), transa == MUBLAS_OP_N ? inPlace : widen(a)));
          // A matrix whose factor is 0 need not be there.
          CHECK_BLAS(Api<T>::geam(handle, transa, transb, m, n, in(scalars), in(as.get()), ld,
                                  in(scalars + 2), nullptr, ld, out(transposed.get()), ld));
          CHECK(isNear(transposed.read(), scaled));
        });
      }
  const T one(1);
  T none(0), other(0);
  const auto call = [&](mublasHandle_t with, mublasOperation_t trans, int m, int n, int lda) {
    return Api<T>::geam(with, trans, MUBLAS_OP_N, m, n, in(&one), in(&none), lda, in(&one),
                        in(&none), ld, out(&other), ld);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_OP_N, 1, 1, 1));
  CHECK_INVALID(call(handle, mublasOperation_t(3), 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_OP_N, -1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_OP_N, 2, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_OP_T, 1, 2, 1));
}

template <typename T> void testDiagonals() {
  const std::vector<T> a = matrix<T>(1), x = numbers<T>(ld * 2, 2), c = matrix<T>(3);
  const DeviceArray<T> as(a), xs(x);
  for (const auto &shape : shapes)
    for (mublasSideMode_t mode : sides)
      for (int incx : {1, 2, -1, -2, 0}) {
        const bool left = mode == MUBLAS_SIDE_LEFT;
        const int m = shape.m, n = shape.n;
        auto expected = widen(c), inPlace = widen(a);
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            const int i = row + column * ld;
            expected[i] = inPlace[i] =
                Wide<T>(a[i]) * Wide<T>(x[left ? at(row, m, incx) : at(column, n, incx)]);
          }
        const DeviceArray<T> result(c), changed(a);
        CHECK_BLAS(Api<T>::dgmm(handle, mode, m, n, in(as.get()), ld, in(xs.get()), incx,
                                out(result.get()), ld));
        CHECK(isNear(result.read(), expected));
        CHECK_BLAS(Api<T>::dgmm(handle, mode, m, n, in(changed.get()), ld, in(xs.get()), incx,
                                out(changed.get()), ld));
        CHECK(isNear(changed.read(), inPlace));
      }
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasSideMode_t mode, int m, int lda) {
    return Api<T>::dgmm(with, mode, m, 1, in(&none), lda, in(&none), 1, out(&none), lda);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_SIDE_LEFT, 1, 1));
  CHECK_INVALID(call(handle, mublasSideMode_t(2), 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_LEFT, -1, 1));
  CHECK_INVALID(call(handle, MUBLAS_SIDE_LEFT, 2, 1));
}

/// Inverses, by their factors and at once, and of a matrix that has none.
template <typename T> void testInverses() {
  using A = ApiType<T>;
  constexpr int n = 5, count = 3, stride = ld * n;
  std::vector<T> a = numbers<T>(stride * count, 1);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < n; ++j)
      a[i * stride + j * ld + j] += T(17);
  for (int row = 0; row < n; ++row)
    a[2 * stride + 3 * ld + row] = T(0); // the last has a column of zeros
  const auto pointers = [](const DeviceArray<T> &array) {
    std::vector<A *> result;
    for (int i = 0; i < count; ++i)
      result.push_back(out(array.get() + stride * i));
    return result;
  };
  const DeviceArray<T> factors(a), matrices(a), inverses(std::vector<T>(a.size())),
      direct(std::vector<T>(a.size()));
  const DeviceArray<A *> factorsAt(pointers(factors)), matricesAt(pointers(matrices)),
      inversesAt(pointers(inverses)), directAt(pointers(direct));
  const DeviceArray<int> pivots(std::vector<int>(n * count)), info({77, 77, 77});
  CHECK_BLAS(Api<T>::getrf(handle, n, factorsAt.get(), ld, pivots.get(), info.get(), count));
  CHECK_BLAS(Api<T>::getri(handle, n, factorsAt.get(), ld, pivots.get(), inversesAt.get(), ld,
                           info.get(), count));
  CHECK(info.read() == std::vector<int>({0, 0, 4}));
  CHECK_BLAS(
      Api<T>::matinv(handle, n, matricesAt.get(), ld, directAt.get(), ld, info.get(), count));
  CHECK(info.read() == std::vector<int>({0, 0, 4}));
  CHECK(matrices.read() == a);
  for (const auto &inverse : {inverses.read(), direct.read()})
    for (int i = 0; i < 2; ++i)
      for (int column = 0; column < n; ++column)
        for (int row = 0; row < n; ++row) {
          Wide<T> sum{};
          for (int j = 0; j < n; ++j)
            sum += Wide<T>(a[i * stride + row + j * ld]) *
                   Wide<T>(inverse[i * stride + j + column * ld]);
          CHECK(std::abs(sum - Wide<T>(row == column ? 1 : 0)) < tolerance<T>() * 10);
        }
  const auto call = [&](mublasHandle_t with, int order, int lda) {
    return Api<T>::matinv(with, order, nullptr, lda, nullptr, 40, nullptr, 1);
  };
  CHECK_NO_HANDLE(call(nullptr, 1, 1));
  CHECK_INVALID(call(handle, 33, 40));
  CHECK_INVALID(call(handle, -1, 1));
  CHECK_INVALID(call(handle, 2, 1));
  CHECK_BLAS(call(handle, 0, 1));
  CHECK_INVALID(Api<T>::getri(handle, 2, nullptr, 1, nullptr, nullptr, 2, nullptr, 1));
}

template <typename T> void testAnyType() {
  testTriangles<T>();
  testSums<T>();
  testDiagonals<T>();
  testInverses<T>();
}

} // namespace

int main() {
  CHECK_BLAS(mublasCreate(&handle));
  testAnyType<float>();
  testAnyType<double>();
  testAnyType<std::complex<float>>();
  testAnyType<std::complex<double>>();
#define TEST_SYMMETRIC(L, T)                                                                       \
  testSymm<T, Kind::Symmetric>(mublas##L##symm_v2);                                                \
  testUpdates<T, T, false>(mublas##L##syrk_v2, mublas##L##syr2k_v2);
  TEST_SYMMETRIC(S, float)
  TEST_SYMMETRIC(D, double)
  TEST_SYMMETRIC(C, std::complex<float>)
  TEST_SYMMETRIC(Z, std::complex<double>)
#define TEST_HERMITIAN(L, T, R)                                                                    \
  testSymm<T, Kind::Hermitian>(mublas##L##hemm_v2);                                                \
  testUpdates<T, R, true>(mublas##L##herk_v2, mublas##L##her2k_v2);
  TEST_HERMITIAN(C, std::complex<float>, float)
  TEST_HERMITIAN(Z, std::complex<double>, double)
  CHECK_BLAS(mublasDestroy(handle));
  return CHECK_RESULT();
}
