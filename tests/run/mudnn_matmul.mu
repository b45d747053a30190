// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// Products of matrices, of vectors, in batches, with addends, biases and scales, against plain
// loops.
#include "mudnn_test.h"

#include <musa_fp8.h>

namespace {

/// left [batch, m, k] times right [batch, k, n].
Values productOf(int batch, int m, int n, int k, const Values &left, const Values &right) {
  Values result(size_t(batch) * m * n);
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int l = 0; l < k; ++l)
          result[(b * m + i) * n + j] += left[(b * m + i) * k + l] * right[(b * k + l) * n + j];
  return result;
}

constexpr int m = 5, n = 7, k = 6;

template <typename T> void matrices(dnn::Handle &handle) {
  const Values a = rounded<T>(randoms(m * k)), b = rounded<T>(randoms(k * n)),
               c = rounded<T>(randoms(m * n)), bias = rounded<T>(randoms(n));
  const Values ab = productOf(1, m, n, k, a, b);
  for (bool transposeLeft : {false, true})
    for (bool transposeRight : {false, true}) {
      Values at(a.size()), bt(b.size());
      for (int i = 0; i < m; ++i)
        for (int l = 0; l < k; ++l)
          at[l * m + i] = a[i * k + l];
      for (int l = 0; l < k; ++l)
        for (int j = 0; j < n; ++j)
          bt[j * k + l] = b[l * n + j];
      const Operand<T> left(transposeLeft ? Dims{k, m} : Dims{m, k}, transposeLeft ? at : a);
      const Operand<T> right(transposeRight ? Dims{n, k} : Dims{k, n}, transposeRight ? bt : b);
      const Operand<T> biases({n}, bias);
      dnn::MatMul op;
      CHECK_DNN(op.SetComputeMode(dnn::MatMul::ComputeMode::TENSOR));
      CHECK_DNN(op.SetTranspose(transposeLeft, transposeRight));

      const Result<T> plain({m, n});
      dnn::Tensor plainTensor = plain.tensor();
      CHECK_DNN(op.Run(handle, plainTensor, left.tensor(), right.tensor(), workspaces()));
      CHECK_NEAR(plain.read(), rounded<T>(ab), 4 * tolerance<T>, "product");

      // alpha a b + beta c, in place and not, in a result with gaps
      CHECK_DNN(op.SetAlpha(0.5));
      CHECK_DNN(op.SetBeta(2));
      const Operand<T> inPlace({m, n}, c, {2 * n, 2});
      dnn::Tensor inPlaceTensor = inPlace.tensor();
      CHECK_DNN(op.Run(handle, inPlaceTensor, left.tensor(), right.tensor(), workspaces()));
      Values expected(ab.size());
      for (size_t i = 0; i < ab.size(); ++i)
        expected[i] = 0.5 * ab[i] + 2 * c[i];
      CHECK_NEAR(inPlace.read(), rounded<T>(expected), 4 * tolerance<T>, "with beta");

      const Operand<T> addend({m, n}, c);
      const Result<T> other({m, n});
      dnn::Tensor otherTensor = other.tensor();
      CHECK_DNN(op.SetGamma(3));
      CHECK_DNN(op.RunWithBiasAdd(handle, otherTensor, left.tensor(), right.tensor(),
                                  addend.tensor(), biases.tensor(), workspaces()));
      for (size_t i = 0; i < ab.size(); ++i)
        expected[i] += 3 * bias[i % n];
      CHECK_NEAR(other.read(), rounded<T>(expected), 4 * tolerance<T>, "with an addend and a bias");

      // Without an addend; beta is 0 at first, so the result's elements do not matter.
      dnn::MatMul fresh;
      CHECK_DNN(fresh.SetTranspose(transposeLeft, transposeRight));
      const Operand<T> garbage({m, n}, Values(m * n, std::nan("")));
      dnn::Tensor garbageTensor = garbage.tensor();
      CHECK_DNN(fresh.RunWithBiasAdd(handle, garbageTensor, left.tensor(), right.tensor(),
                                     garbageTensor, biases.tensor(), nullptr));
      for (size_t i = 0; i < ab.size(); ++i)
        expected[i] = ab[i] + bias[i % n];
      CHECK_NEAR(garbage.read(), rounded<T>(expected), 4 * tolerance<T>, "with a bias");
    }
}

/// Of any strides, not only whole transposed matrices.
template <typename T> void strides(dnn::Handle &handle) {
  const Values a = rounded<T>(randoms(m * k)), b = rounded<T>(randoms(k * n));
  const Operand<T> left({m, k}, a, {20, 3});
  const Operand<T> right({k, n}, b, {1, 9});
  const Result<T> output({m, n}, {1, m});
  dnn::Tensor out = output.tensor();
  dnn::MatMul op;
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
  CHECK_NEAR(output.read(), rounded<T>(productOf(1, m, n, k, a, b)), 4 * tolerance<T>, "strided");
}

template <typename T> void vectors(dnn::Handle &handle) {
  const Values a = rounded<T>(randoms(m * k)), x = rounded<T>(randoms(k)),
               y = rounded<T>(randoms(m));
  const Operand<T> matrix({m, k}, a);
  const Operand<T> vector({k}, x, {2});
  const Operand<T> addend({m}, y);
  const Result<T> output({m});
  dnn::Tensor out = output.tensor();
  dnn::MatMul op;
  Values expected = productOf(1, m, 1, k, a, x);
  CHECK_DNN(op.Run(handle, out, matrix.tensor(), vector.tensor(), workspaces()));
  CHECK_NEAR(output.read(), rounded<T>(expected), 4 * tolerance<T>, "a vector");
  CHECK_DNN(op.SetBeta(1));
  CHECK_DNN(op.RunWithBiasAdd(handle, out, matrix.tensor(), vector.tensor(), addend.tensor(),
                              dnn::Tensor(), workspaces()));
  for (int i = 0; i < m; ++i)
    expected[i] += y[i];
  CHECK_NEAR(output.read(), rounded<T>(expected), 4 * tolerance<T>, "a vector and an addend");
}

template <typename T> void batches(dnn::Handle &handle) {
  const int batch = 3;
  const Values a = rounded<T>(randoms(batch * m * k)), b = rounded<T>(randoms(batch * k * n)),
               bias = rounded<T>(randoms(n));
  const Operand<T> left({batch, m, k}, a, {1, batch, batch * m});
  const Operand<T> right({batch, k, n}, b);
  const Operand<T> shared({k, n}, Values(b.begin(), b.begin() + k * n));
  const Operand<T> biases({n}, bias);
  const Result<T> output({batch, m, n});
  dnn::Tensor out = output.tensor();
  dnn::BatchMatMul op;
  CHECK_DNN(op.SetComputeMode(dnn::BatchMatMul::ComputeMode::SCALAR));
  CHECK_DNN(op.SetTranspose(false, false));
  CHECK_DNN(op.SetAlpha(2));
  CHECK_DNN(op.SetBeta(0));
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor(), workspaces()));
  Values expected = productOf(batch, m, n, k, a, b);
  for (double &e : expected)
    e *= 2;
  CHECK_NEAR(output.read(), rounded<T>(expected), 4 * tolerance<T>, "batch");
  CHECK_DNN(op.SetGamma(0.5));
  CHECK_DNN(
      op.RunWithBiasAdd(handle, out, left.tensor(), right.tensor(), biases.tensor(), workspaces()));
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] += 0.5 * bias[i % n];
  CHECK_NEAR(output.read(), rounded<T>(expected), 4 * tolerance<T>, "batch with a bias");

  // One matrix for all of the batch.
  Values repeated;
  for (int i = 0; i < batch; ++i)
    repeated.insert(repeated.end(), b.begin(), b.begin() + k * n);
  CHECK_DNN(op.SetAlpha(1));
  CHECK_DNN(op.Run(handle, out, left.tensor(), shared.tensor(), workspaces()));
  CHECK_NEAR(output.read(), rounded<T>(productOf(batch, m, n, k, a, repeated)), 4 * tolerance<T>,
             "one matrix for a batch");
}

void scaled(dnn::Handle &handle) {
  std::vector<__mt_fp8_e4m3> a, b;
  Values av, bv;
  for (double value : randoms(m * k)) {
    a.emplace_back(static_cast<float>(value));
    av.push_back(static_cast<float>(a.back()));
  }
  for (double value : randoms(k * n)) {
    b.emplace_back(static_cast<float>(value));
    bv.push_back(static_cast<float>(b.back()));
  }
  const DeviceArray<__mt_fp8_e4m3> left(a), right(b);
  dnn::Tensor leftTensor, rightTensor;
  CHECK_DNN(leftTensor.SetType(Type::FP8_E4M3));
  CHECK_DNN(leftTensor.SetAddr(left.get()));
  CHECK_DNN(leftTensor.SetNdInfo({m, k}, {k, 1}));
  CHECK_DNN(rightTensor.SetType(Type::FP8_E4M3));
  CHECK_DNN(rightTensor.SetAddr(right.get()));
  CHECK_DNN(rightTensor.SetNdInfo({k, n}));
  const Values byRow = rounded<float>(randoms(m, 0.5, 1));
  const Operand<float> scaleLeft({m, 1}, byRow);
  const Operand<float> scaleRight({1}, {2});
  const Values bias = rounded<__half>(randoms(n));
  const Operand<__half> biases({n}, bias);
  const Result<float> amax({1});
  const Result<__half> output({m, n});
  dnn::Tensor out = output.tensor();
  dnn::MatMulLtParam param;
  CHECK_DNN(param.SetScale(scaleLeft.tensor(), scaleRight.tensor(), dnn::Tensor(), dnn::Tensor()));
  CHECK_DNN(param.SetAmaxD(amax.tensor()));
  CHECK_DNN(
      param.SetEpilogue(dnn::MatMulLtParam::MatMulLtEpilogueMode::MATMULLT_EPILOGUE_RELU_BIAS));
  dnn::BatchMatMul op;
  CHECK_DNN(op.RunLt(handle, out, leftTensor, rightTensor, out, biases.tensor(), param, nullptr));
  Values expected = productOf(1, m, n, k, av, bv);
  double largest = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i] = std::max(0.0, expected[i] * byRow[i / n] * 2 + bias[i % n]);
    largest = std::max(largest, expected[i]);
  }
  CHECK_NEAR(output.read(), rounded<__half>(expected), 2e-3, "scaled");
  CHECK_NEAR(amax.read(), Values{largest}, 1e-5, "amax");

  CHECK_DNN(
      param.SetScale(scaleLeft.tensor(), scaleRight.tensor(), dnn::Tensor(), dnn::Tensor(), 128));
  CHECK_NOT_SUPPORTED(op.RunLt(handle, out, leftTensor, rightTensor, out, dnn::Tensor(), param));
}

/// A vector and a batch of matrices, on either side, with a bias and what was in the result.
template <typename T> void vectorAndBatch(dnn::Handle &handle) {
  const int batch = 4;
  const Values x = rounded<T>(randoms(k)), a = rounded<T>(randoms(batch * k * n)),
               before = rounded<T>(randoms(batch * n)), bias = rounded<T>(randoms(n));
  Values turned(a.size());
  for (int b = 0; b < batch; ++b)
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        turned[(b * n + j) * k + l] = a[(b * k + l) * n + j];
  Values repeated;
  for (int b = 0; b < batch; ++b)
    repeated.insert(repeated.end(), x.begin(), x.end());
  const Values product = productOf(batch, 1, n, k, repeated, a);
  const Operand<T> vector({k}, x), biases({n}, bias);
  for (bool isLeft : {true, false}) {
    const Operand<T> matrices(isLeft ? Dims{batch, k, n} : Dims{batch, n, k}, isLeft ? a : turned);
    const Operand<T> output({batch, n}, before, {1, batch});
    dnn::Tensor out = output.tensor();
    const dnn::Tensor left = isLeft ? vector.tensor() : matrices.tensor(),
                      right = isLeft ? matrices.tensor() : vector.tensor();
    dnn::MatMul op;
    CHECK_DNN(op.SetBeta(2));
    CHECK_DNN(op.RunWithBiasAdd(handle, out, left, right, out, biases.tensor(), workspaces()));
    Values expected(product.size());
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] = product[i] + 2 * before[i] + bias[i % n];
    CHECK_NEAR(output.read(), rounded<T>(expected), 4 * tolerance<T>, "with a bias");
    CHECK_DNN(op.SetBeta(0));
    CHECK_DNN(op.Run(handle, out, left, right, workspaces()));
    CHECK_NEAR(output.read(), rounded<T>(product), 4 * tolerance<T>, "a vector and a batch");
  }
}

/// The largest of numbers one of which is NaN, whichever.
void largestNaN(dnn::Handle &handle) {
  const double nan = std::nan("");
  for (int place = 0; place < 6; ++place) {
    Values a(6, 2);
    a[place] = nan;
    const Operand<float> left({6, 1}, a), right({1, 2}, {1, -3});
    const Result<float> output({6, 2}), amax({1});
    dnn::Tensor out = output.tensor();
    dnn::MatMulLtParam param;
    CHECK_DNN(param.SetAmaxD(amax.tensor()));
    dnn::BatchMatMul op;
    CHECK_DNN(op.RunLt(handle, out, left.tensor(), right.tensor(), out, dnn::Tensor(), param));
    CHECK_NEAR(amax.read(), Values{nan}, 0, "amax");
  }
}

void integers(dnn::Handle &handle) {
  const Values a(m * 300, 127), b(300 * n, -128);
  const Operand<int8_t> left({m, 300}, a);
  const Operand<int8_t> right({300, n}, b);
  const Result<int32_t> output({m, n});
  dnn::Tensor out = output.tensor();
  dnn::MatMul op;
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
  CHECK_NEAR(output.read(), Values(m * n, -127.0 * 128 * 300), 0, "integers");
}

void errors(dnn::Handle &handle) {
  const Operand<float> a({2, 3}, randoms(6)), b({3, 4}, randoms(12));
  dnn::Tensor out = Result<float>({2, 4}).tensor(), wrong = Result<float>({2, 3}).tensor();
  dnn::MatMul op;
  CHECK_INVALID(op.Run(handle, wrong, a.tensor(), b.tensor()));
  CHECK_INVALID(op.Run(handle, out, a.tensor(), a.tensor()));
  CHECK_DNN(op.SetTranspose(true, false));
  CHECK_INVALID(op.Run(handle, out, a.tensor(), b.tensor()));
  CHECK_DNN(op.SetTranspose(false, false));
  CHECK_INVALID(op.RunWithBiasAdd(handle, out, a.tensor(), b.tensor(), a.tensor(), dnn::Tensor()));
  CHECK_INVALID(op.Run(handle, out, dnn::Tensor(), b.tensor()));
  // Nothing to add up.
  const Operand<float> result({2, 4}, Values(8, 5));
  dnn::Tensor zero = result.tensor(), left, right;
  CHECK_DNN(left.SetNdInfo({2, 0}));
  CHECK_DNN(right.SetNdInfo({0, 4}));
  CHECK_DNN(op.Run(handle, zero, left, right));
  CHECK_NEAR(result.read(), Values(8, 0), 0, "no inner dimension");
}

} // namespace

int main() {
  dnn::Handle handle;
  matrices<float>(handle);
  matrices<double>(handle);
  matrices<__half>(handle);
  matrices<__mt_bfloat16>(handle);
  strides<float>(handle);
  strides<double>(handle);
  vectors<float>(handle);
  vectors<__half>(handle);
  batches<float>(handle);
  batches<double>(handle);
  batches<__mt_bfloat16>(handle);
  scaled(handle);
  vectorAndBatch<float>(handle);
  vectorAndBatch<double>(handle);
  vectorAndBatch<__half>(handle);
  largestNaN(handle);
  integers(handle);
  errors(handle);
  return CHECK_RESULT();
}
