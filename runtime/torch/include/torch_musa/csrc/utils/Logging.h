// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons that end the program unless they hold: PyTorch's own.
#pragma once

#include <c10/util/Logging.h>

#define TORCH_MUSA_CHECK_EQ(x, y) TORCH_CHECK_EQ(x, y)
#define TORCH_MUSA_CHECK_NE(x, y) TORCH_CHECK_NE(x, y)
#define TORCH_MUSA_CHECK_LT(x, y) TORCH_CHECK_LT(x, y)
#define TORCH_MUSA_CHECK_LE(x, y) TORCH_CHECK_LE(x, y)
#define TORCH_MUSA_CHECK_GT(x, y) TORCH_CHECK_GT(x, y)
#define TORCH_MUSA_CHECK_GE(x, y) TORCH_CHECK_GE(x, y)

#define TORCH_MUSA_DCHECK_EQ(x, y) TORCH_DCHECK_EQ(x, y)
#define TORCH_MUSA_DCHECK_NE(x, y) TORCH_DCHECK_NE(x, y)
#define TORCH_MUSA_DCHECK_LT(x, y) TORCH_DCHECK_LT(x, y)
#define TORCH_MUSA_DCHECK_LE(x, y) TORCH_DCHECK_LE(x, y)
#define TORCH_MUSA_DCHECK_GT(x, y) TORCH_DCHECK_GT(x, y)
#define TORCH_MUSA_DCHECK_GE(x, y) TORCH_DCHECK_GE(x, y)
