// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLAS: many products of a matrix and a vector, and products of two matrices that are symmetric.
#include "mublas_test.h"

namespace {

mublasHandle_t handle;

/// Calls both functions for many, on the same memory: one by strides, one by addresses.
template <typename T, typename Strided, typename Batched>
void testGemv(Strided strided, Batched batched) {
  constexpr int m = 5, n = 3, lda = 7, count = 3, sizeA = lda * n, sizeX = 20, sizeY = 22;
  const std::vector<T> a = numbers<T>(sizeA * count, 1), x = numbers<T>(sizeX * count, 2),
                       y = numbers<T>(sizeY * count, 3);
  const DeviceArray<T> as(a), xs(x);
  for (mublasOperation_t trans : operations)
    for (Strides by : strides)
      for (T beta : {T(0), number<T>(2, 1)}) {
        const int rows = trans == MUBLAS_OP_N ? m : n, columns = trans == MUBLAS_OP_N ? n : m;
        const T alpha = number<T>(3, -2);
        auto expected = widen(y);
        std::vector<T> before = y;
        for (int i = 0; i < count; ++i)
          for (int row = 0; row < rows; ++row) {
            Wide<T> sum = 0;
            for (int column = 0; column < columns; ++column)
              sum += Wide<T>(element(a.data() + i * sizeA, lda, trans, row, column)) *
                     Wide<T>(x[i * sizeX + at(column, columns, by.x)]);
            const int place = i * sizeY + at(row, rows, by.y);
            expected[place] = Wide<T>(alpha) * sum + Wide<T>(beta) * expected[place];
            if (beta == T(0))
              before[place] = T(NAN);
          }
        inBothModes<T>(handle, {alpha, beta}, [&](const T *scalars) {
          const DeviceArray<T> result(before);
          CHECK_BLAS(strided(handle, trans, m, n, in(scalars), in(as.get()), lda, sizeA,
                             in(xs.get()), by.x, sizeX, in(scalars + 1), out(result.get()), by.y,
                             sizeY, count));
          CHECK(isNear(result.read(), expected));

          const DeviceArray<T> again(before);
          std::vector<const ApiType<T> *> manyA, manyX;
          std::vector<ApiType<T> *> manyY;
          for (int i = 0; i < count; ++i) {
            manyA.push_back(in(as.get()) + i * sizeA);
            manyX.push_back(in(xs.get()) + i * sizeX);
            manyY.push_back(out(again.get()) + i * sizeY);
          }
          const DeviceArray<const ApiType<T> *> pointersA(manyA), pointersX(manyX);
          const DeviceArray<ApiType<T> *> pointersY(manyY);
          CHECK_BLAS(batched(handle, trans, m, n, in(scalars), pointersA.get(), lda,
                             pointersX.get(), by.x, in(scalars + 1), pointersY.get(), by.y, count));
          CHECK(isNear(again.read(), expected));
        });
      }
  const T one(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, int rows, int ld, int increment, int many) {
    return strided(with, MUBLAS_OP_N, rows, 1, in(&one), in(&none), ld, 0, in(&none), increment, 0,
                   in(&one), out(&none), 1, 0, many);
  };
  CHECK_NO_HANDLE(call(nullptr, 1, 1, 1, 1));
  CHECK_INVALID(call(handle, -1, 1, 1, 1));
  CHECK_INVALID(call(handle, 2, 1, 1, 1));
  CHECK_INVALID(call(handle, 1, 1, 0, 1));
  CHECK_INVALID(call(handle, 1, 1, 1, -1));
  CHECK_BLAS(call(handle, 1, 1, 1, 0));
}

/// The triangle of alpha A B^T + beta C is computed, whether or not the product is symmetric.
template <typename T, typename B, bool hermitian, typename Call> void testSyrkx(Call syrkx) {
  constexpr int ld = 9;
  const std::vector<T> a = numbers<T>(ld * ld, 1), b = numbers<T>(ld * ld, 2),
                       c = numbers<T>(ld * ld, 3);
  const DeviceArray<T> as(a), bs(b);
  const mublasOperation_t transposed = hermitian ? MUBLAS_OP_C : MUBLAS_OP_T;
  const struct {
    int n, k;
  } sizes[] = {{7, 4}, {3, 8}, {1, 1}, {4, 0}, {0, 3}};
  for (const auto &size : sizes)
    for (mublasFillMode_t uplo : triangles)
      for (mublasOperation_t trans : {MUBLAS_OP_N, transposed})
        for (B beta : {B(0), number<B>(2, 1)}) {
          const T alpha = number<T>(3, -2);
          auto expected = widen(c);
          std::vector<T> before = c;
          for (int column = 0; column < size.n; ++column)
            for (int row = 0; row < size.n; ++row) {
              if (!isStored(uplo, row, column))
                continue;
              const auto other = trans == MUBLAS_OP_N ? transposed : MUBLAS_OP_N;
              Wide<T> sum = 0;
              for (int i = 0; i < size.k; ++i)
                sum += Wide<T>(element(a, ld, trans, row, i)) *
                       Wide<T>(element(b, ld, other, i, column));
              Wide<T> &to = expected[row + column * ld];
              to = Wide<T>(alpha) * sum + Wide<T>(beta) * to;
              if (hermitian && row == column)
                to = std::real(to);
              if (beta == B(0))
                before[row + column * ld] = T(NAN);
            }
          const DeviceArray<T> result(before);
          CHECK_BLAS(syrkx(handle, uplo, trans, size.n, size.k, in(&alpha), in(as.get()), ld,
                           in(bs.get()), ld, in(&beta), out(result.get()), ld));
          CHECK(isNear(result.read(), expected));
        }
  const T one(1);
  const B of(1);
  T none(0);
  const auto call = [&](mublasHandle_t with, mublasFillMode_t uplo, mublasOperation_t trans, int n,
                        int ldb) {
    return syrkx(with, uplo, trans, n, 1, in(&one), in(&none), n, in(&none), ldb, in(&of),
                 out(&none), n);
  };
  CHECK_NO_HANDLE(call(nullptr, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_FULL, MUBLAS_OP_N, 1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, -1, 1));
  CHECK_INVALID(call(handle, MUBLAS_FILL_MODE_LOWER, MUBLAS_OP_N, 2, 1));
  if (isComplex<T>)
    CHECK_INVALID(
        call(handle, MUBLAS_FILL_MODE_LOWER, hermitian ? MUBLAS_OP_T : MUBLAS_OP_C, 1, 1));
}

/// What a program may name as the algorithm changes nothing.
void testAlgorithms() {
  const DeviceArray<float> a({3}), b({5}), c({0});
  const float one = 1, none = 0;
  for (mublasGemmAlgo_t algorithm : {MUBLAS_GEMM_ALGO0, MUBLAS_GEMM_ALGO23,
                                     MUBLAS_GEMM_ALGO0_TENSOR_OP, MUBLAS_GEMM_ALGO15_TENSOR_OP}) {
    CHECK_MUSA(musaMemset(c.get(), 0, sizeof(float)));
    CHECK_BLAS(mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_HERMITAN, 1, 1, 1, &one, a.get(),
                            MUSA_R_32F, 1, b.get(), MUSA_R_32F, 1, &none, c.get(), MUSA_R_32F, 1,
                            MUBLAS_COMPUTE_32F, algorithm));
    CHECK_EQUAL(c.read()[0], 15.F);
  }
}

} // namespace

int main() {
  CHECK_BLAS(mublasCreate(&handle));
#define TEST(L, T)                                                                                 \
  testGemv<T>(mublas##L##gemvStridedBatched, mublas##L##gemvBatched);                              \
  testSyrkx<T, T, false>(mublas##L##syrkx);
  TEST(S, float)
  TEST(D, double)
  TEST(C, std::complex<float>)
  TEST(Z, std::complex<double>)
  testSyrkx<std::complex<float>, float, true>(mublasCherkx);
  testSyrkx<std::complex<double>, double, true>(mublasZherkx);
  testAlgorithms();
  CHECK_BLAS(mublasDestroy(handle));
  return CHECK_RESULT();
}
