//===- torch/ops/layer_norm.cpp - layer norm by muDNN -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muDNN computes what mudnn.h says, if the weights have the input's type; ATen's kernels compute
// the rest.
//===----------------------------------------------------------------------===//
#include "mudnn.h"

#include <ATen/musa/ops/native_layer_norm_backward_native.h>
#include <ATen/musa/ops/native_layer_norm_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/native_layer_norm_backward_native.h>
#include <ATen/ops/native_layer_norm_native.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

namespace at::musa {
namespace {

using torch_musa::described;
using torch_musa::describedIfThere;
using Dnn = ::musa::dnn::LayerNorm;

/// PyTorch's checks say what is wrong with others.
bool isMudnns(const Tensor &input, IntArrayRef shape, const std::optional<Tensor> &weight,
              const std::optional<Tensor> &bias) {
  const auto fits = [&](const std::optional<Tensor> &tensor) {
    return !tensor || !tensor->defined() ||
           (tensor->scalar_type() == input.scalar_type() && tensor->sizes() == shape);
  };
  const int64_t outer = input.dim() - static_cast<int64_t>(shape.size());
  return torch_musa::isForMudnn(input) && !shape.empty() && outer >= 0 &&
         input.sizes().slice(outer) == shape && fits(weight) && fits(bias);
}

Dnn descriptionOf(const Tensor &input, IntArrayRef shape, double epsilon) {
  std::vector<int> axes(shape.size());
  std::iota(axes.begin(), axes.end(), static_cast<int>(input.dim() - shape.size()));
  Dnn description;
  CHECK_MUDNN_STATUS(description.SetAxis(static_cast<int>(axes.size()), axes.data()), "SetAxis");
  CHECK_MUDNN_STATUS(description.SetEpsilon(epsilon), "SetEpsilon");
  return description;
}

/// Of a number for each part that is normalized, with sizes of 1 for the dimensions of a part.
std::vector<int64_t> sizesOfNumbers(const Tensor &input, IntArrayRef shape) {
  std::vector<int64_t> sizes = input.sizes().vec();
  std::fill(sizes.end() - static_cast<int64_t>(shape.size()), sizes.end(), 1);
  return sizes;
}

} // namespace

std::tuple<Tensor, Tensor, Tensor> layerNorm(const Tensor &input, IntArrayRef normalized_shape,
                                             const std::optional<Tensor> &weight,
                                             const std::optional<Tensor> &bias, double eps) {
  // PyTorch takes an epsilon below 0, muDNN does not.
  if (!isMudnns(input, normalized_shape, weight, bias) || eps < 0)
    return native::layer_norm_cuda(input, normalized_shape, weight, bias, eps);
  Tensor output = at::empty_like(input, MemoryFormat::Contiguous);
  const std::vector<int64_t> sizes = sizesOfNumbers(input, normalized_shape);
  Tensor mean = at::empty(sizes, input.options().dtype(kFloat));
  Tensor inverse = at::empty(sizes, input.options().dtype(kFloat));
  muTensor y = described(output), m = described(mean), r = described(inverse);
  CHECK_MUDNN_STATUS(descriptionOf(input, normalized_shape, eps)
                         .Run(GetMudnnHandle(), y, m, r, described(input), describedIfThere(weight),
                              describedIfThere(bias), InternalMemAlloc),
                     "Run");
  return {output, mean, inverse};
}

std::tuple<Tensor, Tensor, Tensor>
layerNormBackward(const Tensor &grad_out, const Tensor &input, IntArrayRef normalized_shape,
                  const Tensor &mean, const Tensor &rstd, const std::optional<Tensor> &weight,
                  const std::optional<Tensor> &bias, std::array<bool, 3> output_mask) {
  if (!isMudnns(input, normalized_shape, weight, bias) ||
      grad_out.scalar_type() != input.scalar_type())
    return native::layer_norm_backward_cuda(grad_out, input, normalized_shape, mean, rstd, weight,
                                            bias, output_mask);
  const auto emptyIf = [&](bool isWanted, IntArrayRef sizes) {
    return isWanted ? at::empty(sizes, input.options()) : Tensor();
  };
  const Tensor ofInput = at::empty_like(input, MemoryFormat::Contiguous);
  const Tensor ofWeight = emptyIf(output_mask[1], normalized_shape);
  const Tensor ofBias = emptyIf(output_mask[2], normalized_shape);
  const std::vector<int64_t> sizes = sizesOfNumbers(input, normalized_shape);
  muTensor dx = described(ofInput), dw = describedIfThere(ofWeight), db = describedIfThere(ofBias);
  CHECK_MUDNN_STATUS(descriptionOf(input, normalized_shape, 0)
                         .RunBwd(GetMudnnHandle(), dx, dw, db, described(grad_out),
                                 described(input), described(mean.reshape(sizes)),
                                 described(rstd.reshape(sizes)), describedIfThere(weight),
                                 InternalMemAlloc),
                     "RunBwd");
  return {output_mask[0] ? ofInput : Tensor(), ofWeight, ofBias};
}

} // namespace at::musa
