//===- libraries/dnn/batch_norm.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "elements.h"
#include "mudnn_nn.h"
#include "onednn.h"

#include <cmath>

namespace musaport::dnn {
namespace {

using Flags = dnnl::normalization_flags;

bool haveSameLayout(const View &a, const View &b) {
  return a.type == b.type && a.strides == b.strides;
}

/// [batch, channels, spatial...].
View pictures(const View &view) {
  View result = channelsFirst(view);
  require(result.rank() >= 2 && result.rank() <= 5);
  return result;
}

/// A number a channel, or nothing.
void requireChannels(std::initializer_list<const View *> views, int64_t channels) {
  for (const View *view : views)
    require(!view->isThere() || view->count() == channels);
  requireFloats(views);
}

std::vector<float> loadOr(const View &view, int64_t count, float other) {
  return view.isThere() ? loadAll<float>(view) : std::vector<float>(count, other);
}

dnnl::memory vectorMemory(std::vector<float> &values) {
  const auto count = static_cast<int64_t>(values.size());
  return {{{count}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a},
          engine(),
          values.data()};
}

void storeIfThere(const View &view, const std::vector<float> &values) {
  if (view.isThere())
    storeAll(view, values.data());
}

/// running += momentum (batch - running)
void moveTo(const View &running, const std::vector<float> &batch, double momentum, double factor) {
  if (!running.isThere())
    return;
  auto values = loadAll<float>(running);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>((1 - momentum) * values[i] + momentum * factor * batch[i]);
  storeAll(running, values.data());
}

struct Statistics {
  View mean, variance;                   ///< that are given; or running ones
  View batchMean, batchInverseDeviation; ///< results
  double momentum = 0;
};

Work planForward(const View &output, const View &input, const Statistics &statistics,
                 const View &gamma, const View &beta, double epsilon, bool usesGiven) {
  const View x = pictures(input);
  const View y = pictures(output);
  require(x.dims == y.dims);
  const int64_t channels = x.dims[1];
  requireFloats({&x, &y});
  requireChannels({&statistics.mean, &statistics.variance, &statistics.batchMean,
                   &statistics.batchInverseDeviation, &gamma, &beta},
                  channels);
  require(!usesGiven || (statistics.mean.isThere() && statistics.variance.isThere()));
  if (x.count() == 0)
    return {};
  const bool inOrder = !haveSameLayout(x, y);
  const Operand from(x, inOrder);
  const Operand to(y, inOrder);
  const Flags flags = Flags::use_scale | Flags::use_shift;
  const Primitive primitive(dnnl::batch_normalization_forward::primitive_desc(
      engine(), usesGiven ? dnnl::prop_kind::forward_inference : dnnl::prop_kind::forward_training,
      from.descriptor, to.descriptor, static_cast<float>(epsilon),
      usesGiven ? flags | Flags::use_global_stats : flags, attributes()));
  return [=] {
    Buffer source(from, Buffer::Use::input);
    Buffer result(to, Buffer::Use::output);
    std::vector<float> mean(channels);
    std::vector<float> variance(channels);
    if (usesGiven) {
      mean = loadAll<float>(statistics.mean);
      variance = loadAll<float>(statistics.variance);
    }
    auto scale = loadOr(gamma, channels, 1);
    auto shift = loadOr(beta, channels, 0);
    primitive.run({{DNNL_ARG_SRC, source.memory()},
                   {DNNL_ARG_DST, result.memory()},
                   {DNNL_ARG_MEAN, vectorMemory(mean)},
                   {DNNL_ARG_VARIANCE, vectorMemory(variance)},
                   {DNNL_ARG_SCALE, vectorMemory(scale)},
                   {DNNL_ARG_SHIFT, vectorMemory(shift)}});
    result.put();
    if (usesGiven)
      return;
    // The running variance is that of the population, of which the batch is a sample.
    const int64_t shared = x.count() / channels;
    const auto count = static_cast<double>(shared);
    moveTo(statistics.mean, mean, statistics.momentum, 1);
    moveTo(statistics.variance, variance, statistics.momentum, count / std::max(count - 1, 1.0));
    storeIfThere(statistics.batchMean, mean);
    for (float &value : variance)
      value = static_cast<float>(1 / std::sqrt(value + epsilon));
    storeIfThere(statistics.batchInverseDeviation, variance);
  };
}

struct Gradients {
  View input, mean, variance, gamma, beta;
};

Work planBackward(const Gradients &to, const View &input, const View &outputGradient,
                  const View &mean, const View &inverseDeviation, const View &gamma,
                  bool isTraining) {
  const View x = pictures(input);
  const View dx = pictures(to.input);
  const View dy = pictures(outputGradient);
  require(x.dims == dx.dims && x.dims == dy.dims);
  const int64_t channels = x.dims[1];
  requireFloats({&x, &dx, &dy});
  requireChannels({&to.mean, &to.variance, &to.gamma, &to.beta, &mean, &inverseDeviation, &gamma},
                  channels);
  if (x.count() == 0)
    return [=] {
      for (const View *view : {&to.mean, &to.variance, &to.gamma, &to.beta})
        clear(*view);
    };
  require(mean.isThere() && inverseDeviation.isThere());
  const bool inOrder = !haveSameLayout(x, dx) || !haveSameLayout(x, dy);
  const Operand source(x, inOrder);
  const Operand result(dx, inOrder);
  const Operand gradient(dy, inOrder);
  // The deviation is given with its epsilon in it.
  const Flags flags = isTraining ? Flags::use_scale | Flags::use_shift
                                 : Flags::use_scale | Flags::use_shift | Flags::use_global_stats;
  const dnnl::batch_normalization_forward::primitive_desc forward(
      engine(), dnnl::prop_kind::forward_training, source.descriptor, source.descriptor, 0.0F,
      flags, attributes());
  const Primitive primitive(dnnl::batch_normalization_backward::primitive_desc(
      engine(), dnnl::prop_kind::backward, result.descriptor, gradient.descriptor,
      source.descriptor, 0.0F, flags, forward, attributes()));
  return [=] {
    Buffer from(source, Buffer::Use::input);
    Buffer by(gradient, Buffer::Use::input);
    Buffer out(result, Buffer::Use::output);
    auto means = loadAll<float>(mean);
    auto inverse = loadAll<float>(inverseDeviation);
    auto scale = loadOr(gamma, channels, 1);
    std::vector<float> variance(channels);
    for (int64_t i = 0; i < channels; ++i)
      variance[i] = 1 / (inverse[i] * inverse[i]);
    std::vector<float> scaleGradient(channels);
    std::vector<float> shiftGradient(channels);
    primitive.run({{DNNL_ARG_SRC, from.memory()},
                   {DNNL_ARG_DIFF_DST, by.memory()},
                   {DNNL_ARG_DIFF_SRC, out.memory()},
                   {DNNL_ARG_MEAN, vectorMemory(means)},
                   {DNNL_ARG_VARIANCE, vectorMemory(variance)},
                   {DNNL_ARG_SCALE, vectorMemory(scale)},
                   {DNNL_ARG_DIFF_SCALE, vectorMemory(scaleGradient)},
                   {DNNL_ARG_DIFF_SHIFT, vectorMemory(shiftGradient)}});
    out.put();
    storeIfThere(to.gamma, scaleGradient);
    storeIfThere(to.beta, shiftGradient);
    for (int64_t i = 0; i < channels; ++i) { // of the mean and the variance as if they were given
      shiftGradient[i] *= -scale[i] * inverse[i];
      scaleGradient[i] *= -scale[i] * inverse[i] * inverse[i] / 2;
    }
    storeIfThere(to.mean, shiftGradient);
    storeIfThere(to.variance, scaleGradient);
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status BatchNorm::SetMode(Mode value) {
  mode = value;
  return value == Mode::PER_CHANNEL || value == Mode::PER_ACTIVATION ? Status::SUCCESS
                                                                     : Status::INVALID_PARAMETER;
}
Status BatchNorm::SetEpsilon(double value) {
  epsilon = value;
  return value >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status BatchNorm::SetTraining(bool value) {
  isTraining = value;
  return Status::SUCCESS;
}

Status BatchNorm::RunPure(Handle &handle, Tensor &output, const Tensor &input, const Tensor &mean,
                          const Tensor &variance, const Tensor &gamma, const Tensor &beta) const {
  return call("BatchNorm::RunPure", handle, {&output, &input, &mean, &variance, &gamma, &beta},
              [&] {
                requireSupport(mode == Mode::PER_CHANNEL);
                return planForward(viewOf(output), viewOf(input),
                                   {optional(mean), optional(variance), {}, {}}, optional(gamma),
                                   optional(beta), epsilon, true);
              });
}

Status BatchNorm::RunComposite(Handle &handle, Tensor &output, const Tensor &input,
                               Tensor &runningMean, Tensor &runningVariance, Tensor &mean,
                               Tensor &inverseDeviation, const Tensor &gamma, const Tensor &beta,
                               double momentum, const MemoryMaintainer &) const {
  return call(
      "BatchNorm::RunComposite", handle,
      {&output, &input, &runningMean, &runningVariance, &mean, &inverseDeviation, &gamma, &beta},
      [&] {
        requireSupport(mode == Mode::PER_CHANNEL);
        return planForward(viewOf(output), viewOf(input),
                           {optional(runningMean), optional(runningVariance), optional(mean),
                            optional(inverseDeviation), momentum},
                           optional(gamma), optional(beta), epsilon, false);
      });
}

Status BatchNorm::RunBwd(Handle &handle, Tensor &inputGradient, Tensor &meanGradient,
                         Tensor &varianceGradient, Tensor &gammaGradient, Tensor &betaGradient,
                         const Tensor &input, const Tensor &outputGradient, const Tensor &mean,
                         const Tensor &inverseDeviation, const Tensor &gamma,
                         const MemoryMaintainer &) const {
  return call("BatchNorm::RunBwd", handle,
              {&inputGradient, &meanGradient, &varianceGradient, &gammaGradient, &betaGradient,
               &input, &outputGradient, &mean, &inverseDeviation, &gamma},
              [&] {
                requireSupport(mode == Mode::PER_CHANNEL);
                return planBackward({viewOf(inputGradient), optional(meanGradient),
                                     optional(varianceGradient), optional(gammaGradient),
                                     optional(betaGradient)},
                                    viewOf(input), viewOf(outputGradient), optional(mean),
                                    optional(inverseDeviation), optional(gamma), isTraining);
              });
}

} // namespace musa::dnn
