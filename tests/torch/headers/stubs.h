// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/DispatchStub.h>
#include <pybind11/pybind11.h>

namespace at::native {
using Named = std::string (*)(const Tensor &);
DECLARE_DISPATCH(Named, first_stub)
DECLARE_DISPATCH(Named, second_stub)
} // namespace at::native

void bindKernels(pybind11::module_ &module);
