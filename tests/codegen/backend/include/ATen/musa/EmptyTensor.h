// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code needs of the backend's header.
#pragma once

#include <ATen/core/TensorBase.h>

namespace at::detail {

TensorBase empty_musa(IntArrayRef size, const TensorOptions &options);
TensorBase empty_strided_musa(IntArrayRef size, IntArrayRef stride, const TensorOptions &options);

} // namespace at::detail
