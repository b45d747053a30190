// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Maxima and averages of windows, with indices and gradients, in all formats, against plain loops.
#include "mudnn_test.h"

#include <limits>

namespace {

using M = dnn::Pooling::Mode;

/// [batch, channels, height, width].
struct Case {
  M mode;
  Dims input, output;
  std::vector<int> kernel, padding, stride, dilation;
  int divisor = 0;

  bool isAdaptive() const { return mode == M::ADAPTIVE_AVGPOOL || mode == M::ADAPTIVE_MAXPOOL; }
  bool isMaximum() const { return mode == M::MAXPOOL || mode == M::ADAPTIVE_MAXPOOL; }
};

/// The places of a window's elements in one dimension, some of them outside.
std::vector<int64_t> window(const Case &c, int d, int64_t number) {
  const int64_t size = c.input[d + 2], results = c.output[d + 2];
  std::vector<int64_t> places;
  if (c.mode == M::GLOBAL_AVGPOOL || c.isAdaptive()) {
    const auto begin = static_cast<int64_t>(std::floor(double(number) * size / results));
    const auto end = static_cast<int64_t>(std::ceil(double(number + 1) * size / results));
    for (int64_t i = begin; i < end; ++i)
      places.push_back(i);
  } else {
    for (int k = 0; k < c.kernel[d]; ++k) {
      const int64_t place = number * c.stride[d] - c.padding[d] + k * c.dilation[d];
      if (place < size + c.padding[d]) // else it is beyond the padding
        places.push_back(place);
    }
  }
  return places;
}

/// Calls `f(input, output, share)`: what each element adds to an average.
void forEachShare(const Case &c, const std::function<void(int64_t, int64_t, double)> &f) {
  const Dims strides = denseStrides(c.input);
  forEach(c.output, [&](const Dims &y, int64_t out) {
    std::vector<int64_t> inside;
    const auto rows = window(c, 0, y[2]), columns = window(c, 1, y[3]);
    for (int64_t row : rows)
      for (int64_t column : columns)
        if (row >= 0 && row < c.input[2] && column >= 0 && column < c.input[3])
          inside.push_back(placeOf({y[0], y[1], row, column}, strides));
    const double count = c.divisor != 0                   ? c.divisor
                         : c.mode == M::AVGPOOL_COUNT_PAD ? double(rows.size() * columns.size())
                                                          : double(inside.size());
    for (int64_t in : inside)
      f(in, out, 1 / count);
  });
}

Dims last(Dims dims) {
  std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  return dims;
}
/// The tensor's memory in the format's order, whatever the order of its dimensions.
template <typename T> Operand<T> operand(const Dims &dims, const Values &values, Format format) {
  if (format == Format::NCHW)
    return Operand<T>(dims, values, {}, format);
  Values turned(values.size());
  const Dims strides = denseStrides(last(dims));
  forEach(dims, [&](const Dims &i, int64_t k) { turned[placeOf(last(i), strides)] = values[k]; });
  return Operand<T>(last(dims), turned, {}, format);
}
template <typename T> Values read(const Operand<T> &operand, const Dims &dims, Format format) {
  const Values values = operand.read();
  if (format == Format::NCHW)
    return values;
  Values result(values.size());
  const Dims strides = denseStrides(last(dims));
  forEach(dims, [&](const Dims &i, int64_t k) { result[k] = values[placeOf(last(i), strides)]; });
  return result;
}

dnn::Pooling operation(const Case &c) {
  dnn::Pooling op;
  CHECK_DNN(op.SetMode(c.mode));
  if (!c.kernel.empty())
    CHECK_DNN(
        op.SetNdInfo(2, c.kernel.data(), c.padding.data(), c.stride.data(), c.dilation.data()));
  if (c.divisor != 0)
    CHECK_DNN(op.SetDivisor(c.divisor));
  return op;
}

template <typename T> void pool(dnn::Handle &handle, const Case &c, Format format) {
  const Values x = rounded<T>(randoms(product(c.input))),
               dy = rounded<T>(randoms(product(c.output)));
  const auto input = operand<T>(c.input, x, format), gradient = operand<T>(c.output, dy, format);
  const auto output = operand<T>(c.output, Values(dy.size(), 5), format);
  const auto inputGradient = operand<T>(c.input, Values(x.size(), 5), format);
  const auto indices = operand<int64_t>(c.output, Values(dy.size(), 5), format);
  const double low = -std::numeric_limits<double>::infinity();
  Values y(dy.size(), c.isMaximum() ? low : 0), dx(x.size());
  std::vector<int64_t> best(dy.size());
  forEachShare(c, [&](int64_t in, int64_t out, double share) {
    if (!c.isMaximum()) {
      y[out] += x[in] * share;
      dx[in] += dy[out] * share;
    } else if (x[in] > y[out]) {
      y[out] = x[in];
      best[out] = in;
    }
  });
  const int64_t plane = c.input[2] * c.input[3];
  Values places(best.size());
  for (size_t i = 0; c.isMaximum() && i < best.size(); ++i) {
    dx[best[i]] += dy[i];
    places[i] = double(best[i] % plane);
  }
  const dnn::Pooling op = operation(c);
  dnn::Tensor out = output.tensor(), in = inputGradient.tensor(), at;
  if (c.isMaximum())
    at = indices.tensor();
  CHECK_DNN(op.Run(handle, out, input.tensor(), at));
  CHECK_NEAR(read(output, c.output, format), rounded<T>(y), tolerance<T>, "forward");
  if (c.isMaximum())
    CHECK_NEAR(read(indices, c.output, format), places, 0, "indices");
  CHECK_DNN(op.RunBwd(handle, in, gradient.tensor(), at));
  CHECK_NEAR(read(inputGradient, c.input, format), rounded<T>(dx), tolerance<T>, "backward");
}

/// A picture without a batch, a line, and a space.
void ranks(dnn::Handle &handle) {
  const Operand<float> picture({1, 2, 4}, {1, 5, 2, 3, 4, 0, 8, 7});
  const Result<float> smaller({1, 1, 2});
  dnn::Tensor out = smaller.tensor();
  dnn::Pooling op;
  CHECK_DNN(op.SetMode(M::MAXPOOL));
  CHECK_DNN(op.SetNdInfo({2, 2}, {0, 0}, {2, 2}, {1, 1}));
  CHECK_DNN(op.Run(handle, out, picture.tensor()));
  CHECK_NEAR(smaller.read(), (Values{5, 8}), 0, "a picture");

  const Operand<float> line({1, 1, 6}, {1, 5, 2, 3, 4, 0}, {}, Format::NCW);
  const Result<float> shorter({1, 1, 3}, {}, Format::NCW);
  out = shorter.tensor();
  CHECK_DNN(op.SetMode(M::AVGPOOL_COUNT_PAD));
  CHECK_DNN(op.SetNdInfo({2}, {0}, {2}, {1}));
  CHECK_DNN(op.Run(handle, out, line.tensor()));
  CHECK_NEAR(shorter.read(), (Values{3, 2.5, 2}), 0, "a line");

  const Operand<float> space({1, 1, 2, 2, 2}, {1, 5, 2, 3, 4, 0, 8, 7}, {}, Format::NCDHW);
  const Result<float> one({1, 1, 1, 1, 1}, {}, Format::NCDHW);
  dnn::Pooling global;
  CHECK_DNN(global.SetMode(M::GLOBAL_AVGPOOL));
  out = one.tensor();
  CHECK_DNN(global.Run(handle, out, space.tensor()));
  CHECK_NEAR(one.read(), Values{3.75}, 0, "a space");
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({1, 1, 4, 4}, randoms(16));
  const Result<float> output({1, 1, 2, 2}), wrong({1, 1, 3, 2});
  const Operand<int64_t> indices({1, 1, 2, 2}, {0, 0, 1, 1});
  dnn::Tensor out = output.tensor(), other = wrong.tensor(), floats = output.tensor();
  dnn::Pooling op;
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  CHECK_INVALID(op.SetMode(static_cast<M>(99)));
  CHECK_DNN(op.SetMode(M::MAXPOOL));
  CHECK_INVALID(op.Run(handle, out, input.tensor())); // no window
  CHECK_DNN(op.SetNdInfo({2, 2}, {0, 0}, {2, 2}, {1, 1}));
  CHECK_INVALID(op.Run(handle, other, input.tensor()));
  CHECK_INVALID(op.Run(handle, out, input.tensor(), floats)); // these are no indices
  dnn::Tensor in = input.tensor();
  CHECK_INVALID(op.RunBwd(handle, in, out)); // indices are needed
  CHECK_DNN(op.SetNdInfo({2, 2}, {2, 0}, {2, 2}, {1, 1}));
  CHECK_INVALID(op.Run(handle, out, input.tensor())); // a window of padding alone
  // The elements of a window with gaps are in front of the input and behind it.
  const Operand<float> small({1, 1, 2, 1}, {3, 4}), gradient({1, 1, 2, 2}, Values(4, 1));
  dnn::Tensor to = small.tensor();
  CHECK_DNN(op.SetNdInfo({1, 2}, {0, 2}, {1, 1}, {1, 3}));
  for (M mode : {M::MAXPOOL, M::AVGPOOL_COUNT_PAD, M::AVGPOOL_COUNT_WITHOUT_PAD}) {
    CHECK_DNN(op.SetMode(mode));
    CHECK_INVALID(op.Run(handle, out, small.tensor()));
    CHECK_INVALID(op.RunBwd(handle, to, gradient.tensor(), indices.tensor()));
  }
}

} // namespace

int main() {
  dnn::Handle handle;
  const Dims input = {2, 3, 7, 6};
  const std::vector<Case> cases = {
      {M::MAXPOOL, input, {2, 3, 3, 3}, {2, 2}, {0, 0}, {2, 2}, {1, 1}},
      {M::MAXPOOL, input, {2, 3, 4, 6}, {3, 3}, {1, 1}, {2, 1}, {1, 1}},
      {M::MAXPOOL, input, {2, 3, 4, 3}, {2, 2}, {0, 0}, {2, 2}, {1, 1}}, // the last is cut off
      {M::MAXPOOL, input, {2, 3, 5, 2}, {2, 3}, {0, 1}, {1, 2}, {2, 2}},
      {M::MAXPOOL, {1, 2, 1, 2}, {1, 2, 1, 1}, {3, 2}, {0, 0}, {3, 1}, {1, 1}}, // a smaller input
      {M::AVGPOOL_COUNT_WITHOUT_PAD, {1, 2, 2, 1}, {1, 2, 1, 1}, {4, 2}, {0, 0}, {3, 2}, {1, 1}},
      {M::MAXPOOL, {1, 2, 4, 3}, {1, 2, 2, 5}, {1, 2}, {0, 2}, {3, 1}, {1, 2}},
      {M::AVGPOOL_COUNT_PAD, input, {2, 3, 4, 4}, {3, 2}, {1, 1}, {2, 2}, {1, 1}},
      {M::AVGPOOL_COUNT_WITHOUT_PAD, input, {2, 3, 4, 4}, {3, 2}, {1, 1}, {2, 2}, {1, 1}},
      {M::AVGPOOL_COUNT_PAD, input, {2, 3, 4, 3}, {2, 2}, {0, 0}, {2, 2}, {1, 1}},
      {M::AVGPOOL_COUNT_PAD, input, {2, 3, 3, 3}, {2, 2}, {0, 0}, {2, 2}, {1, 1}, 3},
      {M::ADAPTIVE_AVGPOOL, input, {2, 3, 3, 4}, {}, {}, {}, {}},
      {M::ADAPTIVE_AVGPOOL, input, {2, 3, 9, 1}, {}, {}, {}, {}},
      {M::ADAPTIVE_MAXPOOL, input, {2, 3, 3, 4}, {}, {}, {}, {}},
      {M::GLOBAL_AVGPOOL, input, {2, 3, 1, 1}, {}, {}, {}, {}},
  };
  for (const Case &c : cases)
    for (Format format : {Format::NCHW, Format::NHWC}) {
      pool<float>(handle, c, format);
      pool<double>(handle, c, format);
      pool<__half>(handle, c, format);
      pool<__mt_bfloat16>(handle, c, format);
    }
  ranks(handle);
  errors(handle);
  return CHECK_RESULT();
}
