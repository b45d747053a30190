// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Filling, permuting, slicing and joining tensors, and the products of vectors.
#include "mudnn_test.h"

namespace {

template <typename T> void filling(dnn::Handle &handle) {
  const Dims dims = {2, 3};
  const Result<T> output(dims, {8, 2});
  dnn::Tensor out = output.tensor();
  dnn::Fill op;
  CHECK_DNN(op.SetValue(3.0));
  CHECK_DNN(op.Run(handle, out));
  CHECK_NEAR(output.read(), Values(6, 3), 0, "filled");
  CHECK_DNN(op.SetValue(int64_t{5}));
  const Operand<bool> mask({3}, {1, 0, 1});
  CHECK_DNN(op.Run(handle, out, mask.tensor()));
  CHECK_NEAR(output.read(), (Values{5, 3, 5, 5, 3, 5}), 0, "filled where the mask is set");
}

template <typename T> void permuting(dnn::Handle &handle) {
  const Dims dims = {2, 3, 4};
  const Values x = rounded<T>(randoms(24, 0, 9));
  const Operand<T> input(dims, x);
  const std::vector<int64_t> order = {2, 0, 1};
  const Result<T> output({4, 2, 3});
  dnn::Tensor in = input.tensor();
  dnn::Tensor out = output.tensor();
  dnn::Permute op;
  CHECK_DNN(op.ConfigDimStride(out, in, 3, order.data()));
  CHECK_DNN(op.Run(handle, out, in));
  Values expected(24);
  forEach({4, 2, 3}, [&](const Dims &index, int64_t i) {
    expected[i] = x[(index[1] * 3 + index[2]) * 4 + index[0]];
  });
  CHECK_NEAR(output.read(), expected, 0, "permuted");

  // Every second column from the last one, of the second row.
  const Result<T> slice({2, 1, 2});
  const Dims starts = {0, 1, 3};
  const Dims steps = {1, 1, -2};
  dnn::Tensor from = input.tensor();
  dnn::Tensor to = slice.tensor();
  CHECK_DNN(op.ConfigDimStrideForSlice(to, from, starts.data(), steps.data()));
  CHECK_DNN(op.Run(handle, to, from));
  CHECK_NEAR(slice.read(), (Values{x[7], x[5], x[19], x[17]}), 0, "a slice");

  dnn::Tensor again = input.tensor();
  const std::vector<int64_t> wrong = {0, 0, 1};
  CHECK_INVALID(op.ConfigDimStride(out, again, 3, wrong.data()));
  const Dims beyond = {1, 0, 0};
  CHECK_INVALID(op.ConfigDimStrideForSlice(to, again, beyond.data()));
  CHECK_INVALID(op.Run(handle, out, again)); // other sizes
}

void joining(dnn::Handle &handle) {
  const Operand<int32_t> first({2, 2}, {1, 2, 3, 4}, {1, 2});
  const Operand<int32_t> second({2, 1}, {5, 6});
  const Result<int32_t> output({2, 3});
  dnn::Tensor inputs[] = {first.tensor(), second.tensor()};
  dnn::Tensor out = output.tensor();
  dnn::Concat op;
  for (int axis : {1, -1}) {
    CHECK_DNN(op.SetAxis(axis));
    CHECK_DNN(op.Run(handle, out, 2, inputs));
    CHECK_NEAR(output.read(), (Values{1, 2, 5, 3, 4, 6}), 0, "joined");
  }
  CHECK_DNN(op.SetAxis(0));
  CHECK_INVALID(op.Run(handle, out, 2, inputs));
  CHECK_DNN(op.SetAxis(1));
  CHECK_INVALID(op.Run(handle, out, 1, inputs)); // not all of it
}

template <typename T> void dotProducts(dnn::Handle &handle) {
  const Values a = rounded<T>(randoms(100, -3, 3)), b = rounded<T>(randoms(100, -3, 3));
  const Operand<T> left({100}, a, {2});
  const Operand<T> right({100}, b);
  const Result<T> output(Dims{});
  dnn::Dot op;
  CHECK_DNN(op.SetComputeMode(dnn::Dot::ComputeMode::SCALAR));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor(), workspaces()));
  double sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += a[i] * b[i];
  CHECK_NEAR(output.read(), rounded<T>({sum}), tolerance<T>, "dot");
}

} // namespace

int main() {
  dnn::Handle handle;
  filling<float>(handle);
  filling<__half>(handle);
  filling<int64_t>(handle);
  permuting<float>(handle);
  permuting<double>(handle);
  permuting<__mt_bfloat16>(handle);
  permuting<uint8_t>(handle);
  joining(handle);
  dotProducts<float>(handle);
  dotProducts<double>(handle);
  dotProducts<__half>(handle);
  dotProducts<int64_t>(handle);
  return CHECK_RESULT();
}
