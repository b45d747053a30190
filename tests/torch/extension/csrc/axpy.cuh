// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/ATen.h>

at::Tensor axpyOnCuda(double a, const at::Tensor &x, const at::Tensor &y);
