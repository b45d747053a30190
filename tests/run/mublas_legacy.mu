// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// The interface of cublas.h: without a handle, with letters, scalars by value and one error for
// all. The functions with a handle, which the other tests check, compute what this compares with.
#include "mublas_test.h"

#include <cstring>

namespace {

mublasHandle_t handle;

void checkError(mublasStatus_t expected) {
  CHECK_STATUS(mublasGetError(), expected);
  CHECK_STATUS(mublasGetError(), MUBLAS_STATUS_SUCCESS); // only once
}

constexpr int ld = 7, n = 5, m = 4;

/// Calls `legacy` and `modern` with copies of the same numbers, and compares what they leave.
template <typename T, typename Legacy, typename Modern>
void compare(const char *name, Legacy legacy, Modern modern) {
  std::vector<T> a = numbers<T>(ld * ld, 1);
  for (int i = 0; i < ld; ++i)
    a[i * (ld + 1)] = T(17);
  const std::vector<T> b = numbers<T>(ld * ld, 2), c = numbers<T>(ld * ld, 3);
  const DeviceArray<T> as(a), b1(b), b2(b), c1(c), c2(c);
  legacy(in(as.get()), out(b1.get()), out(c1.get()));
  CHECK_BLAS(modern(in(as.get()), out(b2.get()), out(c2.get())));
  const bool changes = b1.read() != b || c1.read() != c;
  if (!changes || b1.read() != b2.read() || c1.read() != c2.read())
    check::report(__FILE__, __LINE__, std::string(name) + " computes something else");
}

/// Calls without a handle, and with one: `name(first..., alpha, rest...)`.
#define COMPARE(T, name, legacy, modern)                                                           \
  compare<T>(                                                                                      \
      #name, [&](auto a, auto b, auto c) { (void)a, (void)b, (void)c, name legacy; },              \
      [&](auto a, auto b, auto c) { return (void)a, (void)b, (void)c, name modern; })

template <typename T> ApiType<T> scalar(int real, int imaginary) {
  const T value = number<T>(real, imaginary);
  ApiType<T> result; // which is more aligned
  std::memcpy(&result, &value, sizeof result);
  return result;
}

// What all four types have.
#define COMPARE_ALL(L, T)                                                                          \
  {                                                                                                \
    const auto p = scalar<T>(3, -2), q = scalar<T>(2, 1);                                          \
    const auto lower = MUBLAS_FILL_MODE_LOWER, upper = MUBLAS_FILL_MODE_UPPER;                     \
    const auto left = MUBLAS_SIDE_LEFT, right = MUBLAS_SIDE_RIGHT;                                 \
    const auto unit = MUBLAS_DIAG_UNIT, other = MUBLAS_DIAG_NON_UNIT;                              \
    const auto N = MUBLAS_OP_N, t = MUBLAS_OP_T, h = MUBLAS_OP_C;                                  \
    COMPARE(T, mublas##L##axpy, (n, p, a, 2, b, -1), (handle, n, &p, a, 2, b, -1));                \
    COMPARE(T, mublas##L##scal, (n, p, b, 2), (handle, n, &p, b, 2));                              \
    COMPARE(T, mublas##L##copy, (n, b, 2, c, 3), (handle, n, b, 2, c, 3));                         \
    COMPARE(T, mublas##L##swap, (n, b, 2, c, 3), (handle, n, b, 2, c, 3));                         \
    COMPARE(T, mublas##L##gemv, ('t', m, n, p, a, ld, b, 2, q, c, 1),                              \
            (handle, t, m, n, &p, a, ld, b, 2, &q, c, 1));                                         \
    COMPARE(T, mublas##L##gbmv, ('N', m, n, 1, 2, p, a, ld, b, 2, q, c, 1),                        \
            (handle, N, m, n, 1, 2, &p, a, ld, b, 2, &q, c, 1));                                   \
    COMPARE(T, mublas##L##trmv, ('U', 'T', 'N', n, a, ld, b, 2),                                   \
            (handle, upper, t, other, n, a, ld, b, 2));                                            \
    COMPARE(T, mublas##L##trsv, ('l', 'n', 'u', n, a, ld, b, 2),                                   \
            (handle, lower, N, unit, n, a, ld, b, 2));                                             \
    COMPARE(T, mublas##L##tbmv, ('U', 'C', 'N', n, 1, a, ld, b, 2),                                \
            (handle, upper, h, other, n, 1, a, ld, b, 2));                                         \
    COMPARE(T, mublas##L##tbsv, ('L', 'N', 'U', n, 1, a, ld, b, 2),                                \
            (handle, lower, N, unit, n, 1, a, ld, b, 2));                                          \
    COMPARE(T, mublas##L##tpmv, ('U', 'c', 'N', n, a, b, 2),                                       \
            (handle, upper, h, other, n, a, b, 2));                                                \
    COMPARE(T, mublas##L##tpsv, ('L', 'N', 'U', n, a, b, 2),                                       \
            (handle, lower, N, unit, n, a, b, 2));                                                 \
    COMPARE(T, mublas##L##gemm, ('N', 't', m, n, 3, p, a, ld, b, ld, q, c, ld),                    \
            (handle, N, t, m, n, 3, &p, a, ld, b, ld, &q, c, ld));                                 \
    COMPARE(T, mublas##L##symm, ('R', 'U', m, n, p, a, ld, b, ld, q, c, ld),                       \
            (handle, right, upper, m, n, &p, a, ld, b, ld, &q, c, ld));                            \
    COMPARE(T, mublas##L##syrk, ('L', 'T', n, 3, p, a, ld, q, c, ld),                              \
            (handle, lower, t, n, 3, &p, a, ld, &q, c, ld));                                       \
    COMPARE(T, mublas##L##syr2k, ('L', 'T', n, 3, p, a, ld, b, ld, q, c, ld),                      \
            (handle, lower, t, n, 3, &p, a, ld, b, ld, &q, c, ld));                                \
    COMPARE(T, mublas##L##trmm, ('l', 'U', 'T', 'U', m, n, p, a, ld, b, ld),                       \
            (handle, left, upper, t, unit, m, n, &p, a, ld, b, ld, b, ld));                        \
    COMPARE(T, mublas##L##trsm, ('r', 'L', 'N', 'N', m, n, p, a, ld, b, ld),                       \
            (handle, right, lower, N, other, m, n, &p, a, ld, b, ld));                             \
    COMPARE(T, mublas##L##symv, ('U', n, p, a, ld, b, 2, q, c, 1),                                 \
            (handle, upper, n, &p, a, ld, b, 2, &q, c, 1));                                        \
    COMPARE(T, mublas##L##syr, ('U', n, p, a, 2, c, ld), (handle, upper, n, &p, a, 2, c, ld));     \
    COMPARE(T, mublas##L##syr2, ('U', n, p, a, 2, b, 1, c, ld),                                    \
            (handle, upper, n, &p, a, 2, b, 1, c, ld));                                            \
  }

#define COMPARE_REAL(L, T)                                                                         \
  {                                                                                                \
    const T p = 3, q = 2;                                                                          \
    const auto upper = MUBLAS_FILL_MODE_UPPER;                                                     \
    const T param[] = {-1, 2, 3, 4, 5};                                                            \
    COMPARE(T, mublas##L##rot, (n, b, 2, c, 1, p, q), (handle, n, b, 2, c, 1, &p, &q));            \
    COMPARE(T, mublas##L##rotm, (n, b, 2, c, 1, param), (handle, n, b, 2, c, 1, param));           \
    COMPARE(T, mublas##L##ger, (m, n, p, a, 2, b, 1, c, ld),                                       \
            (handle, m, n, &p, a, 2, b, 1, c, ld));                                                \
    COMPARE(T, mublas##L##sbmv, ('U', n, 1, p, a, ld, b, 2, q, c, 1),                              \
            (handle, upper, n, 1, &p, a, ld, b, 2, &q, c, 1));                                     \
    COMPARE(T, mublas##L##spmv, ('U', n, p, a, b, 2, q, c, 1),                                     \
            (handle, upper, n, &p, a, b, 2, &q, c, 1));                                            \
    COMPARE(T, mublas##L##spr, ('U', n, p, a, 2, c), (handle, upper, n, &p, a, 2, c));             \
    COMPARE(T, mublas##L##spr2, ('U', n, p, a, 2, b, 1, c),                                        \
            (handle, upper, n, &p, a, 2, b, 1, c));                                                \
    T g[] = {3, 4, 0, 0}, w[] = {3, 4, 0, 0};                                                      \
    mublas##L##rotg(g, g + 1, g + 2, g + 3);                                                       \
    CHECK_BLAS(mublas##L##rotg(handle, w, w + 1, w + 2, w + 3));                                   \
    CHECK(g[0] == w[0] && g[1] == w[1] && g[2] == w[2] && g[3] == w[3] && g[2] != 0);              \
    T d[] = {4, 1, 3, 2}, e[] = {4, 1, 3, 2}, f1[5] = {}, f2[5] = {};                              \
    mublas##L##rotmg(d, d + 1, d + 2, d + 3, f1);                                                  \
    CHECK_BLAS(mublas##L##rotmg(handle, e, e + 1, e + 2, e + 3, f2));                              \
    CHECK(d[0] == e[0] && d[1] == e[1] && d[2] == e[2] && f1[0] == f2[0] && d[0] != 4);            \
  }

#define COMPARE_COMPLEX(L, T, LR, R)                                                               \
  {                                                                                                \
    const auto p = scalar<T>(3, -2), q = scalar<T>(2, 1);                                          \
    const R r = 3, s = 2;                                                                          \
    const auto lower = MUBLAS_FILL_MODE_LOWER;                                                     \
    const auto left = MUBLAS_SIDE_LEFT;                                                            \
    const auto h = MUBLAS_OP_C;                                                                    \
    COMPARE(T, mublas##L##LR##scal, (n, r, b, 2), (handle, n, &r, b, 2));                          \
    COMPARE(T, mublas##L##rot, (n, b, 2, c, 1, r, q), (handle, n, b, 2, c, 1, &r, &q));            \
    COMPARE(T, mublas##L##LR##rot, (n, b, 2, c, 1, r, s), (handle, n, b, 2, c, 1, &r, &s));        \
    COMPARE(T, mublas##L##geru, (m, n, p, a, 2, b, 1, c, ld),                                      \
            (handle, m, n, &p, a, 2, b, 1, c, ld));                                                \
    COMPARE(T, mublas##L##gerc, (m, n, p, a, 2, b, 1, c, ld),                                      \
            (handle, m, n, &p, a, 2, b, 1, c, ld));                                                \
    COMPARE(T, mublas##L##hemv, ('L', n, p, a, ld, b, 2, q, c, 1),                                 \
            (handle, lower, n, &p, a, ld, b, 2, &q, c, 1));                                        \
    COMPARE(T, mublas##L##hbmv, ('L', n, 1, p, a, ld, b, 2, q, c, 1),                              \
            (handle, lower, n, 1, &p, a, ld, b, 2, &q, c, 1));                                     \
    COMPARE(T, mublas##L##hpmv, ('L', n, p, a, b, 2, q, c, 1),                                     \
            (handle, lower, n, &p, a, b, 2, &q, c, 1));                                            \
    COMPARE(T, mublas##L##her, ('L', n, r, a, 2, c, ld), (handle, lower, n, &r, a, 2, c, ld));     \
    COMPARE(T, mublas##L##her2, ('L', n, p, a, 2, b, 1, c, ld),                                    \
            (handle, lower, n, &p, a, 2, b, 1, c, ld));                                            \
    COMPARE(T, mublas##L##hpr, ('L', n, r, a, 2, c), (handle, lower, n, &r, a, 2, c));             \
    COMPARE(T, mublas##L##hpr2, ('L', n, p, a, 2, b, 1, c),                                        \
            (handle, lower, n, &p, a, 2, b, 1, c));                                                \
    COMPARE(T, mublas##L##hemm, ('L', 'L', m, n, p, a, ld, b, ld, q, c, ld),                       \
            (handle, left, lower, m, n, &p, a, ld, b, ld, &q, c, ld));                             \
    COMPARE(T, mublas##L##herk, ('L', 'C', n, 3, r, a, ld, s, c, ld),                              \
            (handle, lower, h, n, 3, &r, a, ld, &s, c, ld));                                       \
    COMPARE(T, mublas##L##her2k, ('L', 'C', n, 3, p, a, ld, b, ld, s, c, ld),                      \
            (handle, lower, h, n, 3, &p, a, ld, b, ld, &s, c, ld));                                \
    auto g = scalar<T>(3, 4), b = scalar<T>(1, 2), sine = scalar<T>(0, 0);                         \
    R cosine = 0;                                                                                  \
    mublas##L##rotg(&g, b, &cosine, &sine);                                                        \
    CHECK(cosine > 0 && cosine < 1 && g.x != 3);                                                   \
  }

/// Functions that return a number do so when it is there.
template <typename T, typename Asum, typename Nrm2, typename Amax, typename Amin>
void testMagnitudes(Asum asum, Nrm2 nrm2, Amax amax, Amin amin) {
  const DeviceArray<T> x({T(3), T(-8), T(1), T(8)});
  CHECK_EQUAL(asum(4, in(x.get()), 1), 20);
  CHECK(std::abs(nrm2(4, in(x.get()), 1) - std::sqrt(138.0)) < 1e-5);
  CHECK_EQUAL(amax(4, in(x.get()), 1), 2);
  CHECK_EQUAL(amin(4, in(x.get()), 1), 3);
}
#define MAGNITUDES(T, L, l)                                                                        \
  testMagnitudes<T>([](auto... a) { return mublas##L##asum(a...); },                               \
                    [](auto... a) { return mublas##L##nrm2(a...); },                               \
                    [](auto... a) { return mublasI##l##amax(a...); },                              \
                    [](auto... a) { return mublasI##l##amin(a...); });

void testDots() {
  const DeviceArray<float> x({1, 2, 3}), y({4, 5, 6});
  const DeviceArray<double> dx({1, 2, 3}), dy({4, 5, 6});
  CHECK_EQUAL(mublasSdot(3, x.get(), 1, y.get(), 1), 32.F);
  CHECK_EQUAL(mublasSdot(3, x.get(), 1, y.get(), -1), 28.F);
  CHECK_EQUAL(mublasDdot(3, dx.get(), 1, dy.get(), 1), 32.0);
  const DeviceArray<std::complex<float>> c({{1, 2}}), d({{3, 4}});
  const DeviceArray<std::complex<double>> zc({{1, 2}}), zd({{3, 4}});
  const muComplex u = mublasCdotu(1, in(c.get()), 1, in(d.get()), 1);
  const muComplex v = mublasCdotc(1, in(c.get()), 1, in(d.get()), 1);
  const muDoubleComplex zu = mublasZdotu(1, in(zc.get()), 1, in(zd.get()), 1);
  const muDoubleComplex zv = mublasZdotc(1, in(zc.get()), 1, in(zd.get()), 1);
  CHECK(u.x == -5 && u.y == 10 && v.x == 11 && v.y == -2);
  CHECK(zu.x == -5 && zu.y == 10 && zv.x == 11 && zv.y == -2);
}

void testBeforeAndAfter() {
  float x = 1;
  mublasSscal(1, 2, &x, 1);
  checkError(MUBLAS_STATUS_NOT_INITIALIZED);
  CHECK_NO_HANDLE(mublasShutdown());
  CHECK_NO_HANDLE(mublasSetKernelStream(nullptr));
}

/// Wrong letters and sizes are errors; what follows works.
void testErrors() {
  const DeviceArray<float> a(std::vector<float>(16)), c(std::vector<float>(16));
  const auto gemm = [&](char transa, char transb, int rows) {
    mublasSgemm(transa, transb, rows, 4, 4, 1, a.get(), 4, a.get(), 4, 0, c.get(), 4);
  };
  const auto trsm = [&](char side, char uplo, char diag) {
    mublasStrsm(side, uplo, 'N', diag, 0, 0, 1, a.get(), 4, c.get(), 4);
  };
  gemm('x', 'N', 4);
  checkError(MUBLAS_STATUS_INVALID_VALUE);
  gemm('N', 'N', 5);
  checkError(MUBLAS_STATUS_INVALID_VALUE);
  trsm('x', 'U', 'N');
  checkError(MUBLAS_STATUS_INVALID_VALUE);
  trsm('L', 'x', 'N');
  checkError(MUBLAS_STATUS_INVALID_VALUE);
  trsm('L', 'U', 'x');
  gemm('N', 'N', 4); // keeps the error
  checkError(MUBLAS_STATUS_INVALID_VALUE);
}

void testMemory() {
  float *memory = nullptr;
  CHECK_BLAS(mublasAlloc(4, sizeof(float), reinterpret_cast<void **>(&memory)));
  const float from[] = {1, 2, 3, 4};
  float to[4] = {};
  CHECK_BLAS(mublasSetVector(4, sizeof(float), from, 1, memory, 1));
  mublasSscal(4, 3, memory, 1);
  CHECK_BLAS(mublasGetVector(4, sizeof(float), memory, 1, to, 1));
  CHECK(to[0] == 3 && to[3] == 12);
  CHECK_BLAS(mublasFree(memory));
  CHECK_INVALID(mublasAlloc(0, 4, reinterpret_cast<void **>(&memory)));
  CHECK_INVALID(mublasAlloc(4, 0, reinterpret_cast<void **>(&memory)));
}

void testStream() {
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_BLAS(mublasSetKernelStream(stream));
  const DeviceArray<float> x({5});
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  mublasSscal(1, 3, x.get(), 1);
  musaGraph_t graph;
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  CHECK_MUSA(musaGraphGetNodes(graph, nullptr, &nodes));
  CHECK_EQUAL(nodes, size_t{1});
  CHECK_EQUAL(x.read()[0], 5.F);
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_BLAS(mublasSetKernelStream(nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

// The name alone is the function with a handle, as with cublas_v2.h.
constexpr auto named = mublasSgemm;
using Function = decltype(&mublasSgemm);
static_assert(std::is_same_v<decltype(named), const Function>);
static_assert(std::is_same_v<Function, decltype(&mublasSgemm_v2)>);
template <typename... Arguments> constexpr int countArguments(mublasStatus_t (*)(Arguments...)) {
  return sizeof...(Arguments);
}
static_assert(countArguments(mublasSaxpy) == 7 && countArguments(mublasIsamax) == 5);

} // namespace

int main() {
  testBeforeAndAfter();
  CHECK_BLAS(mublasInit());
  CHECK_BLAS(mublasInit());
  CHECK_BLAS(mublasCreate(&handle));
  COMPARE_ALL(S, float)
  COMPARE_ALL(D, double)
  COMPARE_ALL(C, std::complex<float>)
  COMPARE_ALL(Z, std::complex<double>)
  COMPARE_REAL(S, float)
  COMPARE_REAL(D, double)
  COMPARE_COMPLEX(C, std::complex<float>, s, float)
  COMPARE_COMPLEX(Z, std::complex<double>, d, double)
  MAGNITUDES(float, S, s)
  MAGNITUDES(double, D, d)
  MAGNITUDES(std::complex<float>, Sc, c)
  MAGNITUDES(std::complex<double>, Dz, z)
  testDots();
  checkError(MUBLAS_STATUS_SUCCESS);
  testErrors();
  testMemory();
  testStream();
  checkError(MUBLAS_STATUS_SUCCESS);
  CHECK_BLAS(mublasDestroy(handle));
  CHECK_BLAS(mublasShutdown());
  testBeforeAndAfter();
  return CHECK_RESULT();
}
