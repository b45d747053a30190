// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
//
// mublas.h brings the narrow types, as cublas_v2.h does: programs declare functions with half
// behind it.
#include <mublas.h>

#include "check.h"

static float twice(half value) { return 2 * __half2float(value); }
static float twice(__mt_bfloat16 value) { return 2 * __bfloat162float(value); }

int main() {
  CHECK_EQUAL(twice(__float2half(1.5F)), 3.0F);
  CHECK_EQUAL(twice(__float2bfloat16(1.5F)), 3.0F);
  return 0;
}
