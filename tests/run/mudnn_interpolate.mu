// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Interpolation to other sizes, of one to three dimensions, and its gradient, against plain loops.
#include "mudnn_test.h"

namespace {

using M = dnn::Interpolate::Mode;

/// What each element of the input adds to a place of the output.
std::vector<std::pair<int64_t, double>> sources(M mode, bool aligns, int64_t number, int64_t size,
                                                int64_t results) {
  if (mode == M::NEAREST)
    return {{number * size / results, 1}};
  const double place = aligns ? (results > 1 ? double(number) * (size - 1) / (results - 1) : 0)
                              : std::max((number + 0.5) * size / results - 0.5, 0.0);
  const auto first = static_cast<int64_t>(place);
  return {{first, 1 - (place - first)}, {std::min(first + 1, size - 1), place - first}};
}

/// [batch, channels, spatial...]; `isLast`: the channels are at the end of memory, and of the
/// sizes.
template <typename T>
void resize(dnn::Handle &handle, M mode, bool aligns, const Dims &from, const Dims &to,
            Format format, bool isLast) {
  const Dims fromDims = {2, 3}, toDims = fromDims;
  Dims input = fromDims, output = toDims;
  input.insert(input.end(), from.begin(), from.end());
  output.insert(output.end(), to.begin(), to.end());
  const Values x = rounded<T>(randoms(product(input))), dy = rounded<T>(randoms(product(output)));
  Values y(dy.size()), dx(x.size());
  const Dims strides = denseStrides(input);
  forEach(output, [&](const Dims &index, int64_t k) {
    std::vector<std::pair<int64_t, double>> all = {
        {index[0] * strides[0] + index[1] * strides[1], 1}};
    for (size_t d = 0; d < from.size(); ++d) {
      std::vector<std::pair<int64_t, double>> next;
      for (auto [place, share] : all)
        for (auto [source, part] : sources(mode, aligns, index[d + 2], from[d], to[d]))
          next.emplace_back(place + source * strides[d + 2], share * part);
      all = next;
    }
    for (auto [place, share] : all) {
      y[k] += share * x[place];
      dx[place] += share * dy[k];
    }
  });
  const auto last = [&](const Dims &dims) {
    std::vector<int> order = {0};
    for (size_t d = 2; d < dims.size(); ++d)
      order.push_back(int(d));
    order.push_back(1);
    return stridesInOrder(dims, order);
  };
  const auto tensorOf = [&](const Operand<T> &operand, Dims dims) {
    dnn::Tensor tensor = operand.tensor();
    if (isLast) {
      Dims steps = last(dims);
      std::rotate(steps.begin() + 1, steps.begin() + 2, steps.end());
      std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
      CHECK_DNN(tensor.SetNdInfo(int(dims.size()), dims.data(), steps.data()));
    }
    CHECK_DNN(tensor.SetFormat(format));
    return tensor;
  };
  const Operand<T> given(input, x, isLast ? last(input) : Dims{}),
      gradient(output, dy, isLast ? last(output) : Dims{});
  const Result<T> result(output, isLast ? last(output) : Dims{}),
      inputGradient(input, isLast ? last(input) : Dims{});
  dnn::Tensor out = tensorOf(result, output), in = tensorOf(inputGradient, input);
  std::vector<float> scales, backScales;
  for (size_t d = 0; d < from.size(); ++d) {
    scales.push_back(float(from[d]) / float(to[d]));
    backScales.push_back(float(to[d]) / float(from[d]));
  }
  dnn::Interpolate op;
  CHECK_DNN(op.SetMode(mode));
  CHECK_DNN(op.SetAntialias(false));
  CHECK_DNN(op.SetAlignCorners(aligns));
  CHECK_DNN(op.Run(handle, out, tensorOf(given, input))); // by the sizes
  CHECK_NEAR(result.read(), rounded<T>(y), 2 * tolerance<T>, "by the sizes");
  CHECK_DNN(op.SetScaleInfo(int(scales.size()), scales.data()));
  CHECK_DNN(op.Run(handle, out, tensorOf(given, input)));
  CHECK_NEAR(result.read(), rounded<T>(y), 2 * tolerance<T>, "by the scales");
  CHECK_DNN(op.SetScaleInfo(int(scales.size()), backScales.data()));
  CHECK_DNN(op.RunBackward(handle, in, tensorOf(gradient, output)));
  CHECK_NEAR(inputGradient.read(), rounded<T>(dx), 4 * tolerance<T>, "backward");
}

/// Backward adds each place of the output to what forward has read for it, whatever a float's
/// quotient of the sizes is rounded to.
void transposed(dnn::Handle &handle, int64_t from, int64_t to) {
  Values numbers(from), expected(from);
  for (int64_t i = 0; i < from; ++i)
    numbers[i] = double(i);
  const Values dy = randoms(to);
  const Operand<float> input({1, 1, from}, numbers, {}, Format::NCW),
      outputGradient({1, 1, to}, dy, {}, Format::NCW);
  const Result<float> output({1, 1, to}, {}, Format::NCW),
      inputGradient({1, 1, from}, {}, Format::NCW);
  dnn::Tensor out = output.tensor(), in = inputGradient.tensor();
  dnn::Interpolate op;
  CHECK_DNN(op.SetMode(M::NEAREST));
  CHECK_DNN(op.SetScaleInfo({float(from) / float(to)}));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  const Values read = output.read();
  for (int64_t i = 0; i < to; ++i)
    expected[int64_t(read[i])] += dy[i];
  CHECK_DNN(op.SetScaleInfo({float(to) / float(from)}));
  CHECK_DNN(op.RunBackward(handle, in, outputGradient.tensor()));
  CHECK_NEAR(inputGradient.read(), expected, 1e-5, "the transpose");
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({1, 2, 2}, randoms(4), {}, Format::NCW);
  const Result<float> output({1, 2, 4}, {}, Format::NCW), wrong({1, 3, 4}, {}, Format::NCW);
  dnn::Tensor out = output.tensor(), other = wrong.tensor();
  dnn::Interpolate op;
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  CHECK_DNN(op.SetMode(M::BICUBIC));
  CHECK_NOT_SUPPORTED(op.Run(handle, out, input.tensor()));
  CHECK_DNN(op.SetMode(M::LINEAR));
  CHECK_INVALID(op.Run(handle, other, input.tensor()));
  CHECK_DNN(op.SetScaleInfo({0.5F, 0.5F}));
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  CHECK_DNN(op.SetScaleInfo({0.5F}));
  CHECK_DNN(op.SetAntialias(true));
  CHECK_NOT_SUPPORTED(op.Run(handle, out, input.tensor()));
}

} // namespace

int main() {
  dnn::Handle handle;
  for (M mode : {M::NEAREST, M::LINEAR})
    for (bool aligns : {false, true}) {
      resize<float>(handle, mode, aligns, {5}, {8}, Format::NCW, false);
      for (bool isLast : {false, true}) {
        const Format plane = isLast ? Format::NHWC : Format::NCHW;
        resize<float>(handle, mode, aligns, {4, 6}, {8, 3}, plane, isLast);
        resize<__half>(handle, mode, aligns, {4, 6}, {8, 3}, plane, isLast);
        resize<double>(handle, M::NEAREST, aligns, {2, 2}, {4, 4}, plane, isLast);
        resize<float>(handle, mode, aligns, {2, 3, 2}, {4, 6, 1},
                      isLast ? Format::NDHWC : Format::NCDHW, isLast);
      }
    }
  for (int64_t from = 3; from < 60; from += 4)
    for (int64_t to = 3; to < 60; to += 3)
      transposed(handle, from, to);
  errors(handle);
  return CHECK_RESULT();
}
