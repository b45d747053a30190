// half and half2: every function, on the host and in kernels, against exact results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
#include <musa_fp16.h>

#define SCALAR __half
#define PAIR __half2
#define RAW __half_raw
#define PAIR_RAW __half2_raw
#define WORD half
#define WORD2 half2
#define MANTISSA 10
#include "narrow_float_test.h"

static_assert(std::is_same<half, __half>::value && std::is_same<mt_half2, half2>::value, "");

int main() {
  testAll();
  half2 pair = __floats2half2_rn(1, 2);
  pair = {};
  CHECK(__low2float(pair) == 0 && __high2float(pair) == 0);
  pair = {__float2half(3.0f), __float2half(4.0f)};
  CHECK(__low2float(pair) == 3 && __high2float(pair) == 4);
  pair = __half2_raw{0x3c00, 0x4000};
  CHECK(__low2float(pair) == 1 && __high2float(pair) == 2);
  CHECK_EQUAL(static_cast<float>(MUSART_MAX_NORMAL_FP16), 65504.0f);
  CHECK_EQUAL(static_cast<float>(MUSART_MIN_DENORM_FP16), 0x1p-24f);
  CHECK_EQUAL(static_cast<float>(MUSART_ONE_FP16), 1.0f);
  CHECK(__hisinf(MUSART_INF_FP16) == 1);
  CHECK(__hisnan(MUSART_NAN_FP16));
  return CHECK_RESULT();
}
