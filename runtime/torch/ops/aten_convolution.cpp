//===- torch/ops/aten_convolution.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice among ATen's kernels is that for CUDA without cuDNN. Those kernels know no groups:
// each group is convolved by itself.
//===----------------------------------------------------------------------===//
#include "convolution.h"

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

#include <algorithm>
#include <vector>

namespace torch_musa {
namespace {

bool isDilated(const Convolution &conv) {
  return std::any_of(conv.dilation.begin(), conv.dilation.end(), [](int64_t d) { return d != 1; });
}

bool isDepthwise(const Tensor &input, const Tensor &weight, const Convolution &conv) {
  return !conv.transposed && conv.groups > 1 && input.size(1) == conv.groups &&
         weight.size(0) % input.size(1) == 0;
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

Tensor joined(const std::vector<Tensor> &parts, int64_t dimension, bool wanted) {
  return wanted ? at::cat(parts, dimension) : Tensor();
}

} // namespace

Tensor atenConvolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                       const Convolution &conv) {
  if (conv.groups == 1 || isDepthwise(input, weight, conv))
    return forward(input.contiguous(), weight.contiguous(), bias, conv);
  Convolution each = conv;
  each.groups = 1;
  std::vector<Tensor> outputs;
  for (int64_t i = 0; i < conv.groups; ++i) {
    std::optional<Tensor> part;
    if (bias && bias->defined())
      part = group(*bias, 0, i, conv.groups);
    outputs.push_back(
        forward(group(input, 1, i, conv.groups), group(weight, 0, i, conv.groups), part, each));
  }
  return at::cat(outputs, 1);
}

Gradients atenConvolutionBackward(const Tensor &gradient, const Tensor &input, const Tensor &weight,
                                  const Convolution &conv, GradientMask mask) {
  if (conv.groups == 1 || isDepthwise(input, weight, conv))
    return backward(gradient.contiguous(), input.contiguous(), weight.contiguous(), conv, mask);
  Convolution each = conv;
  each.groups = 1;
  std::vector<Tensor> inputs, weights;
  for (int64_t i = 0; i < conv.groups; ++i) {
    auto [partOfInput, partOfWeight, unused] =
        backward(group(gradient, 1, i, conv.groups), group(input, 1, i, conv.groups),
                 group(weight, 0, i, conv.groups), each, mask);
    inputs.push_back(partOfInput);
    weights.push_back(partOfWeight);
  }
  return {joined(inputs, 1, mask[0]), joined(weights, 0, mask[1]), Tensor()};
}

} // namespace torch_musa
