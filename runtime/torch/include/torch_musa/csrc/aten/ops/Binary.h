// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>

namespace at::musa {

inline Tensor &MaximumTensorOut(const Tensor &self, const Tensor &other, Tensor &output) {
  return at::maximum_out(output, self, other);
}
inline Tensor &MinimumTensorOut(const Tensor &self, const Tensor &other, Tensor &output) {
  return at::minimum_out(output, self, other);
}

} // namespace at::musa
