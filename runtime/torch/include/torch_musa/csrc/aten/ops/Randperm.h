// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/randperm.h>

#include <optional>

namespace at::musa {

inline Tensor &RandpermOutMusa(int64_t n, std::optional<Generator> generator, Tensor &result) {
  return at::randperm_out(result, n, std::move(generator));
}

} // namespace at::musa
