//===- torch/ops/group_norm.cpp - normalization of groups of channels -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch hands tensors of devices other than CUDA over as they lie in memory; the kernels want
// channels before places.
//===----------------------------------------------------------------------===//
#include <ATen/musa/ops/native_group_norm_backward_native.h>
#include <ATen/musa/ops/native_group_norm_native.h>
#include <ATen/ops/native_group_norm_backward_native.h>
#include <ATen/ops/native_group_norm_native.h>

#include <array>
#include <optional>
#include <tuple>

namespace at::musa {

std::tuple<Tensor, Tensor, Tensor> groupNorm(const Tensor &input,
                                             const std::optional<Tensor> &weight,
                                             const std::optional<Tensor> &bias, int64_t N,
                                             int64_t C, int64_t HxW, int64_t group, double eps) {
  return native::native_group_norm(input.contiguous(), weight, bias, N, C, HxW, group, eps);
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
