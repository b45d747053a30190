//===- libraries/dnn/losses.cpp - losses of classes and distributions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call.h"
#include "elements.h"
#include "mudnn_nn.h"

#include <cmath>

namespace musaport::dnn {
namespace {

enum class Reduction { none, mean, sum };

template <typename Mode> Reduction reductionOf(Mode mode) {
  require(mode >= Mode::NONE && mode <= Mode::SUM);
  return static_cast<Reduction>(mode);
}

/// How the classes of a loss count.
struct Classes {
  Reduction reduction = Reduction::mean;
  int64_t ignored = -100;
  double smoothing = 0;
  bool hasSoftmax = false;
  View weight; ///< optional
};

/// Inputs with the classes behind all others, and the targets.
struct Samples {
  View input, target;

  int64_t classes() const { return input.dims.back(); }
};

/// [batch, classes, ...] or [classes], and [batch, ...] or one number.
Samples samplesOf(const View &input, const View &target) {
  require(input.rank() >= 1 &&
          (target.type == Type::INT64 || target.type == Type::INT32 || target.type == Type::UINT8));
  requireSupport(!isInteger(input.type));
  std::vector<int> order;
  const int classes = input.rank() == 1 ? 0 : 1;
  for (int i = 0; i < input.rank(); ++i)
    if (i != classes)
      order.push_back(i);
  order.push_back(classes);
  Samples samples{permuted(input, order), target};
  const Dims dims(samples.input.dims.begin(), samples.input.dims.end() - 1);
  if (target.dims == Dims{1} && dims.empty()) {
    samples.target.dims.clear();
    samples.target.strides.clear();
  }
  require(samples.target.dims == dims && samples.classes() > 0);
  return samples;
}

std::vector<double> weightsOf(const Classes &settings, int64_t classes) {
  return settings.weight.isThere() ? loadAll<double>(settings.weight)
                                   : std::vector<double>(classes, 1);
}

void requireWeight(const View &weight, int64_t classes) {
  require(!weight.isThere() || (weight.count() == classes && !isInteger(weight.type)));
}

/// In place.
void logSoftmax(std::vector<double> &x) {
  const double largest = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double e : x)
    sum += std::exp(e - largest);
  for (double &e : x)
    e -= largest + std::log(sum);
}

/// Calls `body(index, class)` for each sample that counts; a class outside does not.
template <typename Body>
void forEachSample(const Classes &settings, const Samples &samples, Body body) {
  forEachIndex(samples.target.dims, [&](const Dims &index) {
    const auto label = loadOne<int64_t>(samples.target, offsetOf(index, samples.target.strides));
    if (label != settings.ignored && label >= 0 && label < samples.classes())
      body(index, label);
  });
}

/// The loss of a sample of these logarithms.
double lossOf(const Classes &settings, const std::vector<double> &weights,
              const std::vector<double> &logs, int64_t label) {
  double loss = -(1 - settings.smoothing) * weights[label] * logs[label];
  if (settings.smoothing != 0)
    for (size_t i = 0; i < logs.size(); ++i)
      loss -= settings.smoothing / static_cast<double>(logs.size()) * weights[i] * logs[i];
  return loss;
}

void forward(const Classes &settings, const View &output, const View &totalWeight,
             const Samples &samples) {
  const std::vector<double> weights = weightsOf(settings, samples.classes());
  double sum = 0;
  double total = 0;
  if (settings.reduction == Reduction::none)
    forEachIndex(output.dims, [&](const Dims &index) {
      storeOne(output, offsetOf(index, output.strides), 0.0);
    });
  forEachSample(settings, samples, [&](const Dims &index, int64_t label) {
    auto logs = loadAll<double>(at(samples.input, index));
    if (settings.hasSoftmax)
      logSoftmax(logs);
    const double loss = lossOf(settings, weights, logs, label);
    total += weights[label];
    sum += loss;
    if (settings.reduction == Reduction::none)
      storeOne(output, offsetOf(index, output.strides), loss);
  });
  if (settings.reduction != Reduction::none)
    storeOne(output, 0, settings.reduction == Reduction::mean ? sum / total : sum);
  if (totalWeight.isThere())
    storeOne(totalWeight, 0, total);
}

Work planForward(const Classes &settings, const View &output, const View &totalWeight,
                 const View &input, const View &target) {
  const Samples samples = samplesOf(input, target);
  requireWeight(settings.weight, samples.classes());
  require(settings.reduction == Reduction::none ? output.dims == samples.target.dims
                                                : output.count() == 1);
  require(!totalWeight.isThere() || totalWeight.count() == 1);
  return [=] { forward(settings, output, totalWeight, samples); };
}

/// The sum of the weights of the samples, as the forward pass has it.
double totalOf(const Classes &settings, const View &given, const Samples &samples) {
  if (given.isThere())
    return loadOne<double>(given, 0);
  const std::vector<double> weights = weightsOf(settings, samples.classes());
  double total = 0;
  forEachSample(settings, samples, [&](const Dims &, int64_t label) { total += weights[label]; });
  return total;
}

/// `gradient` has the layout of `samples.input`, which a loss without a softmax does not read.
void backward(const Classes &settings, const View &gradient, const View &outputGradient,
              const View &totalWeight, const Samples &samples) {
  const int64_t classes = samples.classes();
  const std::vector<double> weights = weightsOf(settings, classes);
  const double total =
      settings.reduction == Reduction::mean ? totalOf(settings, totalWeight, samples) : 1;
  const std::vector<double> zeros(classes);
  forEachIndex(samples.target.dims,
               [&](const Dims &index) { storeAll(at(gradient, index), zeros.data()); });
  forEachSample(settings, samples, [&](const Dims &index, int64_t label) {
    const double by = settings.reduction == Reduction::none
                          ? loadOne<double>(outputGradient, offsetOf(index, outputGradient.strides))
                          : loadOne<double>(outputGradient, 0) / total;
    std::vector<double> slopes(classes); // of the logarithms
    double sum = 0;
    for (int64_t i = 0; i < classes; ++i) {
      slopes[i] = -settings.smoothing / static_cast<double>(classes) * weights[i];
      if (i == label)
        slopes[i] -= (1 - settings.smoothing) * weights[i];
      sum += slopes[i];
    }
    if (settings.hasSoftmax) {
      auto logs = loadAll<double>(at(samples.input, index));
      logSoftmax(logs);
      for (int64_t i = 0; i < classes; ++i)
        slopes[i] -= std::exp(logs[i]) * sum;
    }
    for (double &slope : slopes)
      slope *= by;
    storeAll(at(gradient, index), slopes.data());
  });
}

Work planBackward(const Classes &settings, const View &inputGradient, const View &input,
                  const View &outputGradient, const View &totalWeight, const View &target) {
  require(input.dims == inputGradient.dims);
  const Samples samples = samplesOf(input, target);
  const Samples to = samplesOf(inputGradient, target);
  requireWeight(settings.weight, samples.classes());
  require(settings.reduction == Reduction::none ? outputGradient.dims == samples.target.dims
                                                : outputGradient.count() == 1);
  return [=] { backward(settings, to.input, outputGradient, totalWeight, samples); };
}

/// A target of 0 adds nothing.
double divergence(double input, double target, bool isLogTarget) {
  if (isLogTarget)
    return std::exp(target) * (target - input);
  return target <= 0 ? 0 : target * (std::log(target) - input);
}

void requireSameReals(const View &input, const View &target) {
  requireSupport(!isInteger(input.type) && !isInteger(target.type));
  require(input.dims == target.dims);
}

Work planDivergence(Reduction reduction, bool isLogTarget, const View &output, const View &input,
                    const View &target) {
  requireSameReals(input, target);
  require(reduction == Reduction::none ? output.dims == input.dims : output.count() == 1);
  return [=] {
    double sum = 0;
    forEachIndex(input.dims, [&](const Dims &index) {
      const double loss =
          divergence(loadOne<double>(input, offsetOf(index, input.strides)),
                     loadOne<double>(target, offsetOf(index, target.strides)), isLogTarget);
      sum += loss;
      if (reduction == Reduction::none)
        storeOne(output, offsetOf(index, output.strides), loss);
    });
    if (reduction != Reduction::none)
      storeOne(output, 0,
               reduction == Reduction::mean ? sum / static_cast<double>(input.count()) : sum);
  };
}

Work planDivergenceGradient(Reduction reduction, bool isLogTarget, const View &inputGradient,
                            const View &outputGradient, const View &target) {
  requireSameReals(inputGradient, target);
  require(reduction == Reduction::none ? outputGradient.dims == target.dims
                                       : outputGradient.count() == 1);
  if (target.count() == 0)
    return {};
  const View gradient =
      reduction == Reduction::none ? outputGradient : broadcast(outputGradient, target.dims);
  const double by = reduction == Reduction::mean ? 1 / static_cast<double>(target.count()) : 1;
  return [=] {
    forEachIndex(target.dims, [&](const Dims &index) {
      const auto value = loadOne<double>(target, offsetOf(index, target.strides));
      const double slope = isLogTarget ? std::exp(value) : std::max(value, 0.0);
      storeOne(inputGradient, offsetOf(index, inputGradient.strides),
               -slope * by * loadOne<double>(gradient, offsetOf(index, gradient.strides)));
    });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status NLLLoss::SetReductionMode(Mode value) {
  mode = value;
  return checked([&] { reductionOf(value); });
}
Status NLLLoss::SetIgnoreIndex(int64_t value) {
  ignored = value;
  return Status::SUCCESS;
}
Status NLLLoss::Run(Handle &handle, Tensor &output, Tensor &totalWeight, const Tensor &input,
                    const Tensor &target, const Tensor &weight, const MemoryMaintainer &) const {
  return call("NLLLoss::Run", handle, {&output, &totalWeight, &input, &target, &weight}, [&] {
    return planForward({reductionOf(mode), ignored, 0, false, optional(weight)}, viewOf(output),
                       optional(totalWeight), viewOf(input), viewOf(target));
  });
}
Status NLLLoss::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                       const Tensor &target, const Tensor &weight, const Tensor &totalWeight,
                       const MemoryMaintainer &) const {
  return call("NLLLoss::RunBwd", handle,
              {&inputGradient, &outputGradient, &target, &weight, &totalWeight}, [&] {
                return planBackward({reductionOf(mode), ignored, 0, false, optional(weight)},
                                    viewOf(inputGradient), viewOf(inputGradient),
                                    viewOf(outputGradient), optional(totalWeight), viewOf(target));
              });
}

Status CrossEntropyLoss::SetReductionMode(ReductionMode value) {
  mode = value;
  return checked([&] { reductionOf(value); });
}
Status CrossEntropyLoss::SetIgnoreIndex(int64_t value) {
  ignored = value;
  return Status::SUCCESS;
}
Status CrossEntropyLoss::SetLabelSmoothing(double value) {
  smoothing = value;
  return value >= 0 && value <= 1 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status CrossEntropyLoss::Run(Handle &handle, Tensor &output, const Tensor &input,
                             const Tensor &target, const Tensor &weight,
                             const MemoryMaintainer &) const {
  return call("CrossEntropyLoss::Run", handle, {&output, &input, &target, &weight}, [&] {
    return planForward({reductionOf(mode), ignored, smoothing, true, optional(weight)},
                       viewOf(output), {}, viewOf(input), viewOf(target));
  });
}
Status CrossEntropyLoss::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &input,
                                const Tensor &outputGradient, const Tensor &target,
                                const Tensor &weight, const MemoryMaintainer &) const {
  return call("CrossEntropyLoss::RunBwd", handle,
              {&inputGradient, &input, &outputGradient, &target, &weight}, [&] {
                return planBackward({reductionOf(mode), ignored, smoothing, true, optional(weight)},
                                    viewOf(inputGradient), viewOf(input), viewOf(outputGradient),
                                    {}, viewOf(target));
              });
}

Status KLDivLoss::SetReductionMode(Mode value) {
  mode = value;
  return checked([&] { reductionOf(value); });
}
Status KLDivLoss::SetLogTarget(bool value) {
  isLogTarget = value;
  return Status::SUCCESS;
}
Status KLDivLoss::Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &target,
                      const MemoryMaintainer &) const {
  return call("KLDivLoss::Run", handle, {&output, &input, &target}, [&] {
    return planDivergence(reductionOf(mode), isLogTarget, viewOf(output), viewOf(input),
                          viewOf(target));
  });
}
Status KLDivLoss::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                         const Tensor &input, const Tensor &target) const {
  return call("KLDivLoss::RunBwd", handle, {&inputGradient, &outputGradient, &input, &target}, [&] {
    return planDivergenceGradient(reductionOf(mode), isLogTarget, viewOf(inputGradient),
                                  viewOf(outputGradient), viewOf(target));
  });
}

} // namespace musa::dnn
