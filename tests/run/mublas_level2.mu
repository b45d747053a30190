// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLAS's functions of a matrix and vectors, against loops in double precision.
#include "mublas_test.h"

namespace {

mublasHandle_t handle;

template <typename T> struct Api;
#define API(L, T)                                                                                  \
  template <> struct Api<T> {                                                                      \
    static constexpr auto gbmv = mublas##L##gbmv_v2;                                               \
    static constexpr auto trmv = mublas##L##trmv_v2;                                               \
    static constexpr auto trsv = mublas##L##trsv_v2;                                               \
    static constexpr auto tbmv = mublas##L##tbmv_v2;                                               \
    static constexpr auto tbsv = mublas##L##tbsv_v2;                                               \
    static constexpr auto tpmv = mublas##L##tpmv_v2;                                               \
    static constexpr auto tpsv = mublas##L##tpsv_v2;                                               \
  };
API(S, float)
API(D, double)
API(C, std::complex<float>)
API(Z, std::complex<double>)

constexpr int orders[] = {0, 1, 7};
constexpr int ld = 9;
constexpr int room = 7 * 3;

/// A triangle's columns, one after the other.
template <typename T> std::vector<T> pack(const std::vector<T> &a, int n, mublasFillMode_t uplo) {
  std::vector<T> result;
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row)
      if (isStored(uplo, row, column))
        result.push_back(a[row + column * ld]);
  return result;
}

/// The band of a matrix in ld rows, with `upper` diagonals above; NaN where nothing is stored.
template <typename T>
std::vector<T> band(const std::vector<T> &a, int m, int n, int lower, int upper) {
  std::vector<T> result(ld * std::max(n, 1), T(NAN));
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row)
      if (row - column <= lower && column - row <= upper)
        result[upper + row - column + column * ld] = a[row + column * ld];
  return result;
}

/// The matrix without what is not in the band.
template <typename T> std::vector<T> within(std::vector<T> a, int lower, int upper) {
  for (int i = 0; i < int(a.size()); ++i)
    if (i % ld - i / ld > lower || i / ld - i % ld > upper)
      a[i] = T(0);
  return a;
}

template <typename T> std::vector<T> matrix(int seed) { return numbers<T>(ld * ld, seed); }

/// op(A) x, of `rows` elements that are `inc` apart.
template <typename T>
std::vector<Wide<T>> times(const std::vector<T> &a, int lda, mublasOperation_t trans, int rows,
                           int columns, const std::vector<T> &x, int incx) {
  std::vector<Wide<T>> result(rows);
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < columns; ++i)
      result[row] += Wide<T>(element(a, lda, trans, row, i)) * Wide<T>(x[at(i, columns, incx)]);
  return result;
}

/// y = alpha A x + beta y by `call(alpha, x, incx, beta, y, incy)`, where A x is known.
template <typename T, typename Call>
void checkProduct(int rows, const std::vector<Wide<T>> &product, const std::vector<T> &x,
                  const Strides &stride, Call call) {
  const std::vector<T> old = numbers<T>(room, 3);
  for (T beta : {T(0), number<T>(2, 1)}) {
    const T alpha = number<T>(3, -2);
    auto expected = widen(old);
    std::vector<T> before = old;
    for (int i = 0; i < rows; ++i) {
      auto &y = expected[at(i, rows, stride.y)];
      y = Wide<T>(alpha) * product[i] + (beta == T(0) ? Wide<T>(0) : Wide<T>(beta) * y);
      if (beta == T(0))
        before[at(i, rows, stride.y)] = T(NAN); // not read
    }
    const DeviceArray<T> onDevice(x);
    inBothModes<T>(handle, {alpha, beta}, [&](const T *scalars) {
      const DeviceArray<T> y(before);
      CHECK_BLAS(
          call(in(scalars), in(onDevice.get()), stride.x, in(scalars + 1), out(y.get()), stride.y));
      CHECK(isNear(y.read(), expected));
    });
  }
}

template <typename T> void testGeneralBand() {
  const std::vector<T> x = numbers<T>(room, 2);
  const struct {
    int m, n, lower, upper;
  } shapes[] = {{7, 5, 1, 2}, {4, 7, 3, 0}, {1, 1, 0, 0}, {6, 6, 2, 2}};
  for (const auto &shape : shapes)
    for (mublasOperation_t trans : operations)
      for (const Strides &stride : strides) {
        const std::vector<T> a = within(matrix<T>(1), shape.lower, shape.upper);
        const DeviceArray<T> stored(band(a, shape.m, shape.n, shape.lower, shape.upper));
        const int rows = trans == MUBLAS_OP_N ? shape.m : shape.n;
        const int columns = trans == MUBLAS_OP_N ? shape.n : shape.m;
        checkProduct<T>(rows, times(a, ld, trans, rows, columns, x, stride.x), x, stride,
                        [&](auto alpha, auto... vectors) {
                          return Api<T>::gbmv(handle, trans, shape.m, shape.n, shape.lower,
                                              shape.upper, alpha, in(stored.get()), ld, vectors...);
                        });
      }
  const T one(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, int m, int lower, int lda, int incx) {
    return Api<T>::gbmv(with, MUBLAS_OP_N, m, 1, lower, 1, in(&one), in(&none), lda, in(&none),
                        incx, in(&one), out(&none), 1);
  };
  CHECK_NO_HANDLE(call(nullptr, 1, 1, 3, 1));
  CHECK_INVALID(call(handle, -1, 1, 3, 1));
  CHECK_INVALID(call(handle, 1, -1, 3, 1));
  CHECK_INVALID(call(handle, 1, 1, 2, 1));
  CHECK_INVALID(call(handle, 1, 1, 3, 0));
  CHECK_BLAS(call(handle, 0, 1, 3, 1));
}

/// A symmetric or Hermitian matrix times a vector: full, in a band, and packed.
template <typename T, Kind kind, typename Full> void testSymmetric(Full full) {
  const std::vector<T> a = matrix<T>(1), x = numbers<T>(room, 2);
  for (int n : orders)
    for (mublasFillMode_t uplo : triangles)
      for (const Strides &stride : strides) {
        const DeviceArray<T> stored(a);
        checkProduct<T>(n, times(whole(a, ld, n, uplo, kind), n, MUBLAS_OP_N, n, n, x, stride.x), x,
                        stride, [&](auto alpha, auto... vectors) {
                          return full(handle, uplo, n, alpha, in(stored.get()), ld, vectors...);
                        });
      }
  const T one(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasFillMode_t uplo, int n, int lda, int incy) {
    return full(with, uplo, n, in(&one), in(&none), lda, in(&none), 1, in(&one), out(&none), incy);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_FILL_MODE_LOWER, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_FULL, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, -1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 2, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 1, 1, 0));
}
template <typename T, Kind kind, typename Band, typename Packed>
void testSymmetricStored(Band inBand, Packed packed) {
  constexpr int k = 2;
  const std::vector<T> a = matrix<T>(1), x = numbers<T>(room, 2);
  for (int n : orders)
    for (mublasFillMode_t uplo : triangles)
      for (const Strides &stride : strides) {
        const bool isLower = uplo == MUBLAS_FILL_MODE_LOWER;
        const std::vector<T> narrow = within(a, k, k);
        const DeviceArray<T> diagonalsOf(band(a, n, n, isLower ? k : 0, isLower ? 0 : k));
        checkProduct<T>(
            n, times(whole(narrow, ld, n, uplo, kind), n, MUBLAS_OP_N, n, n, x, stride.x), x,
            stride, [&](auto alpha, auto... vectors) {
              return inBand(handle, uplo, n, k, alpha, in(diagonalsOf.get()), ld, vectors...);
            });
        const DeviceArray<T> columns(pack(a, n, uplo));
        checkProduct<T>(n, times(whole(a, ld, n, uplo, kind), n, MUBLAS_OP_N, n, n, x, stride.x), x,
                        stride, [&](auto alpha, auto... vectors) {
                          return packed(handle, uplo, n, alpha, in(columns.get()), vectors...);
                        });
      }
  const T one(1);
  T none(0);
  CHECK_INVALID(inBand(handle, MUBLAS_FILL_MODE_LOWER, 1, 1, in(&one), in(&none), 1, in(&none), 1,
                       in(&one), out(&none), 1)); // no room for two diagonals
  CHECK_NO_HANDLE(packed(nullptr, MUBLAS_FILL_MODE_LOWER, 1, in(&one), in(&none), in(&none), 1,
                         in(&one), out(&none), 1));
  CHECK_INVALID(packed(handle, MUBLAS_FILL_MODE_LOWER, 1, in(&one), in(&none), in(&none), 0,
                       in(&one), out(&none), 1));
}

template <typename T, bool conjugated, typename Ger> void testGer(Ger ger) {
  const std::vector<T> a = matrix<T>(1), x = numbers<T>(room, 2), y = numbers<T>(room, 3);
  const DeviceArray<T> xs(x), ys(y);
  const T alpha = number<T>(2, -3);
  const int shapes[][2] = {{7, 5}, {1, 7}, {0, 3}};
  for (const auto &shape : shapes)
    for (const Strides &stride : strides)
      inBothModes<T>(handle, {alpha}, [&](const T *by) {
        const int m = shape[0], n = shape[1];
        auto expected = widen(a);
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            const Wide<T> q = y[at(column, n, stride.y)];
            expected[row + column * ld] +=
                Wide<T>(alpha) * Wide<T>(x[at(row, m, stride.x)]) * (conjugated ? conjugate(q) : q);
          }
        const DeviceArray<T> result(a);
        CHECK_BLAS(ger(handle, m, n, in(by), in(xs.get()), stride.x, in(ys.get()), stride.y,
                       out(result.get()), ld));
        CHECK(isNear(result.read(), expected));
      });
  T none(0);
  const auto call = [&](mublasHandle_t with, int m, int lda, int incx) {
    return ger(with, m, 1, in(&alpha), in(&none), incx, in(&none), 1, out(&none), lda);
  };
  CHECK_NO_HANDLE(call(nullptr, 1, 1, 1));
  CHECK_INVALID(call(handle, -1, 1, 1));
  CHECK_INVALID(call(handle, 2, 1, 1));
  CHECK_INVALID(call(handle, 1, 1, 0));
}

/// What is added to a triangle, by element, and by both of the ways to store it.
template <typename T, typename A, bool hermitian, typename Add, typename Full, typename Packed>
void checkUpdate(int n, mublasFillMode_t uplo, A alpha, Add add, Full full, Packed packed) {
  const std::vector<T> a = matrix<T>(1);
  auto expected = widen(a);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row)
      if (isStored(uplo, row, column)) {
        auto &to = expected[row + column * ld];
        to += add(row, column);
        if (hermitian && row == column)
          to = std::real(to);
      }
  inBothModes<A>(handle, {alpha}, [&](const A *by) {
    const DeviceArray<T> result(a), columns(pack(a, n, uplo));
    CHECK_BLAS(full(by, out(result.get())));
    CHECK(isNear(result.read(), expected));
    if constexpr (!std::is_same_v<Packed, std::nullptr_t>) {
      CHECK_BLAS(packed(by, out(columns.get())));
      CHECK(isNear(columns.read(), pack(expected, n, uplo)));
    }
  });
}

template <typename T, typename A, bool hermitian, typename One, typename Two, typename PackedOne,
          typename PackedTwo>
void testUpdates(One one, Two two, PackedOne packedOne, PackedTwo packedTwo) {
  const std::vector<T> x = numbers<T>(room, 2), y = numbers<T>(room, 3);
  const DeviceArray<T> xs(x), ys(y);
  const A real = number<A>(2, 3);
  const T alpha = number<T>(2, -3);
  const auto turned = [](Wide<T> value) { return hermitian ? conjugate(value) : value; };
  for (int n : orders)
    for (mublasFillMode_t uplo : triangles)
      for (const Strides &stride : strides) {
        const auto p = [&](int i) { return Wide<T>(x[at(i, n, stride.x)]); };
        const auto q = [&](int i) { return Wide<T>(y[at(i, n, stride.y)]); };
        const auto addOne = [&](int row, int column) {
          return Wide<A>(real) * p(row) * turned(p(column));
        };
        const auto fullOne = [&](const A *by, auto a) {
          return one(handle, uplo, n, in(by), in(xs.get()), stride.x, a, ld);
        };
        const auto addTwo = [&](int row, int column) {
          return Wide<T>(alpha) * p(row) * turned(q(column)) +
                 turned(alpha) * q(row) * turned(p(column));
        };
        const auto fullTwo = [&](const T *by, auto a) {
          return two(handle, uplo, n, in(by), in(xs.get()), stride.x, in(ys.get()), stride.y, a,
                     ld);
        };
        if constexpr (std::is_same_v<PackedOne, std::nullptr_t>) {
          checkUpdate<T, A, hermitian>(n, uplo, real, addOne, fullOne, nullptr);
          checkUpdate<T, T, hermitian>(n, uplo, alpha, addTwo, fullTwo, nullptr);
        } else {
          checkUpdate<T, A, hermitian>(n, uplo, real, addOne, fullOne, [&](const A *by, auto ap) {
            return packedOne(handle, uplo, n, in(by), in(xs.get()), stride.x, ap);
          });
          checkUpdate<T, T, hermitian>(n, uplo, alpha, addTwo, fullTwo, [&](const T *by, auto ap) {
            return packedTwo(handle, uplo, n, in(by), in(xs.get()), stride.x, in(ys.get()),
                             stride.y, ap);
          });
        }
      }
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasFillMode_t uplo, int n, int lda, int incx) {
    return one(with, uplo, n, in(&real), in(&none), incx, out(&none), lda);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_FILL_MODE_LOWER, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_FULL, 1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, -1, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 2, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, 1, 1, 0));
  CHECK_INVALID(two(handle, MUBLAS_FILL_MODE_LOWER, 1, in(&alpha), in(&none), 1, in(&none), 0,
                    out(&none), 1));
}

/// `multiply(x)` makes op(A) x of x, and `solve(x)` takes it back.
template <typename T, typename Multiply, typename Solve>
void checkTriangle(int n, int incx, const std::vector<T> &triangle, mublasOperation_t trans,
                   Multiply multiply, Solve solve) {
  const std::vector<T> x = numbers<T>(room, 2);
  const auto product = times(triangle, n, trans, n, n, x, incx);
  auto expected = widen(x);
  for (int i = 0; i < n; ++i)
    expected[at(i, n, incx)] = product[i];
  const DeviceArray<T> vector(x);
  CHECK_BLAS(multiply(out(vector.get())));
  CHECK(isNear(vector.read(), expected));
  CHECK_BLAS(solve(out(vector.get())));
  const std::vector<T> solved = vector.read();
  for (int i = 0; i < room; ++i)
    CHECK(std::abs(solved[i] - x[i]) < (std::is_same_v<Part<T>, float> ? 1e-3 : 1e-11));
}

/// Triangles whose solutions do not grow: small elements, and a diagonal that is not.
template <typename T> std::vector<T> tame() {
  std::vector<T> a = matrix<T>(1);
  for (int i = 0; i < ld * ld; ++i)
    a[i] = i % ld == i / ld ? a[i] + T(8) : a[i] / T(8);
  return a;
}

template <typename T> void testTriangles() {
  constexpr int k = 2;
  const std::vector<T> a = tame<T>(), narrow = within(a, k, k);
  for (int n : orders)
    for (mublasFillMode_t uplo : triangles)
      for (mublasOperation_t trans : operations)
        for (mublasDiagType_t diag : diagonals)
          for (int incx : {1, 2, -1, -3}) {
            const Kind kind = diag == MUBLAS_DIAG_UNIT ? Kind::UnitTriangular : Kind::Triangular;
            const DeviceArray<T> stored(a);
            checkTriangle<T>(
                n, incx, whole(a, ld, n, uplo, kind), trans,
                [&](auto x) {
                  return Api<T>::trmv(handle, uplo, trans, diag, n, in(stored.get()), ld, x, incx);
                },
                [&](auto x) {
                  return Api<T>::trsv(handle, uplo, trans, diag, n, in(stored.get()), ld, x, incx);
                });
            const bool isLower = uplo == MUBLAS_FILL_MODE_LOWER;
            const DeviceArray<T> rows(band(a, n, n, isLower ? k : 0, isLower ? 0 : k));
            checkTriangle<T>(
                n, incx, whole(narrow, ld, n, uplo, kind), trans,
                [&](auto x) {
                  return Api<T>::tbmv(handle, uplo, trans, diag, n, k, in(rows.get()), ld, x, incx);
                },
                [&](auto x) {
                  return Api<T>::tbsv(handle, uplo, trans, diag, n, k, in(rows.get()), ld, x, incx);
                });
            const DeviceArray<T> columns(pack(a, n, uplo));
            checkTriangle<T>(
                n, incx, whole(a, ld, n, uplo, kind), trans,
                [&](auto x) {
                  return Api<T>::tpmv(handle, uplo, trans, diag, n, in(columns.get()), x, incx);
                },
                [&](auto x) {
                  return Api<T>::tpsv(handle, uplo, trans, diag, n, in(columns.get()), x, incx);
                });
          }
  T none(0);
  const auto full = [&](mublasHandle_t with, mublasFillMode_t uplo, mublasOperation_t trans, int n,
                        int lda, int incx) {
    return Api<T>::trsv(with, uplo, trans, MUBLAS_DIAG_UNIT, n, in(&none), lda, out(&none), incx);
  };
  CHECK_NO_HANDLE(full(nullptr, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 1, 1, 1));
  CHECK_INVALID(full(handle, MUBLAS_FILL_MODE_FULL, MUBLAS_OP_N, 1, 1, 1));
  CHECK_INVALID(full(handle, MUBLAS_FILL_MODE_LOWER, mublasOperation_t(3), 1, 1, 1));
  CHECK_INVALID(full(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, -1, 1, 1));
  CHECK_INVALID(full(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 2, 1, 1));
  CHECK_INVALID(full(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 1, 1, 0));
  CHECK_INVALID(Api<T>::tbmv(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, MUBLAS_DIAG_UNIT, 1, 1,
                             in(&none), 1, out(&none), 1));
  CHECK_INVALID(Api<T>::tpmv(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, MUBLAS_DIAG_UNIT, -1,
                             in(&none), out(&none), 1));
}

template <typename T> void testAnyType() {
  testGeneralBand<T>();
  testTriangles<T>();
}

} // namespace

int main() {
  CHECK_BLAS(mublasCreate(&handle));
  testAnyType<float>();
  testAnyType<double>();
  testAnyType<std::complex<float>>();
  testAnyType<std::complex<double>>();
#define TEST_REAL(L, T)                                                                            \
  testSymmetric<T, Kind::Symmetric>(mublas##L##symv_v2);                                           \
  testSymmetricStored<T, Kind::Symmetric>(mublas##L##sbmv_v2, mublas##L##spmv_v2);                 \
  testGer<T, false>(mublas##L##ger_v2);                                                            \
  testUpdates<T, T, false>(mublas##L##syr_v2, mublas##L##syr2_v2, mublas##L##spr_v2,               \
                           mublas##L##spr2_v2);
  TEST_REAL(S, float)
  TEST_REAL(D, double)
#define TEST_COMPLEX(L, T, R)                                                                      \
  testSymmetric<T, Kind::Symmetric>(mublas##L##symv_v2);                                           \
  testSymmetric<T, Kind::Hermitian>(mublas##L##hemv_v2);                                           \
  testSymmetricStored<T, Kind::Hermitian>(mublas##L##hbmv_v2, mublas##L##hpmv_v2);                 \
  testGer<T, false>(mublas##L##geru_v2);                                                           \
  testGer<T, true>(mublas##L##gerc_v2);                                                            \
  testUpdates<T, T, false>(mublas##L##syr_v2, mublas##L##syr2_v2, nullptr, nullptr);               \
  testUpdates<T, R, true>(mublas##L##her_v2, mublas##L##her2_v2, mublas##L##hpr_v2,                \
                          mublas##L##hpr2_v2);
  TEST_COMPLEX(C, std::complex<float>, float)
  TEST_COMPLEX(Z, std::complex<double>, double)
  CHECK_BLAS(mublasDestroy(handle));
  return CHECK_RESULT();
}
