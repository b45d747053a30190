//===- torch/ops/nested_layer_norm.cpp - layer norm of nested tensors -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own functions call the CPU's kernel for devices other than CUDA. The rows of a nested
// tensor that is contiguous are those of its buffer.
//===----------------------------------------------------------------------===//
#include <ATen/musa/ops/native_layer_norm_backward_native.h>
#include <ATen/musa/ops/native_layer_norm_native.h>
#include <ATen/native/nested/NestedTensorMath.h>
#include <ATen/native/nested/NestedTensorUtils.h>
#include <ATen/ops/native_layer_norm.h>
#include <ATen/ops/native_layer_norm_backward.h>

#include <array>
#include <optional>
#include <tuple>

namespace at::musa {
namespace {

std::optional<Tensor> flat(const std::optional<Tensor> &parameter) {
  return parameter && parameter->defined() ? std::optional(parameter->reshape(-1)) : std::nullopt;
}

native::NestedTensorImpl *contiguous(const Tensor &input) {
  native::NestedTensorImpl *nested = native::get_nested_tensor_impl(input);
  TORCH_CHECK(native::nested_tensor_impl_is_contiguous(nested),
              "layer_norm of a nested tensor that is not contiguous is not supported");
  return nested;
}

} // namespace

std::tuple<Tensor, Tensor, Tensor> nestedLayerNorm(const Tensor &input,
                                                   IntArrayRef normalized_shape,
                                                   const std::optional<Tensor> &weight,
                                                   const std::optional<Tensor> &bias, double eps) {
  TORCH_CHECK(weight && bias, "NestedTensor layer_norm requires weight and bias");
  native::NestedTensorImpl *nested = contiguous(input);
  const auto [rows, columns] =
      native::_check_nested_layer_norm_inputs(*nested, normalized_shape, *weight, *bias);
  const auto [output, mean, rstd] = at::native_layer_norm(
      nested->get_buffer().view({rows, columns}), columns, flat(weight), flat(bias), eps);
  return {native::wrap_buffer(output.view(-1), nested->get_nested_sizes()), mean.view(rows),
          rstd.view(rows)};
}

std::tuple<Tensor, Tensor, Tensor>
nestedLayerNormBackward(const Tensor &grad_out, const Tensor &input, IntArrayRef normalized_shape,
                        const Tensor &mean, const Tensor &rstd, const std::optional<Tensor> &weight,
                        const std::optional<Tensor> &bias, std::array<bool, 3> output_mask) {
  native::NestedTensorImpl *nested = contiguous(input);
  const Tensor grad = contiguous(grad_out)->get_buffer();
  const auto [rows, columns] = native::_check_nested_layer_norm_inputs(
      *nested, normalized_shape, weight.value_or(Tensor()), bias.value_or(Tensor()));
  const auto [dInput, dWeight, dBias] = at::native_layer_norm_backward(
      grad.view({rows, columns}), nested->get_buffer().view({rows, columns}), columns,
      mean.view({rows, 1}), rstd.view({rows, 1}), flat(weight), flat(bias), output_mask);
  const auto shaped = [&](const Tensor &x) { return x.defined() ? x.view(normalized_shape) : x; };
  return {dInput.defined() ? native::wrap_buffer(dInput.view(-1), nested->get_nested_sizes())
                           : dInput,
          shaped(dWeight), shaped(dBias)};
}

} // namespace at::musa
