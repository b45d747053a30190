// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces PyTorch's header, which declares the hooks of device CUDA. Kernels include it but use
// nothing of it. The hooks of device musa are in runtime/torch.
#pragma once
