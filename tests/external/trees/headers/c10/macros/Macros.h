// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build of an extension of PyTorch defines these for every file: c10::Half and c10::BFloat16 have
// operators of their own. Here whatever includes a header of PyTorch gets them, before and after
// the port.
#pragma once
#ifndef __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#endif
#define __MUSA_NO_HALF_OPERATORS__
#define __MUSA_NO_HALF_CONVERSIONS__
#define __MUSA_NO_HALF2_OPERATORS__
#define __MUSA_NO_BFLOAT16_CONVERSIONS__
#include_next <c10/macros/Macros.h>
