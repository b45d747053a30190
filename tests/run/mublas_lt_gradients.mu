// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
// NO-SANITIZER: OpenBLAS computes, and is not instrumented
//
// Epilogues that write or read what an activation keeps, and that sum gradients of a bias, against
// a reference that is computed here.
#include "mublas_test.h"

#include <cmath>
#include <mublasLt.h>
#include <vector>

namespace {

mublasHandle_t handle;

constexpr int m = 13, n = 4, k = 3, count = 2, ld = 16;
constexpr int auxLd = 128, auxStride = auxLd * (n + 1), biasStride = 20;

/// Two products D = op(A) op(B) by mublasLt, with all that an epilogue has.
template <typename T> struct Product {
  mublasLtMatmulDesc_t desc = nullptr;
  std::vector<T> a = numbers<T>(ld * ld * count, 1), b = numbers<T>(ld * ld * count, 2);
  bool isTransposed;

  Product(mublasLtEpilogue_t epilogue, bool transposed) : isTransposed(transposed) {
    const bool isDouble = std::is_same_v<T, double>;
    CHECK_BLAS(mublasLtMatmulDescCreate(&desc, isDouble ? MUBLAS_COMPUTE_64F : MUBLAS_COMPUTE_32F,
                                        type()));
    set(MUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    set(MUBLASLT_MATMUL_DESC_TRANSA, int32_t(transposed ? MUBLAS_OP_T : MUBLAS_OP_N));
    set(MUBLASLT_MATMUL_DESC_TRANSB, int32_t(transposed ? MUBLAS_OP_T : MUBLAS_OP_N));
    set(MUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, int64_t(biasStride));
    set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(auxLd));
    set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, int64_t(auxStride));
  }
  Product(const Product &) = delete;
  Product &operator=(const Product &) = delete;
  ~Product() { CHECK_BLAS(mublasLtMatmulDescDestroy(desc)); }

  static musaDataType_t type() { return std::is_same_v<T, double> ? MUSA_R_64F : MUSA_R_32F; }
  template <typename Value> void set(mublasLtMatmulDescAttributes_t attribute, Value value) {
    CHECK_BLAS(mublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value));
  }
  double left(int batch, int row, int i) const {
    return a[batch * ld * ld + (isTransposed ? i + row * ld : row + i * ld)];
  }
  double right(int batch, int i, int column) const {
    return b[batch * ld * ld + (isTransposed ? column + i * ld : i + column * ld)];
  }
  double at(int batch, int row, int column) const {
    double sum = 0;
    for (int i = 0; i < k; ++i)
      sum += left(batch, row, i) * right(batch, i, column);
    return sum;
  }

  mublasStatus_t run(const DeviceArray<T> &d) {
    mublasLtMatrixLayout_t layouts[3];
    const int shapes[3][2] = {{m, k}, {k, n}, {m, n}};
    for (int i = 0; i < 3; ++i) {
      const bool swaps = isTransposed && i < 2;
      CHECK_BLAS(mublasLtMatrixLayoutCreate(&layouts[i], type(), shapes[i][swaps ? 1 : 0],
                                            shapes[i][swaps ? 0 : 1], ld));
      const int32_t batch = count;
      const int64_t offset = ld * ld;
      CHECK_BLAS(mublasLtMatrixLayoutSetAttribute(layouts[i], MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                                  &batch, sizeof batch));
      CHECK_BLAS(mublasLtMatrixLayoutSetAttribute(
          layouts[i], MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset, sizeof offset));
    }
    const DeviceArray<T> x(a), y(b);
    const T one = 1, zero = 0;
    const mublasStatus_t status =
        mublasLtMatmul(handle, desc, &one, x.get(), layouts[0], y.get(), layouts[1], &zero, d.get(),
                       layouts[2], d.get(), layouts[2], nullptr, nullptr, 0, nullptr);
    CHECK_EQUAL(static_cast<int>(musaDeviceSynchronize()), 0);
    for (mublasLtMatrixLayout_t layout : layouts)
      CHECK_BLAS(mublasLtMatrixLayoutDestroy(layout));
    return status;
  }
};

double gelu(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}
/// Of gelu(), by a difference.
double slope(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

bool isClose(double got, double expected) {
  return std::abs(got - expected) <= 1e-4 * std::max(1.0, std::abs(expected));
}

template <typename Visit> void forEach(Visit visit) {
  for (int batch = 0; batch < count; ++batch)
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        visit(batch, row, column, size_t(batch * ld * ld + row + column * ld),
              size_t(batch * auxStride + row + column * auxLd));
}

template <typename T> void testForward(mublasLtEpilogue_t epilogue, bool isMask, bool hasBias) {
  Product<T> product(epilogue, hasBias);
  const std::vector<T> added = numbers<T>(biasStride * count, 3);
  const DeviceArray<T> bias(added), d(std::vector<T>(ld * ld * count, T(77)));
  const DeviceArray<T> aux(std::vector<T>(auxStride * count, T(5)));
  const DeviceArray<unsigned char> mask(std::vector<unsigned char>(auxStride * count / 8, 0xa5));
  product.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)bias.get());
  product.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
              isMask ? (const void *)mask.get() : (const void *)aux.get());
  CHECK_BLAS(product.run(d));
  const std::vector<T> got = d.read(), kept = aux.read();
  const std::vector<unsigned char> bits = mask.read();
  forEach([&](int batch, int row, int column, size_t i, size_t at) {
    const double value =
        product.at(batch, row, column) + (hasBias ? double(added[batch * biasStride + row]) : 0);
    CHECK(isClose(got[i], isMask ? std::max(value, 0.0) : gelu(value)));
    if (isMask)
      CHECK_EQUAL((bits[at / 8] >> (at % 8)) & 1, value > 0 ? 1 : 0);
    else
      CHECK(isClose(kept[at], value));
  });
  CHECK_EQUAL(double(got[m]), 77.0); // between the columns
  CHECK_EQUAL(double(kept[m]), 5.0);
  CHECK_EQUAL(int(bits[auxLd / 8 - 1]), 0xa5);
}

template <typename T> void testBackward(mublasLtEpilogue_t epilogue, bool isMask, bool sums) {
  Product<T> product(epilogue, !sums);
  const std::vector<T> before = numbers<T>(auxStride * count, 4);
  std::vector<T> inputs;
  for (T value : before)
    inputs.push_back(value / 4);
  std::vector<unsigned char> bits(auxStride * count / 8);
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] = static_cast<unsigned char>(i * 37 + 11);
  const DeviceArray<T> bias(std::vector<T>(biasStride * count, T(9))), aux(inputs);
  const DeviceArray<T> d(std::vector<T>(ld * ld * count, T(77)));
  const DeviceArray<unsigned char> mask(bits);
  product.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)bias.get());
  product.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
              isMask ? (const void *)mask.get() : (const void *)aux.get());
  CHECK_BLAS(product.run(d));
  std::vector<double> sum(biasStride * count);
  const std::vector<T> got = d.read(), gradient = bias.read();
  forEach([&](int batch, int row, int column, size_t i, size_t at) {
    const double factor =
        isMask ? double((bits[at / 8] >> (at % 8)) & 1) : slope(double(inputs[at]));
    const double value = product.at(batch, row, column) * factor;
    sum[batch * biasStride + row] += value;
    CHECK(isClose(got[i], value));
  });
  for (int i = 0; i < biasStride * count; ++i)
    CHECK(isClose(gradient[i], sums && i % biasStride < m ? sum[i] : 9));
}

/// The sums of an input's rows or columns; the product itself stays as it is.
template <typename T> void testSumOfInput(bool isA, bool isTransposed) {
  Product<T> product(isA ? MUBLASLT_EPILOGUE_BGRADA : MUBLASLT_EPILOGUE_BGRADB, isTransposed);
  const DeviceArray<T> bias(std::vector<T>(biasStride * count, T(9)));
  const DeviceArray<T> d(std::vector<T>(ld * ld * count, T(77)));
  product.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)bias.get());
  CHECK_BLAS(product.run(d));
  const std::vector<T> got = d.read(), gradient = bias.read();
  forEach([&](int batch, int row, int column, size_t i, size_t) {
    CHECK(isClose(got[i], product.at(batch, row, column)));
  });
  for (int batch = 0; batch < count; ++batch)
    for (int i = 0; i < biasStride; ++i) {
      double sum = i < (isA ? m : n) ? 0 : 9;
      for (int j = 0; i < (isA ? m : n) && j < k; ++j)
        sum += isA ? product.left(batch, i, j) : product.right(batch, j, i);
      CHECK(isClose(gradient[batch * biasStride + i], sum));
    }
}

template <typename T> void testAll() {
  testForward<T>(MUBLASLT_EPILOGUE_RELU_AUX, true, false);
  testForward<T>(MUBLASLT_EPILOGUE_RELU_AUX_BIAS, true, true);
  testForward<T>(MUBLASLT_EPILOGUE_GELU_AUX, false, false);
  testForward<T>(MUBLASLT_EPILOGUE_GELU_AUX_BIAS, false, true);
  testBackward<T>(MUBLASLT_EPILOGUE_DRELU, true, false);
  testBackward<T>(MUBLASLT_EPILOGUE_DRELU_BGRAD, true, true);
  testBackward<T>(MUBLASLT_EPILOGUE_DGELU, false, false);
  testBackward<T>(MUBLASLT_EPILOGUE_DGELU_BGRAD, false, true);
  for (bool isA : {true, false})
    for (bool isTransposed : {true, false})
      testSumOfInput<T>(isA, isTransposed);
}

/// Descriptions and layouts as values, which may be copied and are never destroyed.
void testValues() {
  mublasLtMatmulDescOpaque_t desc;
  mublasLtMatrixLayoutOpaque_t square, d;
  mublasLtMatmulPreferenceOpaque_t preference;
  CHECK_BLAS(mublasLtMatmulDescInit(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
  CHECK_BLAS(mublasLtMatrixLayoutInit(&square, MUSA_R_32F, 2, 2, 2));
  CHECK_BLAS(mublasLtMatrixLayoutInit(&d, MUSA_R_32F, 1, 1, 1));
  CHECK_BLAS(mublasLtMatmulPreferenceInit(&preference));
  CHECK_INVALID(mublasLtMatmulPreferenceInit(nullptr));
  const int32_t transposed = MUBLAS_OP_T;
  CHECK_BLAS(
      mublasLtMatmulDescSetAttribute(&desc, MUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(int)));
  const mublasLtMatmulDescOpaque_t copied = desc;
  CHECK_BLAS(mublasLtMatmulDescInit(&desc, MUBLAS_COMPUTE_64F, MUSA_R_64F));
  desc = copied;
  d = square;
  mublasLtMatmulHeuristicResult_t result;
  int found = 0;
  CHECK_BLAS(mublasLtMatmulAlgoGetHeuristic(handle, &desc, &square, &square, &d, &d, &preference, 1,
                                            &result, &found));
  CHECK_EQUAL(found, 1);
  const DeviceArray<float> a({1, 2, 3, 4}), b({1, 0, 0, 1}), c({0, 0, 0, 0});
  const float one = 1, zero = 0;
  CHECK_BLAS(mublasLtMatmul(handle, &desc, &one, a.get(), &square, b.get(), &square, &zero, c.get(),
                            &d, c.get(), &d, nullptr, nullptr, 0, nullptr));
  CHECK(c.read() == std::vector<float>({1, 3, 2, 4}));
}

/// Without memory, or with columns that are too short or not aligned.
void testRefusals() {
  const DeviceArray<float> d(std::vector<float>(ld * ld * count)),
      aux(std::vector<float>(auxStride, 0.F));
  for (mublasLtEpilogue_t epilogue : {MUBLASLT_EPILOGUE_RELU_AUX, MUBLASLT_EPILOGUE_DGELU}) {
    Product<float> product(epilogue, false);
    CHECK_INVALID(product.run(d));
    product.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (const void *)aux.get());
    product.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(8));
    CHECK_INVALID(product.run(d));
    product.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(130));
    CHECK_INVALID(product.run(d));
  }
  CHECK_INVALID(Product<float>(MUBLASLT_EPILOGUE_BGRADB, false).run(d));
}

} // namespace

int main() {
  CHECK_BLAS(mublasLtCreate(&handle));
  testAll<float>();
  testAll<double>();
  testValues();
  testRefusals();
  CHECK_BLAS(mublasLtDestroy(handle));
  return CHECK_RESULT();
}
