// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// Convolutions of one to three dimensions, with groups, padding, strides and dilation, in all
// formats, and their gradients, against plain loops.
#include "mudnn_test.h"

namespace {

/// [batch, channels, spatial...], whatever the format.
struct Case {
  Dims input, filter;
  std::vector<int> padding, stride, dilation;
  int groups;

  Dims output() const {
    Dims result = {input[0], filter[0]};
    for (size_t i = 0; i < padding.size(); ++i)
      result.push_back(
          (input[i + 2] + 2 * padding[i] - dilation[i] * (filter[i + 2] - 1) - 1) / stride[i] + 1);
    return result;
  }
};

/// Calls `f` with the places of an element of the input, of the filter and of the output that meet.
void meet(const Case &c, const std::function<void(int64_t, int64_t, int64_t)> &f) {
  const Dims output = c.output();
  const Dims inputStrides = denseStrides(c.input), filterStrides = denseStrides(c.filter);
  const int64_t outputsPerGroup = c.filter[0] / c.groups;
  forEach(output, [&](const Dims &y, int64_t out) {
    Dims window(c.filter.begin() + 1, c.filter.end());
    forEach(window, [&](const Dims &w, int64_t) {
      const int64_t channel = y[1] / outputsPerGroup * c.filter[1] + w[0];
      Dims x = {y[0], channel};
      for (size_t i = 0; i < c.padding.size(); ++i) {
        x.push_back(y[i + 2] * c.stride[i] + w[i + 1] * c.dilation[i] - c.padding[i]);
        if (x.back() < 0 || x.back() >= c.input[i + 2])
          return;
      }
      Dims place = {y[1]};
      place.insert(place.end(), w.begin(), w.end());
      f(placeOf(x, inputStrides), placeOf(place, filterStrides), out);
    });
  });
}

bool isLast(Format format) {
  return format == Format::NWC || format == Format::NHWC || format == Format::NDHWC;
}

/// Sizes or values in the format's order.
Dims inFormat(Dims dims, Format format) {
  if (isLast(format))
    std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  return dims;
}
Values inFormat(const Dims &dims, const Values &values, Format format) {
  if (!isLast(format))
    return values;
  const Dims strides = denseStrides(inFormat(dims, format));
  Values result(values.size());
  forEach(dims, [&](const Dims &index, int64_t i) {
    result[placeOf(inFormat(index, format), strides)] = values[i];
  });
  return result;
}

template <typename T> Operand<T> operand(const Dims &dims, const Values &values, Format format) {
  return Operand<T>(inFormat(dims, format), inFormat(dims, values, format), {}, format);
}
template <typename T> Result<T> result(const Dims &dims, Format format) {
  return Result<T>(inFormat(dims, format), {}, format);
}

template <typename T> void convolve(dnn::Handle &handle, const Case &c, Format format) {
  const double near = 8 * tolerance<T>;
  const Dims outputDims = c.output();
  const Values x = rounded<T>(randoms(product(c.input), -1, 1)),
               w = rounded<T>(randoms(product(c.filter), -1, 1)),
               dy = rounded<T>(randoms(product(outputDims), -1, 1));
  const auto input = operand<T>(c.input, x, format), filter = operand<T>(c.filter, w, format),
             outputGradient = operand<T>(outputDims, dy, format);
  Values y(dy.size()), dx(x.size()), dw(w.size());
  meet(c, [&](int64_t in, int64_t at, int64_t out) {
    y[out] += x[in] * w[at];
    dx[in] += dy[out] * w[at];
    dw[at] += dy[out] * x[in];
  });
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo(static_cast<int>(c.padding.size()), c.padding.data(), c.stride.data(),
                         c.dilation.data()));
  CHECK_DNN(op.SetGroups(c.groups));
  CHECK_DNN(op.SetComputeMode(dnn::Convolution::ComputeMode::TENSOR));

  const auto output = result<T>(outputDims, format);
  dnn::Tensor out = output.tensor();
  dnn::Convolution::Algorithm algorithm;
  CHECK_DNN(
      op.GetRecommendForwardAlgorithm(handle, algorithm, out, input.tensor(), filter.tensor()));
  CHECK_DNN(op.Run(handle, out, input.tensor(), filter.tensor(), algorithm, workspaces()));
  CHECK_NEAR(output.read(), inFormat(outputDims, rounded<T>(y), format), near, "forward");

  const auto inputGradient = result<T>(c.input, format);
  dnn::Tensor in = inputGradient.tensor();
  dnn::Convolution::AlgorithmBwdData algorithmData;
  CHECK_DNN(op.GetRecommendBackwardDataAlgorithm(handle, algorithmData, in, outputGradient.tensor(),
                                                 filter.tensor()));
  CHECK_DNN(op.RunBwdData(handle, in, outputGradient.tensor(), filter.tensor(), algorithmData,
                          workspaces()));
  CHECK_NEAR(inputGradient.read(), inFormat(c.input, rounded<T>(dx), format), near, "of the input");

  const auto filterGradient = result<T>(c.filter, format);
  dnn::Tensor at = filterGradient.tensor();
  dnn::Convolution::AlgorithmBwdFilter algorithmFilter;
  CHECK_DNN(op.GetRecommendBackwardFilterAlgorithm(handle, algorithmFilter, at, input.tensor(),
                                                   outputGradient.tensor()));
  CHECK_DNN(op.RunBwdFilter(handle, at, input.tensor(), outputGradient.tensor(), algorithmFilter,
                            workspaces()));
  CHECK_NEAR(filterGradient.read(), inFormat(c.filter, rounded<T>(dw), format), near,
             "of the filter");
}

template <typename T> void fused(dnn::Handle &handle, Format format) {
  using Activation = dnn::Convolution::FusedActivationDesc::Mode;
  const Case c = {{2, 3, 6, 5}, {4, 3, 3, 3}, {1, 1}, {2, 1}, {1, 1}, 1};
  const Dims outputDims = c.output();
  const Values x = rounded<T>(randoms(product(c.input), -1, 1)),
               w = rounded<T>(randoms(product(c.filter), -1, 1)), bias = rounded<T>(randoms(4)),
               add = rounded<T>(randoms(product(outputDims)));
  Values y(add.size());
  meet(c, [&](int64_t in, int64_t at, int64_t out) { y[out] += x[in] * w[at]; });
  const auto input = operand<T>(c.input, x, format), filter = operand<T>(c.filter, w, format),
             addend = operand<T>(outputDims, add, format);
  const Operand<T> biases({4}, bias);
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo({1, 1}, {2, 1}, {1, 1}));
  for (Activation mode : {Activation::IDENTITY, Activation::RELU, Activation::SILU})
    for (bool hasAddend : {false, true}) {
      const auto output = result<T>(outputDims, format);
      dnn::Tensor out = output.tensor();
      dnn::Convolution::FusedActivationDesc activation;
      CHECK_DNN(activation.SetMode(mode));
      CHECK_DNN(op.RunFusion(handle, out, input.tensor(), filter.tensor(), biases.tensor(),
                             hasAddend ? addend.tensor() : dnn::Tensor(), activation,
                             dnn::Convolution::Algorithm::IMPLICIT_GEMM, workspaces()));
      Values expected(y.size());
      forEach(outputDims, [&](const Dims &index, int64_t i) {
        const double value = y[i] + bias[index[1]] + (hasAddend ? add[i] : 0);
        expected[i] = mode == Activation::RELU   ? std::max(value, 0.0)
                      : mode == Activation::SILU ? value / (1 + std::exp(-value))
                                                 : value;
      });
      CHECK_NEAR(output.read(), inFormat(outputDims, rounded<T>(expected), format),
                 8 * tolerance<T>, "fused");
    }
}

/// The addend's memory is the output's, as PyTorch adds to a result in place.
template <typename T> void fusedInPlace(dnn::Handle &handle, const Dims &strides) {
  const Case c = {{2, 3, 4, 5}, {4, 3, 2, 3}, {0, 1}, {1, 2}, {1, 1}, 1};
  const Dims outputDims = c.output();
  const Values x = rounded<T>(randoms(product(c.input), -1, 1)),
               w = rounded<T>(randoms(product(c.filter), -1, 1));
  Values y = rounded<T>(randoms(product(outputDims)));
  const Operand<T> input(c.input, x), filter(c.filter, w), both(outputDims, y, strides);
  meet(c, [&](int64_t in, int64_t at, int64_t out) { y[out] += x[in] * w[at]; });
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo({0, 1}, {1, 2}, {1, 1}));
  dnn::Tensor out = both.tensor();
  CHECK_DNN(op.RunFusion(handle, out, input.tensor(), filter.tensor(), dnn::Tensor(), out,
                         dnn::Convolution::FusedActivationDesc(),
                         dnn::Convolution::Algorithm::IMPLICIT_GEMM, workspaces()));
  CHECK_NEAR(both.read(), rounded<T>(y), 8 * tolerance<T>, "in place");
}

/// RELU keeps what is no number.
void fusedNaN(dnn::Handle &handle) {
  const double nan = std::nan("");
  const Operand<float> input({1, 1, 4}, {1, nan, -3, 2}, {}, Format::NCW),
      filter({1, 1, 1}, {2}, {}, Format::NCW);
  const Result<float> output({1, 1, 4}, {}, Format::NCW);
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo({0}, {1}, {1}));
  dnn::Convolution::FusedActivationDesc activation;
  CHECK_DNN(activation.SetMode(dnn::Convolution::FusedActivationDesc::Mode::RELU));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.RunFusion(handle, out, input.tensor(), filter.tensor(), dnn::Tensor(), dnn::Tensor(),
                         activation, dnn::Convolution::Algorithm::IMPLICIT_GEMM, workspaces()));
  CHECK_NEAR(output.read(), (Values{2, nan, 0, 4}), 0, "RELU of NaN");
}

/// Gradients for an output that has fewer windows than the input has room for, which a transposed
/// convolution with output_padding gives: windows reach `c.input`, and the rest is 0.
void largerInput(dnn::Handle &handle, const Case &c, const Dims &larger) {
  const Dims outputDims = c.output();
  const Values x = randoms(product(larger), -1, 1), w = randoms(product(c.filter), -1, 1),
               dy = randoms(product(outputDims), -1, 1);
  Case whole = c;
  whole.input = larger;
  Values dx(x.size()), dw(w.size());
  const Dims strides = denseStrides(larger), all = denseStrides(outputDims);
  meet(whole, [&](int64_t in, int64_t at, int64_t out) {
    // `out` counts the windows of the larger input.
    Dims index;
    for (int64_t stride : denseStrides(whole.output())) {
      index.push_back(out / stride);
      out %= stride;
    }
    for (size_t i = 2; i < index.size(); ++i)
      if (index[i] >= outputDims[i])
        return;
    const int64_t place = placeOf(index, all);
    dx[in] += dy[place] * w[at];
    dw[at] += dy[place] * x[in];
  });
  const Operand<float> input(larger, x), filter(c.filter, w), outputGradient(outputDims, dy);
  const Result<float> inputGradient(larger), filterGradient(c.filter);
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo(static_cast<int>(c.padding.size()), c.padding.data(), c.stride.data(),
                         c.dilation.data()));
  CHECK_DNN(op.SetGroups(c.groups));
  dnn::Tensor in = inputGradient.tensor(), at = filterGradient.tensor();
  CHECK_DNN(op.RunBwdData(handle, in, outputGradient.tensor(), filter.tensor(),
                          dnn::Convolution::AlgorithmBwdData::IMPLICIT_GEMM, workspaces()));
  CHECK_NEAR(inputGradient.read(), dx, 1e-4, "of a larger input");
  CHECK_DNN(op.RunBwdFilter(handle, at, input.tensor(), outputGradient.tensor(),
                            dnn::Convolution::AlgorithmBwdFilter::IMPLICIT_GEMM, workspaces()));
  CHECK_NEAR(filterGradient.read(), dw, 1e-4, "of a larger input's filter");
}

/// A batch of nothing has a filter's gradient of 0.
void emptyBatch(dnn::Handle &handle) {
  const Operand<float> input({0, 2, 4, 4}, {}), outputGradient({0, 3, 2, 2}, {});
  const Result<float> filterGradient({3, 2, 3, 3});
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo({0, 0}, {1, 1}, {1, 1}));
  dnn::Tensor at = filterGradient.tensor();
  CHECK_DNN(op.RunBwdFilter(handle, at, input.tensor(), outputGradient.tensor(),
                            dnn::Convolution::AlgorithmBwdFilter::IMPLICIT_GEMM, workspaces()));
  CHECK_NEAR(filterGradient.read(), Values(54), 0, "of an empty batch");
}

/// Tensors with gaps, and a filter whose format is another.
void strided(dnn::Handle &handle) {
  const Case c = {{2, 3, 5, 5}, {4, 3, 2, 2}, {0, 0}, {1, 1}, {1, 1}, 1};
  const Values x = randoms(150), w = randoms(48);
  const Operand<float> input(c.input, x, {400, 1, 60, 12});
  Values turned(48); // [height, width, channels, outputs]
  forEach(c.filter, [&](const Dims &i, int64_t k) {
    turned[((i[2] * 2 + i[3]) * 3 + i[1]) * 4 + i[0]] = w[k];
  });
  const Operand<float> filter({2, 2, 3, 4}, turned, {}, Format::HWCN);
  const Result<float> output({2, 4, 4, 4}, {200, 2, 40, 10});
  Values y(128);
  meet(c,
       [&](int64_t in, int64_t at, int64_t out) { y[out] += rounded<float>({x[in]})[0] * w[at]; });
  dnn::Convolution op;
  CHECK_DNN(op.SetNdInfo({0, 0}, {1, 1}, {1, 1}));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, input.tensor(), filter.tensor(),
                   dnn::Convolution::Algorithm::IMPLICIT_GEMM, nullptr));
  CHECK_NEAR(output.read(), y, 1e-4, "strided");
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({1, 2, 4, 4}, randoms(32)), filter({3, 2, 3, 3}, randoms(54));
  const Operand<double> doubles({1, 2, 4, 4}, randoms(32));
  const Result<float> output({1, 3, 2, 2}), larger({1, 3, 4, 4});
  dnn::Tensor out = output.tensor(), wrong = larger.tensor();
  dnn::Convolution op;
  const auto run = [&](dnn::Tensor &to, const dnn::Tensor &x) {
    return op.Run(handle, to, x, filter.tensor(), dnn::Convolution::Algorithm::IMPLICIT_GEMM);
  };
  CHECK_INVALID(run(out, input.tensor())); // no padding and strides
  CHECK_DNN(op.SetNdInfo({0, 0}, {1, 1}, {1, 1}));
  CHECK_DNN(run(out, input.tensor()));
  CHECK_INVALID(run(wrong, input.tensor()));
  CHECK_NOT_SUPPORTED(run(out, doubles.tensor()));
  CHECK_INVALID(op.SetGroups(0));
  CHECK_DNN(op.SetGroups(2));
  CHECK_INVALID(run(out, input.tensor()));
  CHECK_INVALID(op.SetNdInfo({0}, {1, 1}, {1, 1}));
  CHECK_DNN(op.SetGroups(1));
  CHECK_DNN(op.SetNdInfo({0, 0}, {0, 1}, {1, 1}));
  CHECK_INVALID(run(out, input.tensor()));
  CHECK_MUSA(musaDeviceSynchronize());
}

} // namespace

int main() {
  dnn::Handle handle;
  const std::vector<Case> planes = {
      {{2, 3, 6, 5}, {4, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {{1, 4, 7, 8}, {6, 2, 3, 2}, {1, 0}, {2, 3}, {1, 2}, 2},
      {{2, 4, 5, 5}, {4, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 4}, // by channel
      {{2, 3, 9, 9}, {2, 3, 3, 3}, {2, 2}, {2, 2}, {2, 2}, 1},
      {{3, 5, 4, 4}, {2, 5, 1, 1}, {0, 0}, {1, 1}, {1, 1}, 1},
  };
  for (const Case &c : planes)
    for (Format format : {Format::NCHW, Format::NHWC}) {
      convolve<float>(handle, c, format);
      convolve<__half>(handle, c, format);
      convolve<__mt_bfloat16>(handle, c, format);
    }
  const Case line = {{2, 3, 9}, {4, 3, 3}, {1}, {2}, {1}, 1};
  convolve<float>(handle, line, Format::NCW);
  convolve<float>(handle, line, Format::NWC);
  const Case space = {{1, 4, 4, 5, 3}, {2, 2, 2, 3, 2}, {1, 1, 0}, {1, 2, 1}, {1, 1, 1}, 2};
  convolve<float>(handle, space, Format::NCDHW);
  convolve<float>(handle, space, Format::NDHWC);
  fused<float>(handle, Format::NCHW);
  fused<float>(handle, Format::NHWC);
  fused<__half>(handle, Format::NCHW);
  fused<__mt_bfloat16>(handle, Format::NHWC);
  for (const Dims &strides : {Dims{}, Dims{40, 1, 12, 4}, Dims{100, 25, 7, 2}}) {
    fusedInPlace<float>(handle, strides);
    fusedInPlace<__half>(handle, strides);
  }
  fusedNaN(handle);
  largerInput(handle, {{2, 2, 5, 5}, {3, 2, 2, 2}, {0, 0}, {3, 3}, {1, 1}, 1}, {2, 2, 7, 7});
  largerInput(handle, {{1, 4, 5, 4}, {2, 2, 3, 2}, {1, 0}, {1, 2}, {2, 3}, 2}, {1, 4, 7, 6});
  largerInput(handle, {{2, 3, 4, 4}, {2, 3, 1, 1}, {0, 0}, {1, 1}, {4, 4}, 1}, {2, 3, 7, 6});
  emptyBatch(handle);
  strided(handle);
  errors(handle);
  return CHECK_RESULT();
}
