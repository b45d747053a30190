//===- libraries/dnn/convolution.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_nn.h"
#include "onednn.h"

#include <cmath>

namespace musaport::dnn {
namespace {

using musa::dnn::Convolution;
using Activation = Convolution::FusedActivationDesc::Mode;

struct Shape {
  Dims paddings, strides, dilations;
  int64_t groups;
};

/// The three tensors of a convolution: [batch, channels, spatial...] and, with groups, a filter
/// [groups, outputs, inputs, spatial...].
struct Tensors {
  View output, input, filter;
};

/// A filter with a dimension for the groups, which oneDNN wants.
View grouped(const View &filter, int64_t groups) {
  if (groups == 1)
    return filter;
  View result = filter;
  result.dims[0] /= groups;
  result.dims.insert(result.dims.begin(), groups);
  result.strides.insert(result.strides.begin(), filter.strides[0] * result.dims[1]);
  return result;
}

/// A gradient of the input may be larger than what the windows reach: it is 0 there.
enum class Fit { exact, larger };

Tensors tensorsOf(const Shape &shape, const View &output, const View &input, const View &filter,
                  Fit fit) {
  Tensors result{channelsFirst(output), channelsFirst(input), channelsFirst(filter)};
  const int rank = result.input.rank();
  require(rank >= 3 && rank <= 5 && result.output.rank() == rank && result.filter.rank() == rank);
  const size_t spatial = rank - 2;
  require(shape.paddings.size() == spatial && shape.groups > 0);
  requireFloats({&output, &input, &filter});
  const Dims &x = result.input.dims;
  const Dims &y = result.output.dims;
  const Dims &w = result.filter.dims;
  require(x[0] == y[0] && x[1] == w[1] * shape.groups && y[1] == w[0] && w[0] % shape.groups == 0);
  for (size_t i = 0; i < spatial; ++i) {
    require(shape.paddings[i] >= 0 && shape.strides[i] > 0 && shape.dilations[i] > 0);
    const int64_t window = shape.dilations[i] * (w[i + 2] - 1) + 1;
    const int64_t room = x[i + 2] + 2 * shape.paddings[i] - window;
    const int64_t windows = room / shape.strides[i] + 1;
    require(room >= 0 && (y[i + 2] == windows || (fit == Fit::larger && y[i + 2] < windows)));
  }
  result.filter = grouped(result.filter, shape.groups);
  return result;
}

/// How far the last window reaches into the input, before which there is padding.
int64_t reachOf(const Shape &shape, const Tensors &tensors, size_t i) {
  const size_t offset = tensors.filter.dims.size() - shape.paddings.size();
  const int64_t window = shape.dilations[i] * (tensors.filter.dims[offset + i] - 1) + 1;
  return (tensors.output.dims[i + 2] - 1) * shape.strides[i] + window - shape.paddings[i];
}

/// With the part of the input that the windows reach: oneDNN refuses much more than that.
Tensors reached(const Shape &shape, const Tensors &tensors) {
  Tensors result = tensors;
  for (size_t i = 0; i < shape.paddings.size(); ++i) {
    int64_t &size = result.input.dims[i + 2];
    size = std::clamp<int64_t>(reachOf(shape, tensors, i), 0, size);
  }
  return result;
}

/// Whether there is a product to add to a gradient.
bool hasProducts(const Tensors &tensors) {
  return tensors.input.count() != 0 && tensors.output.count() != 0 && tensors.filter.count() != 0;
}

/// oneDNN counts the elements between those of the filter.
Dims gaps(const Shape &shape) {
  Dims result;
  for (int64_t dilation : shape.dilations)
    result.push_back(dilation - 1);
  return result;
}

/// What oneDNN wants to know of the padding behind: as much as the last window needs.
Dims paddingsBehind(const Shape &shape, const Tensors &tensors) {
  Dims result;
  for (size_t i = 0; i < shape.paddings.size(); ++i)
    result.push_back(reachOf(shape, tensors, i) - tensors.input.dims[i + 2]);
  return result;
}

dnnl::convolution_forward::primitive_desc forwardOf(const Shape &shape, const Tensors &tensors,
                                                    bool isTraining) {
  const auto kind =
      isTraining ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
  return {engine(),
          kind,
          dnnl::algorithm::convolution_auto,
          Operand(tensors.input).any(),
          Operand(tensors.filter).any(),
          Operand(tensors.output).any(),
          shape.strides,
          gaps(shape),
          shape.paddings,
          paddingsBehind(shape, tensors),
          attributes()};
}

/// What RunFusion() adds.
struct Fusion {
  View bias, addend;
  Activation activation = Activation::IDENTITY;
};

float activated(Activation activation, float x) {
  switch (activation) {
  case Activation::RELU:
    return larger(x, 0.0F);
  case Activation::SILU:
    return x / (1 + std::exp(-x));
  default:
    return x;
  }
}

/// On the result as floats, before it is rounded to the tensor's type.
void finish(const Fusion &fusion, const View &result) {
  using Three = Loop<3>;
  const View none = broadcast(View{}, result.dims);
  const View &bias = fusion.bias.isThere() ? fusion.bias : none;
  const View &addend = fusion.addend.isThere() ? fusion.addend : none;
  Three({&result, &bias, &addend}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::array<float, Three::piece> x;
    std::array<float, Three::piece> other;
    load(result, at[0], strides[0], count, x.data());
    for (int k : {1, 2}) {
      const View &view = k == 1 ? fusion.bias : fusion.addend;
      if (!view.isThere())
        continue;
      load(view, at[k], strides[k], count, other.data());
      for (int64_t i = 0; i < count; ++i)
        x[i] += other[i];
    }
    for (int64_t i = 0; i < count; ++i)
      x[i] = activated(fusion.activation, x[i]);
    store(result, at[0], strides[0], count, x.data());
  });
}

/// The addend and the bias with the output's sizes, its channels in the second place.
Fusion completed(Fusion fusion, const Dims &dims) {
  requireFloats({&fusion.bias, &fusion.addend});
  if (fusion.bias.isThere()) {
    require(fusion.bias.rank() == 1 && fusion.bias.dims[0] == dims[1]);
    fusion.bias.dims.resize(dims.size() - 1, 1);
    fusion.bias.strides.resize(dims.size() - 1, 0);
    fusion.bias = broadcast(fusion.bias, dims);
  }
  if (fusion.addend.isThere()) {
    fusion.addend = channelsFirst(fusion.addend);
    require(fusion.addend.dims == dims);
  }
  return fusion;
}

Work planForward(const Shape &shape, const View &output, const View &input, const View &filter,
                 const Fusion &given) {
  const Tensors tensors = tensorsOf(shape, output, input, filter, Fit::exact);
  const Fusion fusion = completed(given, tensors.output.dims);
  if (tensors.output.count() == 0)
    return {};
  requireSupport(tensors.input.count() != 0 && tensors.filter.count() != 0);
  const auto description = forwardOf(shape, tensors, false);
  const Primitive primitive(description);
  const Operand x(tensors.input);
  const Operand w(tensors.filter);
  // What is added has to be there when the products are.
  const bool isKept =
      overlap(fusion.addend, tensors.output) || overlap(fusion.bias, tensors.output);
  const Operand y = isKept ? Operand::copied(tensors.output) : Operand(tensors.output);
  const bool isPlain = !fusion.bias.isThere() && !fusion.addend.isThere() &&
                       fusion.activation == Activation::IDENTITY;
  return [=] {
    Buffer source(x, description.src_desc(), Buffer::Use::input);
    Buffer weights(w, description.weights_desc(), Buffer::Use::input);
    Buffer result(y, description.dst_desc(), Buffer::Use::output);
    primitive.run({{DNNL_ARG_SRC, source.memory()},
                   {DNNL_ARG_WEIGHTS, weights.memory()},
                   {DNNL_ARG_DST, result.memory()}});
    if (isPlain)
      return result.put();
    result.gather();
    finish(fusion, result.floats());
    result.scatter();
  };
}

Work planBackwardData(const Shape &shape, const View &inputGradient, const View &outputGradient,
                      const View &filter) {
  const Tensors all = tensorsOf(shape, outputGradient, inputGradient, filter, Fit::larger);
  if (all.input.count() == 0)
    return {};
  const Tensors tensors = reached(shape, all);
  if (!hasProducts(tensors))
    return [to = all.input] { clear(to); };
  const dnnl::convolution_backward_data::primitive_desc description(
      engine(), dnnl::algorithm::convolution_direct, Operand(tensors.input).any(),
      Operand(tensors.filter).any(), Operand(tensors.output).any(), shape.strides, gaps(shape),
      shape.paddings, paddingsBehind(shape, tensors), forwardOf(shape, tensors, true),
      attributes());
  const Primitive primitive(description);
  const Operand dx(tensors.input);
  const Operand w(tensors.filter);
  const Operand dy(tensors.output);
  const bool isWhole = tensors.input.dims == all.input.dims;
  return [=, to = all.input] {
    if (!isWhole)
      clear(to);
    Buffer source(dy, description.diff_dst_desc(), Buffer::Use::input);
    Buffer weights(w, description.weights_desc(), Buffer::Use::input);
    Buffer result(dx, description.diff_src_desc(), Buffer::Use::output);
    primitive.run({{DNNL_ARG_DIFF_DST, source.memory()},
                   {DNNL_ARG_WEIGHTS, weights.memory()},
                   {DNNL_ARG_DIFF_SRC, result.memory()}});
    result.put();
  };
}

Work planBackwardFilter(const Shape &shape, const View &filterGradient, const View &input,
                        const View &outputGradient) {
  const Tensors tensors =
      reached(shape, tensorsOf(shape, outputGradient, input, filterGradient, Fit::larger));
  if (tensors.filter.count() == 0)
    return {};
  if (!hasProducts(tensors))
    return [to = tensors.filter] { clear(to); };
  const dnnl::convolution_backward_weights::primitive_desc description(
      engine(), dnnl::algorithm::convolution_direct, Operand(tensors.input).any(),
      Operand(tensors.filter).any(), Operand(tensors.output).any(), shape.strides, gaps(shape),
      shape.paddings, paddingsBehind(shape, tensors), forwardOf(shape, tensors, true),
      attributes());
  const Primitive primitive(description);
  const Operand x(tensors.input);
  const Operand dw(tensors.filter);
  const Operand dy(tensors.output);
  return [=] {
    Buffer source(x, description.src_desc(), Buffer::Use::input);
    Buffer gradient(dy, description.diff_dst_desc(), Buffer::Use::input);
    Buffer result(dw, description.diff_weights_desc(), Buffer::Use::output);
    primitive.run({{DNNL_ARG_SRC, source.memory()},
                   {DNNL_ARG_DIFF_DST, gradient.memory()},
                   {DNNL_ARG_DIFF_WEIGHTS, result.memory()}});
    result.put();
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Convolution::FusedActivationDesc::SetMode(Mode value) {
  mode = value;
  return value >= Mode::IDENTITY && value <= Mode::SILU ? Status::SUCCESS
                                                        : Status::INVALID_PARAMETER;
}

Status Convolution::SetNdInfo(int count, const int *padding, const int *stride,
                              const int *dilation) {
  if (count < 1 || padding == nullptr || stride == nullptr || dilation == nullptr)
    return Status::INVALID_PARAMETER;
  paddings.assign(padding, padding + count);
  strides.assign(stride, stride + count);
  dilations.assign(dilation, dilation + count);
  return Status::SUCCESS;
}
Status Convolution::SetNdInfo(std::initializer_list<int> padding, std::initializer_list<int> stride,
                              std::initializer_list<int> dilation) {
  if (padding.size() != stride.size() || padding.size() != dilation.size())
    return Status::INVALID_PARAMETER;
  return SetNdInfo(static_cast<int>(padding.size()), padding.begin(), stride.begin(),
                   dilation.begin());
}
Status Convolution::SetGroups(int count) {
  groups = count;
  return count > 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status Convolution::SetComputeMode(ComputeMode value) {
  return value >= ComputeMode::SCALAR && value <= ComputeMode::ALL ? Status::SUCCESS
                                                                   : Status::INVALID_PARAMETER;
}

Status Convolution::GetRecommendForwardAlgorithm(Handle &, Algorithm &algorithm, const Tensor &,
                                                 const Tensor &, const Tensor &) const {
  algorithm = Algorithm::IMPLICIT_GEMM;
  return Status::SUCCESS;
}
Status Convolution::GetRecommendBackwardDataAlgorithm(Handle &, AlgorithmBwdData &algorithm,
                                                      const Tensor &, const Tensor &,
                                                      const Tensor &) const {
  algorithm = AlgorithmBwdData::IMPLICIT_GEMM;
  return Status::SUCCESS;
}
Status Convolution::GetRecommendBackwardFilterAlgorithm(Handle &, AlgorithmBwdFilter &algorithm,
                                                        const Tensor &, const Tensor &,
                                                        const Tensor &) const {
  algorithm = AlgorithmBwdFilter::IMPLICIT_GEMM;
  return Status::SUCCESS;
}

Status Convolution::Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &filter,
                        Algorithm, const MemoryMaintainer &) const {
  return call("Convolution::Run", handle, {&output, &input, &filter}, [&] {
    return planForward({paddings, strides, dilations, groups}, viewOf(output), viewOf(input),
                       viewOf(filter), {});
  });
}

Status Convolution::RunFusion(Handle &handle, Tensor &output, const Tensor &input,
                              const Tensor &filter, const Tensor &bias, const Tensor &addend,
                              const FusedActivationDesc &activation, Algorithm,
                              const MemoryMaintainer &) const {
  return call("Convolution::RunFusion", handle, {&output, &input, &filter, &bias, &addend}, [&] {
    return planForward({paddings, strides, dilations, groups}, viewOf(output), viewOf(input),
                       viewOf(filter), {optional(bias), optional(addend), activation.mode});
  });
}

Status Convolution::RunBwdData(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                               const Tensor &filter, AlgorithmBwdData,
                               const MemoryMaintainer &) const {
  return call("Convolution::RunBwdData", handle, {&inputGradient, &outputGradient, &filter}, [&] {
    return planBackwardData({paddings, strides, dilations, groups}, viewOf(inputGradient),
                            viewOf(outputGradient), viewOf(filter));
  });
}

Status Convolution::RunBwdFilter(Handle &handle, Tensor &filterGradient, const Tensor &input,
                                 const Tensor &outputGradient, AlgorithmBwdFilter,
                                 const MemoryMaintainer &) const {
  return call("Convolution::RunBwdFilter", handle, {&filterGradient, &input, &outputGradient}, [&] {
    return planBackwardFilter({paddings, strides, dilations, groups}, viewOf(filterGradient),
                              viewOf(input), viewOf(outputGradient));
  });
}

} // namespace musa::dnn
