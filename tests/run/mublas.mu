// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// muBLAS, against sums that this file works out itself.
#include "mublas_test.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <mublasLt.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp8.h>
#include <vector>

namespace {

mublasHandle_t handle;

template <typename T> struct Gemm {
  mublasOperation_t transa, transb;
  int m, n, k, lda, ldb, ldc;
  T alpha, beta;

  void compute(const T *a, const T *b, T *c) const {
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        T sum{};
        for (int i = 0; i < k; ++i)
          sum += element(a, lda, transa, row, i) * element(b, ldb, transb, i, column);
        T &result = c[row + column * ldc];
        result = alpha * sum + (beta == T{} ? T{} : beta * result);
      }
  }
};

template <typename T> struct Api;
#define API(L, T)                                                                                  \
  template <> struct Api<T> {                                                                      \
    static constexpr auto gemm = mublas##L##gemm;                                                  \
    static constexpr auto batched = mublas##L##gemmBatched;                                        \
    static constexpr auto strided = mublas##L##gemmStridedBatched;                                 \
    static constexpr auto gemv = mublas##L##gemv;                                                  \
    static constexpr auto trsm = mublas##L##trsm;                                                  \
    static constexpr auto trsmBatched = mublas##L##trsmBatched;                                    \
    static constexpr auto getrf = mublas##L##getrfBatched;                                         \
    static constexpr auto getrs = mublas##L##getrsBatched;                                         \
    static constexpr auto geqrf = mublas##L##geqrfBatched;                                         \
    static constexpr auto gels = mublas##L##gelsBatched;                                           \
  };
API(S, float)
API(D, double)
API(C, std::complex<float>)
API(Z, std::complex<double>)

template <typename T> void testGemm() {
  constexpr int m = 5, n = 4, k = 3, count = 3, ld = 8, stride = ld * 6;
  const std::vector<T> a = numbers<T>(stride * count, 1);
  const std::vector<T> b = numbers<T>(stride * count, 2);
  const std::vector<T> c = numbers<T>(stride * count, 3);
  const DeviceArray<T> onDeviceA(a), onDeviceB(b);
  for (mublasOperation_t transa : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C})
    for (mublasOperation_t transb : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C})
      for (T beta : {T(0), T(2)}) {
        const Gemm<T> gemm{transa, transb, m, n, k, ld, ld, ld, T(3), beta};
        std::vector<T> expected = c;
        for (int i = 0; i < count; ++i)
          gemm.compute(&a[stride * i], &b[stride * i], &expected[stride * i]);
        const DeviceArray<T> strided(c);
        CHECK_BLAS(Api<T>::strided(handle, transa, transb, m, n, k, in(&gemm.alpha),
                                   in(onDeviceA.get()), ld, stride, in(onDeviceB.get()), ld, stride,
                                   in(&gemm.beta), out(strided.get()), ld, stride, count));
        CHECK(strided.read() == expected);

        const DeviceArray<T> batched(c);
        std::vector<const T *> pointersA, pointersB;
        std::vector<T *> pointersC;
        for (int i = 0; i < count; ++i) {
          pointersA.push_back(onDeviceA.get() + stride * i);
          pointersB.push_back(onDeviceB.get() + stride * i);
          pointersC.push_back(batched.get() + stride * i);
        }
        const DeviceArray<const T *> as(pointersA), bs(pointersB);
        const DeviceArray<T *> cs(pointersC);
        using A = ApiType<T>;
        CHECK_BLAS(Api<T>::batched(handle, transa, transb, m, n, k, in(&gemm.alpha),
                                   reinterpret_cast<const A *const *>(as.get()), ld,
                                   reinterpret_cast<const A *const *>(bs.get()), ld, in(&gemm.beta),
                                   reinterpret_cast<A *const *>(cs.get()), ld, count));
        CHECK(batched.read() == expected);
      }

  // Scalars in device memory are read when the work is done.
  const DeviceArray<T> scalars({T(0), T(0)});
  const std::vector<T> later = {T(3), T(2)};
  const DeviceArray<T> result(c);
  const Gemm<T> gemm{MUBLAS_OP_N, MUBLAS_OP_N, m, n, k, ld, ld, ld, T(3), T(2)};
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  CHECK_MUSA(musaMemcpyAsync(scalars.get(), later.data(), 2 * sizeof(T), musaMemcpyHostToDevice));
  CHECK_BLAS(Api<T>::gemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, m, n, k, in(scalars.get()),
                          in(onDeviceA.get()), ld, in(onDeviceB.get()), ld, in(scalars.get() + 1),
                          out(result.get()), ld));
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
  std::vector<T> expected = c;
  gemm.compute(a.data(), b.data(), expected.data());
  CHECK(result.read() == expected);

  // A matrix and a vector.
  for (mublasOperation_t trans : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C}) {
    const T by(2), of(3);
    const int outputs = trans == MUBLAS_OP_N ? m : n;
    const int inputs = trans == MUBLAS_OP_N ? n : m;
    const DeviceArray<T> y(c);
    CHECK_BLAS(Api<T>::gemv(handle, trans, m, n, in(&by), in(onDeviceA.get()), ld,
                            in(onDeviceB.get()), 2, in(&of), out(y.get()), 3));
    std::vector<T> product = c;
    for (int row = 0; row < outputs; ++row) {
      T sum{};
      for (int i = 0; i < inputs; ++i)
        sum += element(a.data(), ld, trans, row, i) * b[i * 2];
      product[row * 3] = by * sum + of * product[row * 3];
    }
    CHECK(y.read() == product);
  }
}

template <typename T> bool isNear(const std::vector<T> &a, const std::vector<T> &b, double bound) {
  for (size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > bound)
      return false;
  return a.size() == b.size();
}

/// Systems whose solution is known: A X = B with B made of A and X.
template <typename T> void testSolvers(double bound) {
  using A = ApiType<T>;
  constexpr int n = 4, nrhs = 2, count = 2;
  std::vector<T> a = numbers<T>(n * n * count, 4);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n * n + j * n + j] = T(17);
  const std::vector<T> x = numbers<T>(n * nrhs * count, 5);
  const auto rightSides = [&](mublasOperation_t trans) {
    std::vector<T> b(x.size());
    for (int i = 0; i < count; ++i)
      Gemm<T>{trans, MUBLAS_OP_N, n, nrhs, n, n, n, n, T(1), T(0)}.compute(
          &a[i * n * n], &x[i * n * nrhs], &b[i * n * nrhs]);
    return b;
  };
  const auto pointers = [](const DeviceArray<T> &array, int stride) {
    std::vector<A *> result;
    for (int i = 0; i < count; ++i)
      result.push_back(out(array.get() + stride * i));
    return result;
  };
  for (bool pivoting : {true, false})
    for (mublasOperation_t trans : {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C}) {
      const DeviceArray<T> factors(a), solution(rightSides(trans));
      const DeviceArray<A *> as(pointers(factors, n * n)), bs(pointers(solution, n * nrhs));
      const DeviceArray<int> pivots(std::vector<int>(n * count)), infos({7, 7});
      int *chosen = pivoting ? pivots.get() : nullptr;
      CHECK_BLAS(Api<T>::getrf(handle, n, as.get(), n, chosen, infos.get(), count));
      CHECK(infos.read() == std::vector<int>({0, 0}));
      int info = 7;
      CHECK_BLAS(
          Api<T>::getrs(handle, trans, n, nrhs, as.get(), n, chosen, bs.get(), n, &info, count));
      CHECK_EQUAL(info, 0);
      CHECK(isNear(solution.read(), x, bound));
    }
  {
    const DeviceArray<T> factors(a), solution(rightSides(MUBLAS_OP_N));
    const DeviceArray<A *> as(pointers(factors, n * n)), bs(pointers(solution, n * nrhs));
    const DeviceArray<int> infos({7, 7});
    int info = 7;
    CHECK_BLAS(Api<T>::gels(handle, MUBLAS_OP_N, n, n, nrhs, as.get(), n, bs.get(), n, &info,
                            infos.get(), count));
    CHECK_EQUAL(info, 0);
    CHECK(infos.read() == std::vector<int>({0, 0}));
    CHECK(isNear(solution.read(), x, bound));
  }
  { // A NaN is computed with as a GPU does, not refused.
    std::vector<T> bad = a;
    bad[1] = T(NAN);
    const DeviceArray<T> factors(bad), solution(rightSides(MUBLAS_OP_N));
    const DeviceArray<A *> as(pointers(factors, n * n)), bs(pointers(solution, n * nrhs));
    const DeviceArray<int> pivots(std::vector<int>(n * count)), infos({-77, -77});
    CHECK_BLAS(Api<T>::getrf(handle, n, as.get(), n, pivots.get(), infos.get(), count));
    CHECK(infos.read()[0] >= 0 && infos.read()[1] == 0);
    int info = 7;
    CHECK_BLAS(Api<T>::getrs(handle, MUBLAS_OP_N, n, nrhs, as.get(), n, pivots.get(), bs.get(), n,
                             &info, count));
    const std::vector<T> solved = solution.read();
    CHECK(std::isnan(std::abs(solved[0])));
    CHECK(isNear(std::vector<T>(solved.begin() + n * nrhs, solved.end()),
                 std::vector<T>(x.begin() + n * nrhs, x.end()), bound));
  }
  { // R's columns are as long as A's.
    const DeviceArray<T> factors(a), tau(std::vector<T>(n * count));
    const DeviceArray<A *> as(pointers(factors, n * n)), taus(pointers(tau, n));
    int info = 7;
    // Matrices of nothing have no arrays.
    CHECK_BLAS(Api<T>::geqrf(handle, 0, n, nullptr, n, nullptr, &info, count));
    CHECK_BLAS(Api<T>::geqrf(handle, n, 0, nullptr, n, nullptr, &info, count));
    CHECK_BLAS(Api<T>::geqrf(handle, n, n, as.get(), n, taus.get(), &info, count));
    CHECK_EQUAL(info, 0);
    const std::vector<T> r = factors.read();
    for (int column = 0; column < n * count; ++column) {
      double expected = 0, sum = 0;
      for (int row = 0; row < n; ++row) {
        expected += std::norm(a[column * n + row]);
        if (row <= column % n)
          sum += std::norm(r[column * n + row]);
      }
      CHECK(std::abs(expected - sum) < bound * 1000);
    }
  }
  // Triangles, from both sides.
  for (mublasSideMode_t side : {MUBLAS_SIDE_LEFT, MUBLAS_SIDE_RIGHT})
    for (mublasFillMode_t uplo : {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER})
      for (mublasOperation_t trans : {MUBLAS_OP_N, MUBLAS_OP_C}) {
        std::vector<T> triangle = a;
        for (int i = 0; i < count; ++i)
          for (int column = 0; column < n; ++column)
            for (int row = 0; row < n; ++row)
              if (uplo == MUBLAS_FILL_MODE_LOWER ? row < column : row > column)
                triangle[i * n * n + column * n + row] = T(0);
        std::vector<T> b(n * n * count);
        const std::vector<T> wanted = numbers<T>(n * n * count, 6);
        for (int i = 0; i < count; ++i) {
          const T *t = &triangle[i * n * n], *w = &wanted[i * n * n];
          const bool left = side == MUBLAS_SIDE_LEFT;
          Gemm<T>{
              left ? trans : MUBLAS_OP_N, left ? MUBLAS_OP_N : trans, n, n, n, n, n, n, T(1), T(0)}
              .compute(left ? t : w, left ? w : t, &b[i * n * n]);
        }
        const T one(1);
        const DeviceArray<T> matrix(a), all(b), first(b);
        const DeviceArray<A *> as(pointers(matrix, n * n)), bs(pointers(all, n * n));
        CHECK_BLAS(Api<T>::trsmBatched(handle, side, uplo, trans, MUBLAS_DIAG_NON_UNIT, n, n,
                                       in(&one), as.get(), n, bs.get(), n, count));
        CHECK(isNear(all.read(), wanted, bound));
        CHECK_BLAS(Api<T>::trsm(handle, side, uplo, trans, MUBLAS_DIAG_NON_UNIT, n, n, in(&one),
                                in(matrix.get()), n, out(first.get()), n));
        std::vector<T> solved = first.read();
        solved.resize(n * n);
        CHECK(isNear(solved, std::vector<T>(wanted.begin(), wanted.begin() + n * n), bound));
      }
}

template <typename T> float widen(T x) { return static_cast<float>(x); }

/// Halfs and bfloat16s, computed as floats.
template <typename T> void testNarrow(musaDataType_t type) {
  constexpr int m = 5, n = 4, k = 3, count = 2, stride = 32;
  const std::vector<T> a = numbers<T>(stride * count, 1);
  const std::vector<T> b = numbers<T>(stride * count, 2);
  const std::vector<T> c = numbers<T>(stride * count, 3);
  const auto wide = [](const std::vector<T> &values) {
    std::vector<float> result;
    for (T value : values)
      result.push_back(widen(value));
    return result;
  };
  const float alpha = 2, beta = 3;
  const DeviceArray<T> x(a), y(b);
  std::vector<float> expected = wide(c);
  for (int i = 0; i < count; ++i)
    Gemm<float>{MUBLAS_OP_T, MUBLAS_OP_N, m, n, k, k, k, m, alpha, beta}.compute(
        &wide(a)[stride * i], &wide(b)[stride * i], &expected[stride * i]);
  const DeviceArray<T> result(c);
  CHECK_BLAS(mublasGemmStridedBatchedEx(handle, MUBLAS_OP_T, MUBLAS_OP_N, m, n, k, &alpha, x.get(),
                                        type, k, stride, y.get(), type, k, stride, &beta,
                                        result.get(), type, m, stride, count, MUSA_R_32F,
                                        MUBLAS_GEMM_DEFAULT_TENSOR_OP));
  CHECK(wide(result.read()) == expected);

  // The same from mublasLt, with what it can do with the result.
  for (mublasLtEpilogue_t epilogue : {MUBLASLT_EPILOGUE_DEFAULT, MUBLASLT_EPILOGUE_BIAS,
                                      MUBLASLT_EPILOGUE_RELU_BIAS, MUBLASLT_EPILOGUE_GELU_BIAS}) {
    const DeviceArray<float> scale({0.5F});
    const DeviceArray<T> bias(numbers<T>(m, 9)), d(c);
    const T *biasPointer = bias.get();
    const float *scalePointer = scale.get();
    mublasLtMatmulDesc_t desc;
    CHECK_BLAS(mublasLtMatmulDescCreate(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
    const int32_t transposed = MUBLAS_OP_T;
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_TRANSA, &transposed, 4));
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, 4));
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_BIAS_POINTER, &biasPointer,
                                              sizeof biasPointer));
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
                                              &scalePointer, sizeof scalePointer));
    mublasLtMatrixLayout_t layouts[3];
    const int shapes[3][2] = {{k, m}, {k, n}, {m, n}};
    for (int i = 0; i < 3; ++i) {
      CHECK_BLAS(
          mublasLtMatrixLayoutCreate(&layouts[i], type, shapes[i][0], shapes[i][1], shapes[i][0]));
      const int32_t batch = count;
      const int64_t offset = stride;
      CHECK_BLAS(mublasLtMatrixLayoutSetAttribute(layouts[i], MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                                  &batch, sizeof batch));
      CHECK_BLAS(mublasLtMatrixLayoutSetAttribute(
          layouts[i], MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset, sizeof offset));
    }
    mublasLtMatmulPreference_t preference;
    CHECK_BLAS(mublasLtMatmulPreferenceCreate(&preference));
    mublasLtMatmulHeuristicResult_t found[1];
    int count_found = 0;
    CHECK_BLAS(mublasLtMatmulAlgoGetHeuristic(handle, desc, layouts[0], layouts[1], layouts[2],
                                              layouts[2], preference, 1, found, &count_found));
    CHECK_EQUAL(count_found, 1);
    CHECK_BLAS(mublasLtMatmul(handle, desc, &alpha, x.get(), layouts[0], y.get(), layouts[1], &beta,
                              d.get(), layouts[2], d.get(), layouts[2], &found[0].algo, nullptr, 0,
                              nullptr));
    std::vector<float> with = wide(c);
    const std::vector<float> added = wide(numbers<T>(m, 9));
    for (int i = 0; i < count; ++i)
      Gemm<float>{MUBLAS_OP_T, MUBLAS_OP_N, m, n, k, k, k, m, alpha / 2, beta}.compute(
          &wide(a)[stride * i], &wide(b)[stride * i], &with[stride * i]);
    for (int i = 0; i < stride * count; ++i) {
      if (i % stride >= m * n)
        continue;
      if (epilogue != MUBLASLT_EPILOGUE_DEFAULT)
        with[i] += added[i % stride % m];
      if (epilogue == MUBLASLT_EPILOGUE_RELU_BIAS)
        with[i] = std::max(with[i], 0.F);
      if (epilogue == MUBLASLT_EPILOGUE_GELU_BIAS)
        with[i] = widen(T(0.5F * with[i] * (1 + std::erf(with[i] / std::sqrt(2.F)))));
    }
    CHECK(isNear(wide(d.read()), with, epilogue == MUBLASLT_EPILOGUE_GELU_BIAS ? 0.01 : 0));
    CHECK_BLAS(mublasLtMatmulPreferenceDestroy(preference));
    for (mublasLtMatrixLayout_t layout : layouts)
      CHECK_BLAS(mublasLtMatrixLayoutDestroy(layout));
    CHECK_BLAS(mublasLtMatmulDescDestroy(desc));
  }

  T dot{};
  CHECK_BLAS(mublasDotEx(handle, 9, x.get(), type, 2, y.get(), type, -3, &dot, type, MUSA_R_32F));
  float sum = 0;
  for (int i = 0; i < 9; ++i)
    sum += widen(a[i * 2]) * widen(b[(8 - i) * 3]);
  CHECK_EQUAL(widen(dot), sum);
}

/// mublasLt's description of op(A) op(B), and the layouts of A, B and D.
struct LtProduct {
  mublasLtMatmulDesc_t desc = nullptr;
  mublasLtMatrixLayout_t a = nullptr, b = nullptr, d = nullptr;

  template <typename T>
  LtProduct(const Gemm<T> &gemm, musaDataType_t type, mublasComputeType_t compute,
            musaDataType_t scale) {
    CHECK_BLAS(mublasLtMatmulDescCreate(&desc, compute, scale));
    set(MUBLASLT_MATMUL_DESC_TRANSA, int32_t(gemm.transa));
    set(MUBLASLT_MATMUL_DESC_TRANSB, int32_t(gemm.transb));
    const auto layout = [&](bool transposed, int rows, int columns, int ld) {
      mublasLtMatrixLayout_t result = nullptr;
      CHECK_BLAS(mublasLtMatrixLayoutCreate(&result, type, transposed ? columns : rows,
                                            transposed ? rows : columns, ld));
      return result;
    };
    a = layout(gemm.transa != MUBLAS_OP_N, gemm.m, gemm.k, gemm.lda);
    b = layout(gemm.transb != MUBLAS_OP_N, gemm.k, gemm.n, gemm.ldb);
    d = layout(false, gemm.m, gemm.n, gemm.ldc);
  }
  LtProduct(const LtProduct &) = delete;
  LtProduct &operator=(const LtProduct &) = delete;
  ~LtProduct() {
    for (mublasLtMatrixLayout_t layout : {a, b, d})
      CHECK_BLAS(mublasLtMatrixLayoutDestroy(layout));
    CHECK_BLAS(mublasLtMatmulDescDestroy(desc));
  }

  template <typename Value> void set(mublasLtMatmulDescAttributes_t attribute, Value value) {
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value));
  }
  mublasStatus_t askForAlgorithm() const {
    mublasLtMatmulPreference_t preference = nullptr;
    CHECK_BLAS(mublasLtMatmulPreferenceCreate(&preference));
    mublasLtMatmulHeuristicResult_t result;
    int found = 0;
    const mublasStatus_t status =
        mublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, d, d, preference, 1, &result, &found);
    CHECK_EQUAL(found, status == MUBLAS_STATUS_SUCCESS ? 1 : 0);
    CHECK_BLAS(mublasLtMatmulPreferenceDestroy(preference));
    return status;
  }
};

/// A layer of a network, as ATen asks for it: D = activation(op(A) op(B) + bias). `Scalar` is the
/// type that is computed with, and `precision` half of the distance from 1 to the next T, or more.
template <typename T, typename Scalar>
void testLayer(musaDataType_t type, mublasComputeType_t compute, musaDataType_t scale,
               double precision) {
  constexpr int m = 5, n = 4, k = 3, ld = 8;
  const auto wide = [](const std::vector<T> &values) {
    std::vector<double> result;
    for (T value : values)
      result.push_back(Scalar(value));
    return result;
  };
  const std::vector<T> a = numbers<T>(ld * ld, 1), b = numbers<T>(ld * ld, 2);
  std::vector<T> bias;
  for (double number : numbers<double>(m, 3))
    bias.push_back(T(Scalar(number / 3)));
  const std::vector<double> added = wide(bias);
  const DeviceArray<T> x(a), y(b), onDevice(bias);
  const Scalar one = 1, zero = 0;
  for (mublasOperation_t transa : {MUBLAS_OP_N, MUBLAS_OP_T})
    for (mublasOperation_t transb : {MUBLAS_OP_N, MUBLAS_OP_T})
      for (mublasLtEpilogue_t epilogue :
           {MUBLASLT_EPILOGUE_BIAS, MUBLASLT_EPILOGUE_RELU_BIAS, MUBLASLT_EPILOGUE_GELU_BIAS}) {
        const Gemm<double> gemm{transa, transb, m, n, k, ld, ld, ld, 1, 0};
        std::vector<double> expected(ld * ld, 77);
        gemm.compute(wide(a).data(), wide(b).data(), expected.data());
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            double &value = expected[row + column * ld];
            value += added[row];
            if (epilogue == MUBLASLT_EPILOGUE_RELU_BIAS)
              value = value > 0 ? value : 0;
            if (epilogue == MUBLASLT_EPILOGUE_GELU_BIAS) // as by its logistic function
              value /= 1 + std::exp(-std::sqrt(8 / M_PI) * (value + 0.044715 * std::pow(value, 3)));
          }
        LtProduct product(gemm, type, compute, scale);
        product.set(MUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
        product.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, onDevice.get());
        CHECK_BLAS(product.askForAlgorithm());
        const DeviceArray<T> d(std::vector<T>(ld * ld, T(Scalar(77))));
        CHECK_BLAS(mublasLtMatmul(handle, product.desc, &one, x.get(), product.a, y.get(),
                                  product.b, &zero, d.get(), product.d, d.get(), product.d, nullptr,
                                  nullptr, 0, nullptr));
        const std::vector<double> result = wide(d.read());
        for (size_t i = 0; i < expected.size(); ++i)
          CHECK(std::abs(result[i] - expected[i]) <=
                precision * std::max(1.0, std::abs(expected[i])));
      }
}

/// What is done with doubles has no factors of floats, and a bias of doubles.
void testLayerRefusals() {
  const Gemm<double> gemm{MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, 2, 2, 2, 1, 0};
  const DeviceArray<float> scale({1});
  const auto check = [&](musaDataType_t biasType, bool scaled, mublasStatus_t expected) {
    LtProduct product(gemm, MUSA_R_64F, MUBLAS_COMPUTE_64F, MUSA_R_64F);
    product.set(MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_BIAS);
    product.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, scale.get());
    product.set(MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, int32_t(biasType));
    if (scaled)
      product.set(MUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scale.get());
    CHECK_EQUAL(static_cast<int>(product.askForAlgorithm()), static_cast<int>(expected));
  };
  check(MUSA_R_64F, false, MUBLAS_STATUS_SUCCESS);
  check(MUSA_R_64F, true, MUBLAS_STATUS_NOT_SUPPORTED);
  check(MUSA_R_32F, false, MUBLAS_STATUS_NOT_SUPPORTED);

  for (mublasLtOrder_t order : {MUBLASLT_ORDER_COL, MUBLASLT_ORDER_ROW, MUBLASLT_ORDER_COL32,
                                MUBLASLT_ORDER_COL4_4R2_8C, MUBLASLT_ORDER_COL32_2R_4R4}) {
    const LtProduct product(gemm, MUSA_R_32F, MUBLAS_COMPUTE_32F, MUSA_R_32F);
    const int32_t value = order;
    CHECK_BLAS(mublasLtMatrixLayoutSetAttribute(product.a, MUBLASLT_MATRIX_LAYOUT_ORDER, &value,
                                                sizeof value));
    CHECK_EQUAL(product.askForAlgorithm(),
                order == MUBLASLT_ORDER_COL ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_NOT_SUPPORTED);
  }
}

/// GemmEx in the types that are computed with as they are; pointers to matrices; and SgemmEx.
template <typename T> void testPlainEx(musaDataType_t type, mublasComputeType_t compute) {
  constexpr int m = 5, n = 4, k = 3, count = 2, stride = 32;
  const std::vector<T> a = numbers<T>(stride * count, 1);
  const std::vector<T> b = numbers<T>(stride * count, 2);
  const std::vector<T> c = numbers<T>(stride * count, 3);
  const DeviceArray<T> x(a), y(b), z(c);
  const Gemm<T> gemm{MUBLAS_OP_C, MUBLAS_OP_T, m, n, k, k, n, m, T(2), T(3)};
  std::vector<const void *> as, bs;
  std::vector<void *> cs;
  std::vector<T> expected = c;
  for (int i = 0; i < count; ++i) {
    as.push_back(x.get() + stride * i);
    bs.push_back(y.get() + stride * i);
    cs.push_back(z.get() + stride * i);
    gemm.compute(&a[stride * i], &b[stride * i], &expected[stride * i]);
  }
  const DeviceArray<const void *> allA(as), allB(bs);
  const DeviceArray<void *> allC(cs);
  CHECK_BLAS(mublasGemmBatchedEx(handle, gemm.transa, gemm.transb, m, n, k, &gemm.alpha, allA.get(),
                                 type, k, allB.get(), type, n, &gemm.beta, allC.get(), type, m,
                                 count, compute, MUBLAS_GEMM_DEFAULT));
  CHECK(z.read() == expected);
  if constexpr (std::is_same_v<T, float>) {
    const DeviceArray<float> one(c);
    CHECK_BLAS(mublasSgemmEx(handle, gemm.transa, gemm.transb, m, n, k, &gemm.alpha, x.get(), type,
                             k, y.get(), type, n, &gemm.beta, one.get(), type, m));
    std::vector<float> first = one.read();
    CHECK(std::equal(first.begin(), first.begin() + m * n, expected.begin()));
  }
}

/// fp8 with what scales it: D is bfloat16 times its scale, and the largest is that before it.
void testScales() {
  constexpr int m = 4, n = 4, k = 8;
  const std::vector<float> wideA = numbers<float>(m * k, 1), wideB = numbers<float>(k * n, 2);
  std::vector<__mt_fp8_e4m3> a, b;
  for (float value : wideA)
    a.emplace_back(value);
  for (float value : wideB)
    b.emplace_back(value);
  const DeviceArray<__mt_fp8_e4m3> x(a), y(b);
  const DeviceArray<__mt_bfloat16> d(std::vector<__mt_bfloat16>(m * n));
  const DeviceArray<float> scales({0.5F, 4, 0.25F, -1});
  mublasLtMatmulDesc_t desc;
  CHECK_BLAS(mublasLtMatmulDescCreate(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
  const int32_t transposed = MUBLAS_OP_T;
  CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_TRANSA, &transposed, 4));
  const mublasLtMatmulDescAttributes_t attributes[] = {
      MUBLASLT_MATMUL_DESC_A_SCALE_POINTER, MUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
      MUBLASLT_MATMUL_DESC_D_SCALE_POINTER, MUBLASLT_MATMUL_DESC_AMAX_D_POINTER};
  for (int i = 0; i < 4; ++i) {
    float *pointer = scales.get() + i;
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, attributes[i], &pointer, sizeof pointer));
  }
  mublasLtMatrixLayout_t layoutA, layoutB, layoutD;
  CHECK_BLAS(mublasLtMatrixLayoutCreate(&layoutA, MUSA_R_8F_E4M3, k, m, k));
  CHECK_BLAS(mublasLtMatrixLayoutCreate(&layoutB, MUSA_R_8F_E4M3, k, n, k));
  CHECK_BLAS(mublasLtMatrixLayoutCreate(&layoutD, MUSA_R_16BF, m, n, m));
  const float alpha = 1, beta = 0;
  CHECK_BLAS(mublasLtMatmul(handle, desc, &alpha, x.get(), layoutA, y.get(), layoutB, &beta,
                            d.get(), layoutD, d.get(), layoutD, nullptr, nullptr, 0, nullptr));
  std::vector<float> expected(m * n);
  Gemm<float>{MUBLAS_OP_T, MUBLAS_OP_N, m, n, k, k, k, m, 0.5F * 4, 0}.compute(
      wideA.data(), wideB.data(), expected.data());
  const std::vector<__mt_bfloat16> result = d.read();
  float largest = 0;
  for (int i = 0; i < m * n; ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    CHECK_EQUAL(widen(result[i]), widen(__mt_bfloat16(expected[i] * 0.25F)));
  }
  CHECK_EQUAL(scales.read()[3], largest);
  for (mublasLtMatrixLayout_t layout : {layoutA, layoutB, layoutD})
    CHECK_BLAS(mublasLtMatrixLayoutDestroy(layout));
  CHECK_BLAS(mublasLtMatmulDescDestroy(desc));
}

void testIntegers() {
  constexpr int m = 5, n = 4, k = 8;
  const std::vector<int8_t> a = numbers<int8_t>(m * k, 1), b = numbers<int8_t>(k * n, 2);
  const DeviceArray<int8_t> x(a), y(b);
  const DeviceArray<int> c(std::vector<int>(m * n, 7));
  const int alpha = 3, beta = 2;
  CHECK_BLAS(mublasGemmEx(handle, MUBLAS_OP_T, MUBLAS_OP_N, m, n, k, &alpha, x.get(), MUSA_R_8I, k,
                          y.get(), MUSA_R_8I, k, &beta, c.get(), MUSA_R_32I, m, MUBLAS_COMPUTE_32I,
                          MUBLAS_GEMM_DEFAULT));
  const std::vector<int> result = c.read();
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) {
      int sum = 0;
      for (int i = 0; i < k; ++i)
        sum += a[i + row * k] * b[i + column * k];
      CHECK_EQUAL(result[row + column * m], alpha * sum + beta * 7);
    }
}

template <typename T, typename Dot> void testDot(Dot dot, bool conjugated) {
  const std::vector<T> a = numbers<T>(20, 1), b = numbers<T>(30, 2);
  const DeviceArray<T> x(a), y(b), onDevice({T(0)});
  T expected{}, result{};
  for (int i = 0; i < 7; ++i)
    expected += (conjugated ? conjugate(a[i * 2]) : a[i * 2]) * b[i * 3];
  CHECK_BLAS(dot(handle, 7, in(x.get()), 2, in(y.get()), 3, out(&result)));
  CHECK(result == expected);
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  CHECK_BLAS(dot(handle, 7, in(x.get()), 2, in(y.get()), 3, out(onDevice.get())));
  CHECK_BLAS(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_HOST));
  CHECK(onDevice.read()[0] == expected);
}

/// A call in a captured stream runs whenever the graph does.
void testGraph() {
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  const DeviceArray<float> a({2}), b({3}), c({1});
  const float one = 1;
  CHECK_BLAS(mublasSetStream(handle, stream));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  CHECK_BLAS(mublasSgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, a.get(), 1, b.get(), 1,
                         &one, c.get(), 1));
  musaGraph_t graph;
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  CHECK_MUSA(musaGraphDestroy(graph));
  for (int i = 0; i < 3; ++i)
    CHECK_MUSA(musaGraphLaunch(exec, stream));
  CHECK_EQUAL(c.read()[0], 19.F);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_BLAS(mublasSetStream(handle, nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

void testRefusals() {
  const float one = 1;
  float x = 0;
  const auto gemm = [&](mublasHandle_t with, int m, int lda) {
    return static_cast<int>(
        mublasSgemm(with, MUBLAS_OP_N, MUBLAS_OP_N, m, 1, 1, &one, &x, lda, &x, 1, &one, &x, 4));
  };
  CHECK_EQUAL(gemm(nullptr, 1, 1), static_cast<int>(MUBLAS_STATUS_NOT_INITIALIZED));
  CHECK_EQUAL(gemm(handle, -1, 1), static_cast<int>(MUBLAS_STATUS_INVALID_VALUE));
  CHECK_EQUAL(gemm(handle, 4, 3), static_cast<int>(MUBLAS_STATUS_INVALID_VALUE));
  for (float *c : {&x, static_cast<float *>(nullptr)}) { // a matrix is missing
    const float *a = c == nullptr ? &x : nullptr;
    CHECK_EQUAL(static_cast<int>(mublasSgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, a, 1,
                                             &x, 1, &one, c, 1)),
                static_cast<int>(MUBLAS_STATUS_INVALID_VALUE));
    CHECK_EQUAL(static_cast<int>(mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, &x,
                                              MUSA_R_32F, 1, a, MUSA_R_32F, 1, &one, c, MUSA_R_32F,
                                              1, MUBLAS_COMPUTE_32F, MUBLAS_GEMM_DEFAULT)),
                static_cast<int>(MUBLAS_STATUS_INVALID_VALUE));
  }
  CHECK_EQUAL(static_cast<int>(mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, &x,
                                            MUSA_R_8I, 1, &x, MUSA_R_8I, 1, &one, &x, MUSA_R_32F, 1,
                                            MUBLAS_COMPUTE_32F, MUBLAS_GEMM_DEFAULT)),
              static_cast<int>(MUBLAS_STATUS_NOT_SUPPORTED));
}

} // namespace

int main() {
  CHECK_BLAS(mublasCreate(&handle));
  testGemm<float>();
  testGemm<double>();
  testGemm<std::complex<float>>();
  testGemm<std::complex<double>>();
  testSolvers<float>(1e-4);
  testSolvers<double>(1e-12);
  testSolvers<std::complex<float>>(1e-4);
  testSolvers<std::complex<double>>(1e-12);
  testNarrow<__half>(MUSA_R_16F);
  testNarrow<__mt_bfloat16>(MUSA_R_16BF);
  testLayer<__half, float>(MUSA_R_16F, MUBLAS_COMPUTE_32F, MUSA_R_32F, std::ldexp(1, -11));
  testLayer<__mt_bfloat16, float>(MUSA_R_16BF, MUBLAS_COMPUTE_32F, MUSA_R_32F, std::ldexp(1, -8));
  testLayer<float, float>(MUSA_R_32F, MUBLAS_COMPUTE_32F_FAST_TF32, MUSA_R_32F, 1e-6);
  testLayer<double, double>(MUSA_R_64F, MUBLAS_COMPUTE_64F, MUSA_R_64F, 1e-14);
  testLayerRefusals();
  testPlainEx<float>(MUSA_R_32F, MUBLAS_COMPUTE_32F);
  testPlainEx<double>(MUSA_R_64F, MUBLAS_COMPUTE_64F);
  testPlainEx<std::complex<float>>(MUSA_C_32F, MUBLAS_COMPUTE_32F);
  testPlainEx<std::complex<double>>(MUSA_C_64F, MUBLAS_COMPUTE_64F);
  testScales();
  testIntegers();
  testDot<float>(mublasSdot, false);
  testDot<double>(mublasDdot, false);
  testDot<std::complex<float>>(mublasCdotu, false);
  testDot<std::complex<float>>(mublasCdotc, true);
  testDot<std::complex<double>>(mublasZdotu, false);
  testDot<std::complex<double>>(mublasZdotc, true);
  testGraph();
  testRefusals();
  CHECK_BLAS(mublasDestroy(handle));
  return CHECK_RESULT();
}
