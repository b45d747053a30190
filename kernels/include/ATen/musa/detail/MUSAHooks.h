// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of PyTorch's, which declares the hooks of device CUDA: kernels include it and use none
// of it. The hooks of device musa are runtime/torch's.
#pragma once
