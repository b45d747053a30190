// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// Batch, layer, group and RMS norms, and their gradients, against plain loops.
#include "mudnn_test.h"

namespace {

constexpr double epsilon = 1e-3;

/// Which elements are normalized together, and which share a factor.
struct Layout {
  int64_t parts, factors;
  std::function<int64_t(const Dims &)> part, factor;
};

struct Reference {
  Values output, mean, variance;
  Values inputGradient, gammaGradient, betaGradient;
};

/// `isCentered`: not for RMSNorm.
Reference norm(const Dims &dims, const Layout &layout, const Values &x, const Values &dy,
               const Values &gamma, const Values &beta, bool isCentered) {
  Reference r;
  Values count(layout.parts);
  r.mean.resize(layout.parts);
  r.variance.resize(layout.parts);
  r.output.resize(x.size());
  r.inputGradient.resize(x.size());
  r.gammaGradient.resize(layout.factors);
  r.betaGradient.resize(layout.factors);
  forEach(dims, [&](const Dims &i, int64_t k) {
    count[layout.part(i)] += 1;
    r.mean[layout.part(i)] += isCentered ? x[k] : 0;
  });
  for (int64_t p = 0; p < layout.parts; ++p)
    r.mean[p] /= count[p];
  forEach(dims, [&](const Dims &i, int64_t k) {
    const int64_t p = layout.part(i);
    r.variance[p] += (x[k] - r.mean[p]) * (x[k] - r.mean[p]) / count[p];
  });
  Values sum(layout.parts), products(layout.parts);
  const auto normal = [&](const Dims &i, int64_t k) {
    const int64_t p = layout.part(i);
    return (x[k] - r.mean[p]) / std::sqrt(r.variance[p] + epsilon);
  };
  forEach(dims, [&](const Dims &i, int64_t k) {
    const int64_t p = layout.part(i), f = layout.factor(i);
    r.output[k] = normal(i, k) * gamma[f] + beta[f];
    sum[p] += isCentered ? dy[k] * gamma[f] / count[p] : 0;
    products[p] += dy[k] * gamma[f] * normal(i, k) / count[p];
    r.gammaGradient[f] += dy[k] * normal(i, k);
    r.betaGradient[f] += dy[k];
  });
  forEach(dims, [&](const Dims &i, int64_t k) {
    const int64_t p = layout.part(i), f = layout.factor(i);
    r.inputGradient[k] = (dy[k] * gamma[f] - sum[p] - normal(i, k) * products[p]) /
                         std::sqrt(r.variance[p] + epsilon);
  });
  return r;
}

Values inverse(Values variance) {
  for (double &value : variance)
    value = 1 / std::sqrt(value + epsilon);
  return variance;
}

template <typename T> void batchNorm(dnn::Handle &handle, Format format) {
  const Dims dims = {3, 4, 2, 5};
  const Dims strides = format == Format::NCHW ? Dims{} : stridesInOrder(dims, {0, 2, 3, 1});
  // A tensor in the format NHWC has its dimensions in that order.
  const auto turned = [&](const Dims &d) {
    return format == Format::NCHW ? d : Dims{d[0], d[2], d[3], d[1]};
  };
  const Values x = rounded<T>(randoms(120)), dy = rounded<T>(randoms(120)),
               gamma = rounded<float>(randoms(4)), beta = rounded<float>(randoms(4)),
               runningMean = rounded<float>(randoms(4)),
               runningVariance = rounded<float>(randoms(4, 0.5, 2));
  const auto channel = [](const Dims &i) { return i[1]; };
  const Reference r = norm(dims, {4, 4, channel, channel}, x, dy, gamma, beta, true);
  const auto tensorOf = [&](const Operand<T> &operand) {
    dnn::Tensor tensor = operand.tensor();
    if (format == Format::NHWC) {
      const Dims sizes = turned(dims), steps = turned(strides);
      CHECK_DNN(tensor.SetFormat(format));
      CHECK_DNN(tensor.SetNdInfo(4, sizes.data(), steps.data()));
    }
    return tensor;
  };
  const Operand<T> input(dims, x, strides), outputGradient(dims, dy, strides);
  const Result<T> output(dims, strides), inputGradient(dims, strides);
  const Operand<float> gammas({4}, gamma), betas({4}, beta), means({4}, runningMean),
      variances({4}, runningVariance);
  const Result<float> batchMean({4}), batchInverse({4}), gammaGradient({4}), betaGradient({4}),
      meanGradient({4}), varianceGradient({4});
  dnn::BatchNorm op;
  CHECK_DNN(op.SetEpsilon(epsilon));
  CHECK_DNN(op.SetMode(dnn::BatchNorm::Mode::PER_CHANNEL));
  dnn::Tensor out = tensorOf(output), rm = means.tensor(), rv = variances.tensor(),
              bm = batchMean.tensor(), bi = batchInverse.tensor();
  CHECK_DNN(op.SetTraining(false));
  CHECK_DNN(op.RunPure(handle, out, tensorOf(input), rm, rv, gammas.tensor(), betas.tensor()));
  Values expected(120);
  forEach(dims, [&](const Dims &i, int64_t k) {
    expected[k] =
        (x[k] - runningMean[i[1]]) / std::sqrt(runningVariance[i[1]] + epsilon) * gamma[i[1]] +
        beta[i[1]];
  });
  CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "with a given mean");

  CHECK_DNN(op.SetTraining(true));
  CHECK_DNN(op.RunComposite(handle, out, tensorOf(input), rm, rv, bm, bi, gammas.tensor(),
                            betas.tensor(), 0.25, workspaces()));
  CHECK_NEAR(output.read(), rounded<T>(r.output), tolerance<T>, "with the batch's mean");
  CHECK_NEAR(batchMean.read(), r.mean, 1e-4, "its mean");
  CHECK_NEAR(batchInverse.read(), inverse(r.variance), 1e-4, "its deviation");
  Values movedMean(4), movedVariance(4);
  for (int c = 0; c < 4; ++c) {
    movedMean[c] = 0.75 * runningMean[c] + 0.25 * r.mean[c];
    movedVariance[c] = 0.75 * runningVariance[c] + 0.25 * r.variance[c] * 30 / 29;
  }
  CHECK_NEAR(means.read(), movedMean, 1e-5, "running mean");
  CHECK_NEAR(variances.read(), movedVariance, 1e-5, "running variance");

  dnn::Tensor dx = tensorOf(inputGradient), dm = meanGradient.tensor(),
              dv = varianceGradient.tensor(), dg = gammaGradient.tensor(),
              db = betaGradient.tensor();
  CHECK_DNN(op.RunBwd(handle, dx, dm, dv, dg, db, tensorOf(input), tensorOf(outputGradient), bm, bi,
                      gammas.tensor(), workspaces()));
  CHECK_NEAR(inputGradient.read(), rounded<T>(r.inputGradient), 2 * tolerance<T>, "of the input");
  CHECK_NEAR(gammaGradient.read(), r.gammaGradient, 1e-3, "of gamma");
  CHECK_NEAR(betaGradient.read(), r.betaGradient, 1e-3, "of beta");

  // A given mean does not depend on the input. Gamma and its gradient may be missing.
  CHECK_DNN(op.SetTraining(false));
  dnn::Tensor none;
  CHECK_DNN(op.RunBwd(handle, dx, none, none, none, none, tensorOf(input), tensorOf(outputGradient),
                      bm, bi, dnn::Tensor(), workspaces()));
  const Values deviations = batchInverse.read();
  forEach(dims, [&](const Dims &i, int64_t k) { expected[k] = dy[k] * deviations[i[1]]; });
  CHECK_NEAR(inputGradient.read(), rounded<T>(expected), 2 * tolerance<T>, "with a given mean");
}

template <typename T, typename S>
void layerNorm(dnn::Handle &handle, const std::vector<int> &axes) {
  const Dims dims = {4, 3, 5};
  const Values x = rounded<T>(randoms(60)), dy = rounded<T>(randoms(60));
  const int64_t factors = axes.size() == 1 ? 5 : 15, parts = 60 / factors;
  const Dims inner = axes.size() == 1 ? Dims{5} : Dims{3, 5};
  const Dims outer = axes.size() == 1 ? Dims{4, 3, 1} : Dims{4, 1, 1};
  const Values gamma = rounded<T>(randoms(factors)), beta = rounded<T>(randoms(factors));
  const Layout layout = {parts, factors,
                         [=](const Dims &i) { return placeOf(i, {15, 5, 1}) / factors; },
                         [=](const Dims &i) { return placeOf(i, {15, 5, 1}) % factors; }};
  const Dims strides = {1, 20, 4};
  const Operand<T> input(dims, x, strides), outputGradient(dims, dy), gammas(inner, gamma),
      betas(inner, beta);
  for (bool isCentered : {true, false}) {
    const Reference r =
        norm(dims, layout, x, dy, gamma, isCentered ? beta : Values(factors), isCentered);
    const Result<T> output(dims), inputGradient(dims, strides), gammaGradient(inner),
        betaGradient(inner);
    const Result<S> mean(outer), deviation(outer);
    dnn::Tensor out = output.tensor(), m = mean.tensor(), d = deviation.tensor(),
                dx = inputGradient.tensor(), dg = gammaGradient.tensor(),
                db = betaGradient.tensor();
    if (isCentered) {
      dnn::LayerNorm op;
      CHECK_DNN(op.SetAxis(static_cast<int>(axes.size()), axes.data()));
      CHECK_DNN(op.SetEpsilon(epsilon));
      CHECK_DNN(op.SetVarMode(dnn::LayerNorm::VarMode::WELFORD));
      CHECK_DNN(
          op.Run(handle, out, m, d, input.tensor(), gammas.tensor(), betas.tensor(), workspaces()));
      CHECK_DNN(op.RunBwd(handle, dx, dg, db, outputGradient.tensor(), input.tensor(), m, d,
                          gammas.tensor(), workspaces()));
      CHECK_NEAR(mean.read(), rounded<S>(r.mean), tolerance<S>, "mean");
      CHECK_NEAR(betaGradient.read(), rounded<T>(r.betaGradient), tolerance<T>, "of beta");
    } else {
      dnn::RMSNorm op;
      CHECK_DNN(op.SetAxis(static_cast<int>(axes.size()), axes.data()));
      CHECK_DNN(op.SetEpsilon(epsilon));
      CHECK_DNN(op.Run(handle, out, d, input.tensor(), gammas.tensor()));
      CHECK_DNN(op.RunBwd(handle, dx, dg, outputGradient.tensor(), input.tensor(), d,
                          gammas.tensor(), workspaces()));
    }
    CHECK_NEAR(output.read(), rounded<T>(r.output), tolerance<T>, "forward");
    CHECK_NEAR(deviation.read(), rounded<S>(inverse(r.variance)), tolerance<S>, "deviation");
    CHECK_NEAR(inputGradient.read(), rounded<T>(r.inputGradient), 2 * tolerance<T>, "of the input");
    CHECK_NEAR(gammaGradient.read(), rounded<T>(r.gammaGradient), 2 * tolerance<T>, "of gamma");
  }
}

template <typename T> void groupNorm(dnn::Handle &handle, int axis) {
  const Dims dims = {2, 6, 3, 2}; // batch, channels, height, width
  const Values x = rounded<T>(randoms(72)), gamma = rounded<T>(randoms(6)),
               beta = rounded<T>(randoms(6));
  const Reference r = norm(
      dims,
      {6, 6, [](const Dims &i) { return i[0] * 3 + i[1] / 2; }, [](const Dims &i) { return i[1]; }},
      x, Values(72), gamma, beta, true);
  const Operand<T> input(dims, x), gammas({6}, gamma), betas({6}, beta);
  const Result<T> output(dims), mean({2, 3}), deviation({2, 3});
  dnn::Tensor in = input.tensor(), out = output.tensor(), m = mean.tensor(), d = deviation.tensor();
  if (axis == 3) // the same memory, with the channels at the end
    for (dnn::Tensor *tensor : {&in, &out})
      CHECK_DNN(tensor->SetNdInfo({2, 3, 2, 6}, {36, 2, 1, 6}));
  dnn::GroupNorm op;
  CHECK_DNN(op.SetAxis(axis));
  CHECK_DNN(op.SetGroup(3));
  CHECK_DNN(op.SetEpsilon(epsilon));
  CHECK_DNN(op.Run(handle, out, m, d, in, gammas.tensor(), betas.tensor()));
  CHECK_NEAR(output.read(), rounded<T>(r.output), tolerance<T>, "groups");
  CHECK_NEAR(mean.read(), rounded<T>(r.mean), tolerance<T>, "their means");
  CHECK_NEAR(deviation.read(), rounded<T>(inverse(r.variance)), tolerance<T>, "deviations");
}

/// No rows give no input's gradient, and parameters' gradients of 0.
void emptyBatch(dnn::Handle &handle) {
  const Operand<float> rows({0, 4, 3}, {}), numbers({0, 4, 1}, {}), three({3}, randoms(3)),
      four({4}, randoms(4));
  const Result<float> inputGradient({0, 4, 3}), gamma({3}), beta({3});
  dnn::Tensor dx = inputGradient.tensor(), dg = gamma.tensor(), db = beta.tensor();
  dnn::LayerNorm layer;
  CHECK_DNN(layer.SetAxis({2}));
  CHECK_DNN(layer.RunBwd(handle, dx, dg, db, rows.tensor(), rows.tensor(), numbers.tensor(),
                         numbers.tensor(), three.tensor(), workspaces()));
  CHECK_NEAR(gamma.read(), Values(3), 0, "layer norm's gamma");
  CHECK_NEAR(beta.read(), Values(3), 0, "layer norm's beta");

  const Result<float> root({3});
  dnn::Tensor dr = root.tensor();
  dnn::RMSNorm rms;
  CHECK_DNN(rms.SetAxis({-1}));
  CHECK_DNN(rms.RunBwd(handle, dx, dr, rows.tensor(), rows.tensor(), numbers.tensor(),
                       three.tensor(), workspaces()));
  CHECK_NEAR(root.read(), Values(3), 0, "RMS norm's gamma");

  const Result<float> mean({4}), variance({4}), scale({4}), shift({4});
  dnn::Tensor dm = mean.tensor(), dv = variance.tensor(), ds = scale.tensor(), dt = shift.tensor();
  dnn::BatchNorm batch;
  CHECK_DNN(batch.SetTraining(true));
  CHECK_DNN(batch.RunBwd(handle, dx, dm, dv, ds, dt, rows.tensor(), rows.tensor(), four.tensor(),
                         four.tensor(), four.tensor(), workspaces()));
  for (const Result<float> *result : {&mean, &variance, &scale, &shift})
    CHECK_NEAR(result->read(), Values(4), 0, "batch norm's parameters");
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({2, 3, 4}, randoms(24)), three({3}, randoms(3)), four({4}, randoms(4));
  const Result<float> output({2, 3, 4});
  dnn::Tensor out = output.tensor(), none;
  dnn::LayerNorm layer;
  const auto run = [&](const dnn::Tensor &gamma) {
    return layer.Run(handle, out, none, none, input.tensor(), gamma, dnn::Tensor());
  };
  CHECK_INVALID(run(four.tensor())); // no axis
  CHECK_DNN(layer.SetAxis({2}));
  CHECK_DNN(run(four.tensor()));
  CHECK_INVALID(run(three.tensor()));
  CHECK_DNN(layer.SetAxis({1}));
  CHECK_NOT_SUPPORTED(run(three.tensor())); // not the last one
  CHECK_DNN(layer.SetAxis({3}));
  CHECK_INVALID(run(four.tensor()));
  dnn::GroupNorm group;
  CHECK_DNN(group.SetGroup(2));
  CHECK_INVALID(group.Run(handle, out, none, none, input.tensor(), none, none));
  dnn::BatchNorm batch;
  CHECK_INVALID(batch.RunPure(handle, out, input.tensor(), none, none, none, none));
  CHECK_INVALID(
      batch.RunPure(handle, out, input.tensor(), four.tensor(), four.tensor(), none, none));
  CHECK_DNN(batch.SetMode(dnn::BatchNorm::Mode::PER_ACTIVATION));
  CHECK_NOT_SUPPORTED(
      batch.RunPure(handle, out, input.tensor(), three.tensor(), three.tensor(), none, none));
  CHECK_MUSA(musaDeviceSynchronize());
}

} // namespace

int main() {
  dnn::Handle handle;
  for (Format format : {Format::NCHW, Format::NHWC}) {
    batchNorm<float>(handle, format);
    batchNorm<__half>(handle, format);
    batchNorm<__mt_bfloat16>(handle, format);
  }
  for (const std::vector<int> &axes : {std::vector<int>{2}, {1, 2}, {-1}}) {
    layerNorm<float, float>(handle, axes);
    layerNorm<double, double>(handle, axes);
    layerNorm<__half, float>(handle, axes);
    layerNorm<__mt_bfloat16, float>(handle, axes);
  }
  groupNorm<float>(handle, 1);
  groupNorm<float>(handle, 3);
  groupNorm<__half>(handle, 1);
  emptyBatch(handle);
  errors(handle);
  return CHECK_RESULT();
}
