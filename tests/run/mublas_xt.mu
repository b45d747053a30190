// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// ENV: MUSA_HOST_DEVICES=2
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLASXt: matrices in host memory and in the device's, against muBLAS's own functions.
#include "dense_test.h"

#include <algorithm>
#include <climits>
#include <mublasXt.h>

#define CHECK_BLAS(call)                                                                           \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUBLAS_STATUS_SUCCESS))
#define CHECK_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

namespace {

mublasXtHandle_t xt;
mublasHandle_t handle;

constexpr int n = 9, k = 6; ///< matrices have room for n x n

/// Runs the one on host memory, and the other on the device's: what they leave of C is the same.
template <typename T, typename OnHost, typename OnDevice>
void compare(OnHost onHost, OnDevice onDevice) {
  std::vector<T> a = numbers<T>(n * n, 1), b = numbers<T>(n * n, 2), c = numbers<T>(n * n, 3);
  for (int i = 0; i < n; ++i)
    a[i * n + i] = T(16); // for triangular systems
  const DeviceArray<T> as(a), bs(b), cs(c);
  CHECK_BLAS(onHost(out(a.data()), out(b.data()), out(c.data())));
  CHECK_BLAS(onDevice(out(as.get()), out(bs.get()), out(cs.get())));
  CHECK(bs.read() == b);
  CHECK(cs.read() == c);
}

#define TEST(L, T)                                                                                 \
  {                                                                                                \
    using A = ApiType<T>;                                                                          \
    const T alphaValue = T(3), betaValue = T(2);                                                   \
    const A *alpha = in(&alphaValue), *beta = in(&betaValue);                                      \
    compare<T>(                                                                                    \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublasXt##L##gemm(xt, MUBLAS_OP_N, MUBLAS_OP_T, n, n, k, alpha, a, n, b, n, beta, \
                                   c, n);                                                          \
        },                                                                                         \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublas##L##gemm(handle, MUBLAS_OP_N, MUBLAS_OP_T, n, n, k, alpha, a, n, b, n,     \
                                 beta, c, n);                                                      \
        });                                                                                        \
    compare<T>(                                                                                    \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublasXt##L##symm(xt, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_UPPER, n, k, alpha, a,   \
                                   n, b, n, beta, c, n);                                           \
        },                                                                                         \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublas##L##symm(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_UPPER, n, k, alpha, a, \
                                 n, b, n, beta, c, n);                                             \
        });                                                                                        \
    compare<T>(                                                                                    \
        [&](A *a, A *, A *c) {                                                                     \
          return mublasXt##L##syrk(xt, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, n, k, alpha, a, n,     \
                                   beta, c, n);                                                    \
        },                                                                                         \
        [&](A *a, A *, A *c) {                                                                     \
          return mublas##L##syrk(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, n, k, alpha, a, n,   \
                                 beta, c, n);                                                      \
        });                                                                                        \
    compare<T>(                                                                                    \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublasXt##L##syr2k(xt, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, n, k, alpha, a, n, b, \
                                    n, beta, c, n);                                                \
        },                                                                                         \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublas##L##syr2k(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, n, k, alpha, a, n,  \
                                  b, n, beta, c, n);                                               \
        });                                                                                        \
    compare<T>(                                                                                    \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublasXt##L##trmm(xt, MUBLAS_SIDE_RIGHT, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_T,     \
                                   MUBLAS_DIAG_NON_UNIT, k, n, alpha, a, n, b, n, c, n);           \
        },                                                                                         \
        [&](A *a, A *b, A *c) {                                                                    \
          return mublas##L##trmm(handle, MUBLAS_SIDE_RIGHT, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_T,   \
                                 MUBLAS_DIAG_NON_UNIT, k, n, alpha, a, n, b, n, c, n);             \
        });                                                                                        \
    compare<T>(                                                                                    \
        [&](A *a, A *b, A *) {                                                                     \
          return mublasXt##L##trsm(xt, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N,      \
                                   MUBLAS_DIAG_NON_UNIT, n, k, alpha, a, n, b, n);                 \
        },                                                                                         \
        [&](A *a, A *b, A *) {                                                                     \
          return mublas##L##trsm(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N,    \
                                 MUBLAS_DIAG_NON_UNIT, n, k, alpha, a, n, b, n);                   \
        });                                                                                        \
  }

void testHermitian() {
  using T = std::complex<double>;
  const T alphaValue(3, 1);
  const double real = 2;
  const muDoubleComplex *alpha = in(&alphaValue);
  compare<T>(
      [&](auto *a, auto *b, auto *c) {
        return mublasXtZhemm(xt, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_UPPER, n, k, alpha, a, n, b, n,
                             alpha, c, n);
      },
      [&](auto *a, auto *b, auto *c) {
        return mublasZhemm(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_UPPER, n, k, alpha, a, n, b,
                           n, alpha, c, n);
      });
  compare<T>(
      [&](auto *a, auto *, auto *c) {
        return mublasXtZherk(xt, MUBLAS_FILL_MODE_UPPER, MUBLAS_OP_C, n, k, &real, a, n, &real, c,
                             n);
      },
      [&](auto *a, auto *, auto *c) {
        return mublasZherk(handle, MUBLAS_FILL_MODE_UPPER, MUBLAS_OP_C, n, k, &real, a, n, &real, c,
                           n);
      });
  compare<T>(
      [&](auto *a, auto *b, auto *c) {
        return mublasXtZher2k(xt, MUBLAS_FILL_MODE_UPPER, MUBLAS_OP_C, n, k, alpha, a, n, b, n,
                              &real, c, n);
      },
      [&](auto *a, auto *b, auto *c) {
        return mublasZher2k(handle, MUBLAS_FILL_MODE_UPPER, MUBLAS_OP_C, n, k, alpha, a, n, b, n,
                            &real, c, n);
      });
}

void testCalls() {
  float one = 1, c[1] = {};
  const auto product = [&](mublasXtHandle_t of, size_t size) {
    return mublasXtSgemm(of, MUBLAS_OP_N, MUBLAS_OP_N, size, 1, 1, &one, &one, size, &one, 1, &one,
                         c, size);
  };
  mublasXtHandle_t fresh = nullptr;
  CHECK_BLAS(mublasXtCreate(&fresh));
  CHECK_FAILS(product(fresh, 1), MUBLAS_STATUS_NOT_INITIALIZED); // no devices are chosen
  int devices[] = {0, 1, 2};
  CHECK_FAILS(mublasXtDeviceSelect(fresh, 3, devices), MUBLAS_STATUS_INVALID_VALUE);
  CHECK_FAILS(mublasXtDeviceSelect(fresh, 0, devices), MUBLAS_STATUS_INVALID_VALUE);
  CHECK_BLAS(mublasXtDeviceSelect(fresh, 2, devices));
  CHECK_BLAS(product(fresh, 1));
  CHECK_EQUAL(c[0], 1.0f);
  CHECK_FAILS(product(fresh, size_t{INT_MAX} + 1), MUBLAS_STATUS_NOT_SUPPORTED);
  CHECK_FAILS(product(nullptr, 1), MUBLAS_STATUS_NOT_INITIALIZED);
  int dimension = 0;
  CHECK_BLAS(mublasXtSetBlockDim(fresh, 64));
  CHECK_BLAS(mublasXtGetBlockDim(fresh, &dimension));
  CHECK_EQUAL(dimension, 64);
  CHECK_FAILS(mublasXtSetBlockDim(fresh, 0), MUBLAS_STATUS_INVALID_VALUE);
  mublasXtPinnedMemMode_t mode = MUBLASXT_PINNING_DISABLED;
  CHECK_BLAS(mublasXtSetPinningMemMode(fresh, MUBLASXT_PINNING_ENABLED));
  CHECK_BLAS(mublasXtGetPinningMemMode(fresh, &mode));
  CHECK_EQUAL(static_cast<int>(mode), static_cast<int>(MUBLASXT_PINNING_ENABLED));
  CHECK_BLAS(mublasXtDestroy(fresh));
  CHECK_FAILS(mublasXtDestroy(nullptr), MUBLAS_STATUS_NOT_INITIALIZED);
  CHECK_FAILS(mublasXtCreate(nullptr), MUBLAS_STATUS_INVALID_VALUE);
}

} // namespace

int main() {
  int device = 0;
  CHECK_BLAS(mublasCreate(&handle));
  CHECK_BLAS(mublasXtCreate(&xt));
  CHECK_BLAS(mublasXtDeviceSelect(xt, 1, &device));
  TEST(S, float)
  TEST(D, double)
  TEST(C, std::complex<float>)
  TEST(Z, std::complex<double>)
  testHermitian();
  testCalls();
  CHECK_BLAS(mublasXtDestroy(xt));
  CHECK_BLAS(mublasDestroy(handle));
  return CHECK_RESULT();
}
