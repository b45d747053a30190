//===- torch/ops/mudnn.h - which tensors muDNN computes with ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_OPS_MUDNN_H
#define MUSAPORT_TORCH_OPS_MUDNN_H

#include "torch_musa/csrc/aten/utils/Utils.h"

#include <ATen/Context.h>

#include <optional>

namespace torch_musa {

/// Half, bfloat16 and float, unless torch.backends.mudnn.enabled is false.
inline bool isForMudnn(at::ScalarType type) {
  return at::globalContext().userEnabledCuDNN() &&
         (type == at::kFloat || type == at::kHalf || type == at::kBFloat16);
}

/// One of these types that has elements, and no more dimensions than muDNN.
inline bool isForMudnn(const at::Tensor &tensor) {
  constexpr int64_t mostDimensions = 8;
  return isForMudnn(tensor.scalar_type()) && tensor.numel() > 0 && tensor.dim() <= mostDimensions;
}

/// The strides say where a dimension is, that of the channels too.
inline at::musa::muTensor described(const at::Tensor &tensor) {
  return at::musa::CreateMUTensor(tensor, /*permute_if_not_contiguous=*/false);
}
inline at::musa::muTensor describedIfThere(const std::optional<at::Tensor> &tensor) {
  return tensor && tensor->defined() ? described(*tensor) : at::musa::CreateEmptyMUTensor();
}

/// ATen's implementation of a structured function, whose outputs are there: for the rest.
template <typename Implementation> struct Atens : Implementation {
  const at::Tensor &maybe_get_output(int64_t) override { return none; }
  at::Tensor none;
};

} // namespace torch_musa

#endif // MUSAPORT_TORCH_OPS_MUDNN_H
