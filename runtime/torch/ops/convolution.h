//===- torch/ops/convolution.h - one to three dimensions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_OPS_CONVOLUTION_H
#define MUSAPORT_TORCH_OPS_CONVOLUTION_H

#include <ATen/core/Tensor.h>

#include <array>
#include <optional>
#include <tuple>

namespace torch_musa {

using at::IntArrayRef;
using at::Tensor;
using Gradients = std::tuple<Tensor, Tensor, Tensor>; ///< of the input, the weight, the bias
using GradientMask = std::array<bool, 3>;             ///< which of them are wanted

/// Numbers of each spatial dimension, and what else a convolution is besides its tensors.
struct Convolution {
  IntArrayRef stride, padding, dilation, outputPadding;
  bool transposed;
  int64_t groups;
};

/// By ATen's own kernels: of all types.
Tensor atenConvolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                       const Convolution &conv);
/// Without the gradient of the bias.
Gradients atenConvolutionBackward(const Tensor &gradient, const Tensor &input, const Tensor &weight,
                                  const Convolution &conv, GradientMask mask);

} // namespace torch_musa

#endif // MUSAPORT_TORCH_OPS_CONVOLUTION_H
