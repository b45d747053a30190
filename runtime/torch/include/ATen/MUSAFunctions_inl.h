// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libtorch's ATen/CUDAFunctions.h has its functions in such a file; ours has them itself.
#pragma once

#include <ATen/MUSAFunctions.h>
