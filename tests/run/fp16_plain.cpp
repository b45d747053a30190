// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of fp16_bare.mu: the headers in ordinary C++, with operators and conversions.
#include <musa_fp8.h>

float plainHost(float a, float b) {
  const half2 sum = half2(a, b) + __half2half2(half(b));
  const mt_bfloat16 product = mt_bfloat16(__low2float(sum)) * mt_bfloat16(2);
  return static_cast<float>(__mt_fp8_e5m2(product));
}
