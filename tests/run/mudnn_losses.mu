// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Losses, gated units and dropout, with their gradients, against plain loops.
#include "mudnn_test.h"

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

template <typename T> void gates(dnn::Handle &handle) {
  const Dims dims = {3, 4, 6};
  const Values x = rounded<T>(randoms(72)), dy = rounded<T>(randoms(36));
  const Operand<T> input(dims, x, {24, 1, 4}), outputGradient({3, 4, 3}, dy);
  for (int axis : {1, -1}) {
    const Dims half = axis == 1 ? Dims{3, 2, 6} : Dims{3, 4, 3};
    const int64_t step = axis == 1 ? 12 : 3;
    const Result<T> output(half);
    dnn::Tensor out = output.tensor();
    dnn::Glu op;
    CHECK_DNN(op.SetAxis(axis));
    CHECK_DNN(op.Run(handle, out, input.tensor()));
    Values expected(36);
    forEach(half, [&](const Dims &i, int64_t k) {
      const int64_t at = placeOf(i, denseStrides(dims));
      expected[k] = x[at] * sigmoid(x[at + step]);
    });
    CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "glu");
  }
  const Result<T> output({3, 4, 3}), inputGradient(dims);
  dnn::Tensor out = output.tensor(), dx = inputGradient.tensor();
  dnn::SwiGlu op;
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_DNN(op.RunBwd(handle, dx, input.tensor(), outputGradient.tensor()));
  Values expected(36), gradient(72);
  for (int64_t k = 0; k < 36; ++k) {
    const int64_t at = k / 3 * 6 + k % 3;
    const double gate = sigmoid(x[at]);
    expected[k] = x[at] * gate * x[at + 3];
    gradient[at] = dy[k] * x[at + 3] * (gate + x[at] * gate * (1 - gate));
    gradient[at + 3] = dy[k] * x[at] * gate;
  }
  CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "swiglu");
  CHECK_NEAR(inputGradient.read(), rounded<T>(gradient), tolerance<T>, "its gradient");
  CHECK_INVALID(op.Run(handle, dx, input.tensor()));
}

template <typename T> void dropout(dnn::Handle &handle) {
  const int64_t count = 10000;
  const Operand<T> ones({count}, Values(count, 1));
  const auto drop = [&](uint64_t seed, uint64_t offset) {
    const Result<T> output({count}), gradient({count});
    const Result<bool> mask({count});
    dnn::Tensor out = output.tensor(), m = mask.tensor(), dx = gradient.tensor();
    dnn::Dropout op;
    CHECK_DNN(op.SetP(0.25));
    CHECK_DNN(op.SetSeed(seed));
    CHECK_DNN(op.SetOffset(offset));
    CHECK_DNN(op.RunDropout(handle, out, ones.tensor(), m));
    const Values bits = mask.read();
    Values expected;
    for (double bit : bits)
      expected.push_back(bit / 0.75);
    CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "dropout");
    dnn::Dropout backward;
    CHECK_DNN(backward.SetScale(2.0));
    CHECK_DNN(backward.RunDropoutBwd(handle, dx, ones.tensor(), m));
    for (double &e : expected)
      e *= 1.5;
    CHECK_NEAR(gradient.read(), rounded<T>(expected), tolerance<T>, "its gradient");
    return bits;
  };
  const Values first = drop(1, 0);
  double sum = 0;
  for (double bit : first)
    sum += bit;
  CHECK(std::abs(sum / count - 0.75) < 0.02);
  CHECK(first == drop(1, 0));
  CHECK(first != drop(2, 0));
  CHECK(first != drop(1, 4));
}

/// A scale of 0 is one.
void noScale(dnn::Handle &handle) {
  const Operand<float> ones({100}, Values(100, 1));
  const Result<float> output({100}), gradient({100});
  const Result<bool> mask({100});
  dnn::Tensor out = output.tensor(), m = mask.tensor(), dx = gradient.tensor();
  dnn::Dropout op;
  CHECK_DNN(op.SetScale(0));
  CHECK_DNN(op.RunDropout(handle, out, ones.tensor(), m));
  CHECK_DNN(op.RunDropoutBwd(handle, dx, ones.tensor(), m));
  CHECK_NEAR(output.read(), Values(100), 0, "dropout without a scale");
  CHECK_NEAR(gradient.read(), Values(100), 0, "its gradient");
}

/// The seed as a graph has it: read from memory when the work runs.
void dropoutFromMemory(dnn::Handle &handle) {
  const Operand<float> ones({100}, Values(100, 1));
  const Result<float> output({100});
  const Result<bool> given({100}), read({100});
  const DeviceArray<uint64_t> seed({5}), offset({3});
  dnn::Tensor out = output.tensor(), g = given.tensor(), r = read.tensor();
  dnn::Dropout op;
  CHECK_DNN(op.SetSeed(uint64_t{5}));
  CHECK_DNN(op.SetOffset(uint64_t{7}));
  CHECK_DNN(op.RunDropout(handle, out, ones.tensor(), g));
  CHECK_DNN(op.SetSeed(seed.get()));
  CHECK_DNN(op.SetOffset(offset.get(), 4));
  CHECK_DNN(op.RunDropout(handle, out, ones.tensor(), r));
  CHECK(given.read() == read.read());
}

/// Of logarithms [batch, classes].
struct Loss {
  Values losses, gradient;
  double total = 0;
};
constexpr int batch = 5, classes = 4, ignored = 2;

Loss lossOf(const Values &x, const Values &labels, const Values &weight, bool hasSoftmax,
            double smoothing) {
  Loss r{Values(batch), Values(batch * classes)};
  for (int i = 0; i < batch; ++i) {
    const int label = int(labels[i]);
    if (label == ignored)
      continue;
    r.total += weight[label];
    double sum = 0;
    for (int c = 0; c < classes; ++c)
      sum += std::exp(x[i * classes + c]);
    double slopes = 0;
    Values slope(classes);
    for (int c = 0; c < classes; ++c) {
      const double log = x[i * classes + c] - (hasSoftmax ? std::log(sum) : 0);
      const double share = smoothing / classes + (c == label ? 1 - smoothing : 0);
      r.losses[i] -= share * weight[c] * log;
      slope[c] = -share * weight[c];
      slopes += slope[c];
    }
    for (int c = 0; c < classes; ++c)
      r.gradient[i * classes + c] =
          slope[c] - (hasSoftmax ? std::exp(x[i * classes + c]) / sum * slopes : 0);
  }
  return r;
}

template <typename T> void ofClasses(dnn::Handle &handle, bool hasWeight) {
  using N = dnn::NLLLoss::Mode;
  using X = dnn::CrossEntropyLoss::ReductionMode;
  const Values x = rounded<T>(randoms(batch * classes)), labels = {0, 3, 2, 1, 3};
  const Values weight = hasWeight ? rounded<T>(randoms(classes, 0.5, 2)) : Values(classes, 1);
  const Operand<T> input({batch, classes}, x, {1, batch}), weights({classes}, weight);
  const Operand<int64_t> target({batch}, labels);
  const dnn::Tensor w = hasWeight ? weights.tensor() : dnn::Tensor();
  for (int mode : {0, 1, 2}) // none, mean, sum: as PyTorch numbers them
    for (bool hasSoftmax : {false, true}) {
      const double smoothing = hasSoftmax ? 0.1 : 0;
      const Loss r = lossOf(x, labels, weight, hasSoftmax, smoothing);
      const Values dy = rounded<T>(randoms(mode == 0 ? batch : 1));
      const Dims dims = mode == 0 ? Dims{batch} : Dims{};
      const Operand<T> outputGradient(dims, dy);
      const Result<T> output(dims), total(Dims{}), inputGradient({batch, classes});
      dnn::Tensor out = output.tensor(), all = total.tensor(), dx = inputGradient.tensor();
      if (hasSoftmax) {
        dnn::CrossEntropyLoss op;
        CHECK_DNN(op.SetReductionMode(static_cast<X>(mode)));
        CHECK_DNN(op.SetIgnoreIndex(ignored));
        CHECK_DNN(op.SetLabelSmoothing(smoothing));
        CHECK_DNN(op.Run(handle, out, input.tensor(), target.tensor(), w, workspaces()));
        CHECK_DNN(op.RunBwd(handle, dx, input.tensor(), outputGradient.tensor(), target.tensor(), w,
                            workspaces()));
      } else {
        dnn::NLLLoss op;
        CHECK_DNN(op.SetReductionMode(static_cast<N>(mode)));
        CHECK_DNN(op.SetIgnoreIndex(ignored));
        CHECK_DNN(op.Run(handle, out, all, input.tensor(), target.tensor(), w, workspaces()));
        CHECK_NEAR(total.read(), rounded<T>({r.total}), tolerance<T>, "total weight");
        CHECK_DNN(
            op.RunBwd(handle, dx, outputGradient.tensor(), target.tensor(), w, all, workspaces()));
      }
      double sum = 0;
      for (double loss : r.losses)
        sum += loss;
      const Values expected = mode == 0 ? r.losses : Values{mode == 1 ? sum / r.total : sum};
      CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "loss");
      Values gradient = r.gradient;
      for (int i = 0; i < batch * classes; ++i)
        gradient[i] *= mode == 0 ? dy[i / classes] : mode == 1 ? dy[0] / r.total : dy[0];
      CHECK_NEAR(inputGradient.read(), rounded<T>(gradient), 2 * tolerance<T>, "its gradient");
    }
}

template <typename T> void divergence(dnn::Handle &handle) {
  using M = dnn::KLDivLoss::Mode;
  const Dims dims = {3, 4};
  const Values x = rounded<T>(randoms(12));
  Values t = rounded<T>(randoms(12, 0.1, 1));
  const Operand<T> input(dims, x, {1, 3});
  for (bool isLog : {false, true})
    for (M mode : {M::NONE, M::MEAN, M::SUM}) {
      t[5] = 0; // adds nothing, unless it is a logarithm
      t[7] = mode == M::NONE ? std::nan("") : 0.5;
      const Operand<T> target(dims, t);
      const bool isNone = mode == M::NONE;
      const Values dy = rounded<T>(randoms(isNone ? 12 : 1));
      const Operand<T> outputGradient(isNone ? dims : Dims{}, dy);
      const Result<T> output(isNone ? dims : Dims{}), inputGradient(dims);
      dnn::Tensor out = output.tensor(), dx = inputGradient.tensor();
      dnn::KLDivLoss op;
      CHECK_DNN(op.SetReductionMode(mode));
      CHECK_DNN(op.SetLogTarget(isLog));
      CHECK_DNN(op.Run(handle, out, input.tensor(), target.tensor(), workspaces()));
      CHECK_DNN(op.RunBwd(handle, dx, outputGradient.tensor(), input.tensor(), target.tensor()));
      Values losses(12), gradient(12);
      double sum = 0;
      for (int i = 0; i < 12; ++i) {
        const double p = isLog ? std::exp(t[i]) : t[i];
        losses[i] = p == 0 ? 0 : p * (std::log(p) - x[i]);
        sum += losses[i];
        gradient[i] = -p * (isNone ? dy[i] : mode == M::MEAN ? dy[0] / 12 : dy[0]);
      }
      CHECK_NEAR(output.read(),
                 rounded<T>(isNone ? losses : Values{mode == M::MEAN ? sum / 12 : sum}),
                 tolerance<T>, "divergence");
      CHECK_NEAR(inputGradient.read(), rounded<T>(gradient), tolerance<T>, "its gradient");
    }
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({5, 4}, randoms(20));
  const Operand<int64_t> target({4}, Values(4, 0));
  const Result<float> output(Dims{});
  dnn::Tensor out = output.tensor(), none;
  dnn::NLLLoss op;
  CHECK_INVALID(op.SetReductionMode(static_cast<dnn::NLLLoss::Mode>(7)));
  CHECK_DNN(op.SetReductionMode(dnn::NLLLoss::Mode::SUM));
  CHECK_INVALID(op.Run(handle, out, none, input.tensor(), target.tensor(), none));
  CHECK_INVALID(op.Run(handle, out, none, input.tensor(), input.tensor(), none)); // no classes
  dnn::Dropout dropout;
  CHECK_INVALID(dropout.SetP(1.5));
}

} // namespace

int main() {
  dnn::Handle handle;
  gates<float>(handle);
  gates<double>(handle);
  gates<__half>(handle);
  dropout<float>(handle);
  dropout<__mt_bfloat16>(handle);
  dropoutFromMemory(handle);
  noScale(handle);
  for (bool hasWeight : {false, true}) {
    ofClasses<float>(handle, hasWeight);
    ofClasses<double>(handle, hasWeight);
    ofClasses<__half>(handle, hasWeight);
  }
  divergence<float>(handle);
  divergence<double>(handle);
  divergence<__mt_bfloat16>(handle);
  errors(handle);
  return CHECK_RESULT();
}
