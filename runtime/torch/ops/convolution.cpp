//===- torch/ops/convolution.cpp - convolution with ATen's own kernels -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch chooses among its kernels for the devices that it knows, and asks a device of PrivateUse1
// to do it itself. The choice here is that for CUDA without cuDNN. Those kernels know no groups:
// each group is convolved by itself. PyTorch has made two dimensions of one before.
//===----------------------------------------------------------------------===//
#include <ATen/core/Tensor.h>
#include <ATen/native/ConvUtils.h>
#include <ATen/ops/_conv_depthwise2d.h>
#include <ATen/ops/_slow_conv2d_backward.h>
#include <ATen/ops/_slow_conv2d_forward.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/conv_depthwise3d.h>
#include <ATen/ops/slow_conv_dilated2d.h>
#include <ATen/ops/slow_conv_dilated3d.h>
#include <ATen/ops/slow_conv_transpose2d.h>
#include <ATen/ops/slow_conv_transpose3d.h>
#include <torch/library.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace torch_musa {
namespace {

using at::IntArrayRef;
using at::Tensor;
using Gradients = std::tuple<Tensor, Tensor, Tensor>;
using GradientMask = std::array<bool, 3>; // of the input, the weight, the bias

struct Convolution {
  IntArrayRef stride, padding, dilation, outputPadding;
  bool transposed;
  int64_t groups;
};

bool isDilated(const Convolution &conv) {
  return std::any_of(conv.dilation.begin(), conv.dilation.end(), [](int64_t d) { return d != 1; });
}

bool isDepthwise(const Tensor &input, const Tensor &weight, const Convolution &conv) {
  return !conv.transposed && conv.groups > 1 && input.size(1) == conv.groups &&
         weight.size(0) % input.size(1) == 0;
}

void checkDimensions(const Tensor &input) {
  TORCH_CHECK(input.dim() == 4 || input.dim() == 5,
              "convolution on device musa takes one to three dimensions, and the input has ",
              input.dim() - 2);
}

Tensor forward(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
               const Convolution &conv) {
  const IntArrayRef kernel = weight.sizes().slice(2);
  const bool flat = input.dim() == 4;
  if (isDepthwise(input, weight, conv))
    return flat ? at::_conv_depthwise2d(input, weight, kernel, bias, conv.stride, conv.padding,
                                        conv.dilation)
                : at::conv_depthwise3d(input, weight, kernel, bias, conv.stride, conv.padding,
                                       conv.dilation);
  if (conv.transposed)
    return flat ? at::slow_conv_transpose2d(input, weight, kernel, bias, conv.stride, conv.padding,
                                            conv.outputPadding, conv.dilation)
                : at::slow_conv_transpose3d(input, weight, kernel, bias, conv.stride, conv.padding,
                                            conv.outputPadding, conv.dilation);
  if (!flat)
    return at::slow_conv_dilated3d(input, weight, kernel, bias, conv.stride, conv.padding,
                                   conv.dilation);
  return isDilated(conv)
             ? at::slow_conv_dilated2d(input, weight, kernel, bias, conv.stride, conv.padding,
                                       conv.dilation)
             : at::_slow_conv2d_forward(input, weight, kernel, bias, conv.stride, conv.padding);
}

/// Of the input and the weight; what becomes of the bias is the caller's.
Gradients backward(const Tensor &gradient, const Tensor &input, const Tensor &weight,
                   const Convolution &conv, GradientMask mask) {
  const IntArrayRef kernel = weight.sizes().slice(2);
  const bool flat = input.dim() == 4;
  constexpr auto device = at::kPrivateUse1;
  mask[2] = false;
  if (isDepthwise(input, weight, conv)) {
    if (!flat)
      return at::native::conv_depthwise3d_backward_stub(
          device, gradient, input, weight, kernel, conv.stride, conv.padding, conv.dilation, mask);
    auto [ofInput, ofWeight] = at::native::conv_depthwise2d_backward_stub(
        device, gradient, input, weight, kernel, conv.stride, conv.padding, conv.dilation,
        std::array<bool, 2>{mask[0], mask[1]});
    return {ofInput, ofWeight, Tensor()};
  }
  const auto run = [&](auto &stub, auto... more) {
    return stub(device, gradient, input, weight, kernel, conv.stride, conv.padding, more..., mask);
  };
  if (conv.transposed)
    return flat ? run(at::native::slow_conv_transpose2d_backward_stub, conv.outputPadding,
                      conv.dilation)
                : run(at::native::slow_conv_transpose3d_backward_stub, conv.outputPadding,
                      conv.dilation);
  if (!flat)
    return run(at::native::slow_conv_dilated3d_backward_stub, conv.dilation);
  return isDilated(conv) ? run(at::native::slow_conv_dilated2d_backward_stub, conv.dilation)
                         : at::_slow_conv2d_backward(gradient, input, weight, kernel, conv.stride,
                                                     conv.padding, mask);
}

Tensor group(const Tensor &tensor, int64_t dimension, int64_t index, int64_t groups) {
  const int64_t size = tensor.size(dimension) / groups;
  return tensor.narrow(dimension, index * size, size).contiguous();
}

Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                   IntArrayRef outputPadding, int64_t groups) {
  checkDimensions(input);
  const Convolution conv{stride, padding, dilation, outputPadding, transposed, groups};
  if (groups == 1 || isDepthwise(input, weight, conv))
    return forward(input.contiguous(), weight.contiguous(), bias, conv);
  const Convolution each{stride, padding, dilation, outputPadding, transposed, 1};
  std::vector<Tensor> outputs;
  for (int64_t i = 0; i < groups; ++i) {
    std::optional<Tensor> part;
    if (bias && bias->defined())
      part = group(*bias, 0, i, groups);
    outputs.push_back(forward(group(input, 1, i, groups), group(weight, 0, i, groups), part, each));
  }
  return at::cat(outputs, 1);
}

Tensor joined(const std::vector<Tensor> &parts, int64_t dimension, bool wanted) {
  return wanted ? at::cat(parts, dimension) : Tensor();
}

Gradients convolutionBackward(const Tensor &gradient, const Tensor &input, const Tensor &weight,
                              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                              bool transposed, IntArrayRef outputPadding, int64_t groups,
                              GradientMask mask) {
  checkDimensions(input);
  const Convolution conv{stride, padding, dilation, outputPadding, transposed, groups};
  Tensor ofBias;
  if (mask[2]) {
    std::vector<int64_t> dimensions = {0};
    for (int64_t d = 2; d < gradient.dim(); ++d)
      dimensions.push_back(d);
    ofBias = gradient.sum(dimensions);
  }
  Tensor ofInput, ofWeight;
  if (!mask[0] && !mask[1])
    return {ofInput, ofWeight, ofBias};
  if (groups == 1 || isDepthwise(input, weight, conv)) {
    std::tie(ofInput, ofWeight, std::ignore) =
        backward(gradient.contiguous(), input.contiguous(), weight.contiguous(), conv, mask);
    return {ofInput, ofWeight, ofBias};
  }
  const Convolution each{stride, padding, dilation, outputPadding, transposed, 1};
  std::vector<Tensor> inputs, weights;
  for (int64_t i = 0; i < groups; ++i) {
    auto [partOfInput, partOfWeight, unused] =
        backward(group(gradient, 1, i, groups), group(input, 1, i, groups),
                 group(weight, 0, i, groups), each, mask);
    inputs.push_back(partOfInput);
    weights.push_back(partOfWeight);
  }
  return {joined(inputs, 1, mask[0]), joined(weights, 0, mask[1]), ofBias};
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("convolution_overrideable", convolution);
  library.impl("convolution_backward_overrideable", convolutionBackward);
}

} // namespace
} // namespace torch_musa
