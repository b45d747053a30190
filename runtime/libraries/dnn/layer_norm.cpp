//===- libraries/dnn/layer_norm.cpp - norms of the parts of a tensor ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LayerNorm, RMSNorm and GroupNorm. oneDNN's norms are over one dimension and have no inverse
// deviation.
//===----------------------------------------------------------------------===//
#include "call.h"
#include "elements.h"
#include "mudnn_nn.h"
#include "partial_sums.h"

#include <cmath>

namespace musaport::dnn {
namespace {

/// How many dimensions are in front of those that are normalized, which are the last ones.
int outerRank(const View &input, const std::vector<int> &axes) {
  require(!axes.empty());
  std::vector<bool> isNormalized(input.rank());
  for (int axis : axes) {
    const int dim = axis < 0 ? axis + input.rank() : axis;
    require(dim >= 0 && dim < input.rank() && !isNormalized[dim]);
    isNormalized[dim] = true;
  }
  const int outer = input.rank() - static_cast<int>(axes.size());
  for (int i = outer; i < input.rank(); ++i)
    requireSupport(isNormalized[i]);
  return outer;
}

void requireReals(std::initializer_list<const View *> views) {
  for (const View *view : views)
    requireSupport(!view->isThere() || !isInteger(view->type));
}

/// A number for each part; sizes of 1 for the dimensions of a part may be there or not.
View numberPerPart(const View &view, const Dims &outer) {
  if (!view.isThere())
    return view;
  const int rank = static_cast<int>(outer.size());
  require(view.rank() >= rank);
  const View result = part(view, 0, rank);
  require(result.dims == outer && part(view, rank, view.rank()).count() == 1);
  return result;
}

template <typename C> std::vector<C> loadOr(const View &view, int64_t count, C other) {
  return view.isThere() ? loadAll<C>(view) : std::vector<C>(count, other);
}

void put(const View &numbers, const Dims &index, double value) {
  if (numbers.isThere())
    storeOne(numbers, offsetOf(index, numbers.strides), value);
}

/// The mean, and one divided by the deviation, or by the root of the mean of squares.
struct Moments {
  double mean = 0;
  double inverse = 0;
};

template <typename C> Moments momentsOf(const std::vector<C> &x, double epsilon, bool isCentered) {
  Moments moments;
  const auto count = static_cast<double>(x.size());
  const int64_t size = static_cast<int64_t>(x.size());
  if (isCentered)
    moments.mean = sumOf(size, [&](int64_t i) { return x[i]; }) / count;
  const double squares = sumOf(size, [&](int64_t i) {
    const double difference = x[i] - moments.mean;
    return difference * difference;
  });
  moments.inverse = 1 / std::sqrt(squares / count + epsilon);
  return moments;
}

struct Norm {
  View output, mean, inverse, input, gamma, beta;
  int outer = 0;
  double epsilon = 0;
  bool isCentered = true;
};

template <typename C> void forward(const Norm &norm) {
  const int64_t size = part(norm.input, norm.outer, norm.input.rank()).count();
  const auto gamma = loadOr<C>(norm.gamma, size, 1);
  const auto beta = loadOr<C>(norm.beta, size, 0);
  std::vector<C> x(size);
  forEachIndex(part(norm.input, 0, norm.outer).dims, [&](const Dims &index) {
    loadAll(at(norm.input, index), x.data());
    const Moments moments = momentsOf(x, norm.epsilon, norm.isCentered);
    for (int64_t i = 0; i < size; ++i)
      x[i] = static_cast<C>((x[i] - moments.mean) * moments.inverse * gamma[i] + beta[i]);
    storeAll(at(norm.output, index), x.data());
    put(norm.mean, index, moments.mean);
    put(norm.inverse, index, moments.inverse);
  });
}

Work planForward(Norm norm, const std::vector<int> &axes) {
  norm.outer = outerRank(norm.input, axes);
  requireReals({&norm.output, &norm.mean, &norm.inverse, &norm.input, &norm.gamma, &norm.beta});
  require(norm.output.dims == norm.input.dims);
  const Dims outer = part(norm.input, 0, norm.outer).dims;
  const Dims inner = part(norm.input, norm.outer, norm.input.rank()).dims;
  for (View *view : {&norm.gamma, &norm.beta})
    require(!view->isThere() || view->dims == inner);
  norm.mean = numberPerPart(norm.mean, outer);
  norm.inverse = numberPerPart(norm.inverse, outer);
  if (norm.input.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({norm.input.type}), [&](auto zero) { forward<decltype(zero)>(norm); });
  };
}

struct NormGradient {
  View inputGradient, gammaGradient, betaGradient;
  View outputGradient, input, mean, inverse, gamma;
  int outer = 0;
  bool isCentered = true;
};

template <typename C> void backward(const NormGradient &norm) {
  const int64_t size = part(norm.input, norm.outer, norm.input.rank()).count();
  const auto gamma = loadOr<C>(norm.gamma, size, 1);
  std::vector<C> x(size);
  std::vector<C> dy(size);
  std::vector<double> gammaGradient(size);
  std::vector<double> betaGradient(size);
  forEachIndex(part(norm.input, 0, norm.outer).dims, [&](const Dims &index) {
    loadAll(at(norm.input, index), x.data());
    loadAll(at(norm.outputGradient, index), dy.data());
    const C mean = norm.isCentered ? loadOne<C>(norm.mean, offsetOf(index, norm.mean.strides)) : 0;
    const C inverse = loadOne<C>(norm.inverse, offsetOf(index, norm.inverse.strides));
    for (int64_t i = 0; i < size; ++i) {
      x[i] = (x[i] - mean) * inverse; // what is multiplied by gamma
      gammaGradient[i] += static_cast<double>(dy[i]) * x[i];
      betaGradient[i] += dy[i];
      dy[i] *= gamma[i];
    }
    const double sum = sumOf(size, [&](int64_t i) { return dy[i]; });
    const double product =
        sumOf(size, [&](int64_t i) { return static_cast<double>(dy[i]) * x[i]; });
    const C meanSum = norm.isCentered ? static_cast<C>(sum / static_cast<double>(size)) : 0;
    const C meanProduct = static_cast<C>(product / static_cast<double>(size));
    for (int64_t i = 0; i < size; ++i)
      x[i] = inverse * (dy[i] - meanSum - x[i] * meanProduct);
    storeAll(at(norm.inputGradient, index), x.data());
  });
  if (norm.gammaGradient.isThere())
    storeAll(norm.gammaGradient, gammaGradient.data());
  if (norm.betaGradient.isThere())
    storeAll(norm.betaGradient, betaGradient.data());
}

Work planBackward(NormGradient norm, const std::vector<int> &axes) {
  norm.outer = outerRank(norm.input, axes);
  requireReals({&norm.inputGradient, &norm.gammaGradient, &norm.betaGradient, &norm.outputGradient,
                &norm.input, &norm.mean, &norm.inverse, &norm.gamma});
  require(norm.outputGradient.dims == norm.input.dims &&
          norm.inputGradient.dims == norm.input.dims);
  const Dims outer = part(norm.input, 0, norm.outer).dims;
  const Dims inner = part(norm.input, norm.outer, norm.input.rank()).dims;
  for (View *view : {&norm.gamma, &norm.gammaGradient, &norm.betaGradient})
    require(!view->isThere() || view->dims == inner);
  if (norm.input.count() == 0)
    return [=] {
      clear(norm.gammaGradient);
      clear(norm.betaGradient);
    };
  require(norm.inverse.isThere() && (norm.mean.isThere() || !norm.isCentered));
  norm.mean = numberPerPart(norm.mean, outer);
  norm.inverse = numberPerPart(norm.inverse, outer);
  return [=] {
    withReals(computationOf({norm.input.type}), [&](auto zero) { backward<decltype(zero)>(norm); });
  };
}

/// The channels in the second place, as [groups, channels of one, the rest...].
View grouped(const View &view, int axis, int64_t groups) {
  const int rank = view.rank();
  const int channel = axis < 0 ? axis + rank : axis;
  require(rank >= 2 && channel >= 1 && channel < rank);
  std::vector<int> order = {0, channel};
  for (int i = 1; i < rank; ++i)
    if (i != channel)
      order.push_back(i);
  View result = permuted(view, order);
  require(groups > 0 && result.dims[1] % groups == 0);
  result.dims[1] /= groups;
  result.dims.insert(result.dims.begin() + 1, groups);
  result.strides.insert(result.strides.begin() + 1, result.strides[1] * result.dims[2]);
  return result;
}

template <typename C> void forwardGroups(const Norm &norm) {
  const int64_t channels = norm.input.dims[2];
  const int64_t size = part(norm.input, 2, norm.input.rank()).count();
  const int64_t rest = size / channels;
  const auto gamma = loadOr<C>(norm.gamma, norm.input.dims[1] * channels, 1);
  const auto beta = loadOr<C>(norm.beta, norm.input.dims[1] * channels, 0);
  std::vector<C> x(size);
  forEachIndex(part(norm.input, 0, 2).dims, [&](const Dims &index) {
    loadAll(at(norm.input, index), x.data());
    const Moments moments = momentsOf(x, norm.epsilon, true);
    for (int64_t c = 0; c < channels; ++c) {
      const double factor = moments.inverse * gamma[index[1] * channels + c];
      const double plus = beta[index[1] * channels + c];
      C *of = x.data() + c * rest;
      for (int64_t i = 0; i < rest; ++i)
        of[i] = static_cast<C>((of[i] - moments.mean) * factor + plus);
    }
    storeAll(at(norm.output, index), x.data());
    put(norm.mean, index, moments.mean);
    put(norm.inverse, index, moments.inverse);
  });
}

Work planGroups(Norm norm, int axis, int64_t groups) {
  requireReals({&norm.output, &norm.mean, &norm.inverse, &norm.input, &norm.gamma, &norm.beta});
  require(norm.output.dims == norm.input.dims);
  norm.input = grouped(norm.input, axis, groups);
  norm.output = grouped(norm.output, axis, groups);
  const Dims outer = part(norm.input, 0, 2).dims;
  norm.mean = numberPerPart(norm.mean, outer);
  norm.inverse = numberPerPart(norm.inverse, outer);
  for (View *view : {&norm.gamma, &norm.beta})
    require(!view->isThere() || view->dims == Dims{groups * norm.input.dims[2]});
  if (norm.input.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({norm.input.type}),
              [&](auto zero) { forwardGroups<decltype(zero)>(norm); });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status LayerNorm::SetAxis(int count, const int *numbers) {
  if (count < 1 || numbers == nullptr)
    return Status::INVALID_PARAMETER;
  axes.assign(numbers, numbers + count);
  return Status::SUCCESS;
}
Status LayerNorm::SetAxis(std::initializer_list<int> numbers) {
  return SetAxis(static_cast<int>(numbers.size()), numbers.begin());
}
Status LayerNorm::SetEpsilon(double value) {
  epsilon = value;
  return value >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status LayerNorm::SetVarMode(VarMode) { return Status::SUCCESS; }

Status LayerNorm::Run(Handle &handle, Tensor &output, Tensor &mean, Tensor &inverseDeviation,
                      const Tensor &input, const Tensor &gamma, const Tensor &beta,
                      const MemoryMaintainer &) const {
  return call("LayerNorm::Run", handle, {&output, &mean, &inverseDeviation, &input, &gamma, &beta},
              [&] {
                return planForward({viewOf(output), optional(mean), optional(inverseDeviation),
                                    viewOf(input), optional(gamma), optional(beta), 0, epsilon},
                                   axes);
              });
}

Status LayerNorm::RunBwd(Handle &handle, Tensor &inputGradient, Tensor &gammaGradient,
                         Tensor &betaGradient, const Tensor &outputGradient, const Tensor &input,
                         const Tensor &mean, const Tensor &inverseDeviation, const Tensor &gamma,
                         const MemoryMaintainer &) const {
  return call("LayerNorm::RunBwd", handle,
              {&inputGradient, &gammaGradient, &betaGradient, &outputGradient, &input, &mean,
               &inverseDeviation, &gamma},
              [&] {
                return planBackward({viewOf(inputGradient), optional(gammaGradient),
                                     optional(betaGradient), viewOf(outputGradient), viewOf(input),
                                     optional(mean), optional(inverseDeviation), optional(gamma)},
                                    axes);
              });
}

Status RMSNorm::SetAxis(int count, const int *numbers) {
  if (count < 1 || numbers == nullptr)
    return Status::INVALID_PARAMETER;
  axes.assign(numbers, numbers + count);
  return Status::SUCCESS;
}
Status RMSNorm::SetAxis(std::initializer_list<int> numbers) {
  return SetAxis(static_cast<int>(numbers.size()), numbers.begin());
}
Status RMSNorm::SetEpsilon(double value) {
  epsilon = value;
  return value >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}

Status RMSNorm::Run(Handle &handle, Tensor &output, Tensor &inverseRoot, const Tensor &input,
                    const Tensor &gamma, const MemoryMaintainer &) const {
  return call("RMSNorm::Run", handle, {&output, &inverseRoot, &input, &gamma}, [&] {
    return planForward({viewOf(output),
                        {},
                        optional(inverseRoot),
                        viewOf(input),
                        optional(gamma),
                        {},
                        0,
                        epsilon,
                        false},
                       axes);
  });
}

Status RMSNorm::RunBwd(Handle &handle, Tensor &inputGradient, Tensor &gammaGradient,
                       const Tensor &outputGradient, const Tensor &input, const Tensor &inverseRoot,
                       const Tensor &gamma, const MemoryMaintainer &) const {
  return call("RMSNorm::RunBwd", handle,
              {&inputGradient, &gammaGradient, &outputGradient, &input, &inverseRoot, &gamma}, [&] {
                return planBackward({viewOf(inputGradient),
                                     optional(gammaGradient),
                                     {},
                                     viewOf(outputGradient),
                                     viewOf(input),
                                     {},
                                     optional(inverseRoot),
                                     optional(gamma),
                                     0,
                                     false},
                                    axes);
              });
}

Status GroupNorm::SetAxis(int number) {
  axis = number;
  return Status::SUCCESS;
}
Status GroupNorm::SetGroup(int count) {
  groups = count;
  return count > 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status GroupNorm::SetEpsilon(double value) {
  epsilon = value;
  return value >= 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}

Status GroupNorm::Run(Handle &handle, Tensor &output, Tensor &mean, Tensor &inverseDeviation,
                      const Tensor &input, const Tensor &gamma, const Tensor &beta,
                      const MemoryMaintainer &) const {
  return call("GroupNorm::Run", handle, {&output, &mean, &inverseDeviation, &input, &gamma, &beta},
              [&] {
                return planGroups({viewOf(output), optional(mean), optional(inverseDeviation),
                                   viewOf(input), optional(gamma), optional(beta), 0, epsilon},
                                  axis, groups);
              });
}

} // namespace musa::dnn
