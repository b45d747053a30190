// __mt_bfloat16 and its pair: every function, on the host and in kernels, against exact results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
#include <musa_bf16.h>

#define SCALAR __mt_bfloat16
#define PAIR __mt_bfloat162
#define RAW __mt_bfloat16_raw
#define PAIR_RAW __mt_bfloat162_raw
#define WORD bfloat16
#define WORD2 bfloat162
#define MANTISSA 7
#include "narrow_float_test.h"

static_assert(std::is_same<mt_bfloat16, __mt_bfloat16>::value, "");

FUNCTION(FromHalf, Unary, bitsOf(__mt_bfloat16(__half(__half_raw{in.a}))))
FUNCTION(ToHalf, Unary, static_cast<__half_raw>(__half(ofBits(in.a))).x)

int main() {
  testAll();
  static const reference::Format16 half(10);
  compare<FromHalf>("from half", allCodes(),
                    [](Unary in) { return format.rounded({half.valueOf(in.a)}); });
  compare<ToHalf>("to half", allCodes(),
                  [](Unary in) { return half.rounded({format.valueOf(in.a)}); });
  CHECK_EQUAL(static_cast<float>(MUSART_MAX_NORMAL_BF16), 0x1.fep127f);
  CHECK_EQUAL(static_cast<float>(MUSART_MIN_DENORM_BF16), 0x1p-133f);
  CHECK_EQUAL(static_cast<float>(MUSART_ONE_BF16), 1.0f);
  CHECK(__hisinf(MUSART_INF_BF16) == 1);
  CHECK(__hisnan(MUSART_NAN_BF16));
  return CHECK_RESULT();
}
