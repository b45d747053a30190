// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name that the rules give PyTorch's header in ports of other projects. Ported kernels of
// PyTorch itself include it under the old one.
#pragma once

#include <ATen/musa/nvrtc_stub/ATenNVRTC.h>
