//===- torch/ops/group_norm.cpp - normalization of groups of channels -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch hands tensors of devices other than CUDA over as they lie in memory; the kernels want
// channels before places. muDNN has no backward pass of it.
//===----------------------------------------------------------------------===//
#include "mudnn.h"

#include <ATen/musa/ops/native_group_norm_backward_native.h>
#include <ATen/musa/ops/native_group_norm_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/native_group_norm_backward_native.h>
#include <ATen/ops/native_group_norm_native.h>

#include <array>
#include <optional>
#include <tuple>

namespace at::musa {
namespace {

using torch_musa::described;
using torch_musa::describedIfThere;

/// A tensor [N, C, places...] with weights of the same type.
bool isMudnns(const Tensor &input, const std::optional<Tensor> &weight,
              const std::optional<Tensor> &bias, int64_t batch, int64_t channels, int64_t groups) {
  const auto fits = [&](const std::optional<Tensor> &tensor) {
    return !tensor || !tensor->defined() ||
           (tensor->scalar_type() == input.scalar_type() && tensor->dim() == 1 &&
            tensor->size(0) == channels);
  };
  return torch_musa::isForMudnn(input) && input.dim() >= 2 && input.size(0) == batch &&
         input.size(1) == channels && groups > 0 && channels % groups == 0 && fits(weight) &&
         fits(bias);
}

} // namespace

std::tuple<Tensor, Tensor, Tensor> groupNorm(const Tensor &input,
                                             const std::optional<Tensor> &weight,
                                             const std::optional<Tensor> &bias, int64_t N,
                                             int64_t C, int64_t HxW, int64_t group, double eps) {
  // PyTorch takes an epsilon below 0, muDNN does not.
  if (!isMudnns(input, weight, bias, N, C, group) || eps < 0)
    return native::native_group_norm(input.contiguous(), weight, bias, N, C, HxW, group, eps);
  Tensor output = at::empty_like(input, MemoryFormat::Contiguous);
  Tensor mean = at::empty({N, group}, input.options());
  Tensor inverse = at::empty({N, group}, input.options());
  muTensor y = described(output), m = described(mean), r = described(inverse);
  ::musa::dnn::GroupNorm description;
  CHECK_MUDNN_STATUS(description.SetAxis(1), "SetAxis");
  CHECK_MUDNN_STATUS(description.SetGroup(static_cast<int>(group)), "SetGroup");
  CHECK_MUDNN_STATUS(description.SetEpsilon(eps), "SetEpsilon");
  CHECK_MUDNN_STATUS(description.Run(GetMudnnHandle(), y, m, r, described(input),
                                     describedIfThere(weight), describedIfThere(bias),
                                     InternalMemAlloc),
                     "Run");
  return {output, mean, inverse};
}

std::tuple<Tensor, Tensor, Tensor> groupNormBackward(const Tensor &grad_out, const Tensor &input,
                                                     const Tensor &mean, const Tensor &rstd,
                                                     const std::optional<Tensor> &weight, int64_t N,
                                                     int64_t C, int64_t HxW, int64_t group,
                                                     std::array<bool, 3> output_mask) {
  return native::native_group_norm_backward(grad_out.contiguous(), input.contiguous(), mean, rstd,
                                            weight, N, C, HxW, group, output_mask);
}

} // namespace at::musa
