//===- musa_port/device/fast_math.h - less exact, and vectorisable --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions are within 2 units in the last place. They have no calls and no branches, so the
// compiler can vectorise a loop over a block's threads. The coefficients are Chebyshev fits.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_FAST_MATH_H
#define MUSA_PORT_DEVICE_FAST_MATH_H

#include "musa_port/device/keywords.h"

#define __MUSA_FAST __host__ __device__ __forceinline__

/// 2 to the power of `n`, which is in [-126, 127].
__MUSA_FAST float __musa_power_of_2(int n) {
  return __builtin_bit_cast(float, (static_cast<unsigned>(n) + 127) << 23);
}

extern "C" {

__MUSA_FAST float __expf(float x) noexcept {
  // Beyond these limits the result is 0 or infinity. A NaN stays: both comparisons are false.
  const float limited = x < -105.0f ? -105.0f : x > 89.0f ? 89.0f : x;
  // x = n * log(2) + rest. Adding `shift` leaves n in the last bits of `shifted`.
  constexpr float shift = 0x1.8p+23f;
  const float shifted = __builtin_fmaf(limited, 0x1.715476p+0f, shift);
  const int n =
      static_cast<int>(__builtin_bit_cast(unsigned, shifted) - __builtin_bit_cast(unsigned, shift));
  const auto count = static_cast<float>(n);
  float rest = __builtin_fmaf(count, -0x1.62e400p-1f, limited);
  rest = __builtin_fmaf(count, -0x1.7f7d1cp-20f, rest);
  float sum = 0.0013941237f;
  sum = __builtin_fmaf(sum, rest, 0.0083752295f);
  sum = __builtin_fmaf(sum, rest, 0.0416663513f);
  sum = __builtin_fmaf(sum, rest, 0.1666641427f);
  sum = __builtin_fmaf(sum, rest, 0.5f);
  sum = __builtin_fmaf(sum, rest, 1.0f);
  sum = __builtin_fmaf(sum, rest, 1.0f);
  // Scale in two steps, because 2^n itself may be out of float's range.
  const int half = n >> 1;
  return sum * __musa_power_of_2(half) * __musa_power_of_2(n - half);
}

__MUSA_FAST float __logf(float x) noexcept {
  const bool isSmall = x < 0x1p-126f;
  const unsigned bits = __builtin_bit_cast(unsigned, isSmall ? x * 0x1p+23f : x);
  // x = 2^n * (1 + rest), and 1 + rest is in [sqrt(1/2), sqrt(2)].
  constexpr unsigned root = 0x3f3504f3;
  const int n = static_cast<int>(bits - root) >> 23;
  const float rest = __builtin_bit_cast(float, bits - (static_cast<unsigned>(n) << 23)) - 1.0f;
  const auto count = static_cast<float>(isSmall ? n - 23 : n);
  float sum = -0.0790419510f;
  sum = __builtin_fmaf(sum, rest, 0.1262396987f);
  sum = __builtin_fmaf(sum, rest, -0.1299842870f);
  sum = __builtin_fmaf(sum, rest, 0.1421432971f);
  sum = __builtin_fmaf(sum, rest, -0.1664124941f);
  sum = __builtin_fmaf(sum, rest, 0.2000104915f);
  sum = __builtin_fmaf(sum, rest, -0.2500030702f);
  sum = __builtin_fmaf(sum, rest, 0.3333333071f);
  const float square = rest * rest;
  sum = __builtin_fmaf(sum * square, rest, count * 0x1.7f7d1cp-20f);
  sum = __builtin_fmaf(square, -0.5f, sum) + rest;
  const float result = __builtin_fmaf(count, 0x1.62e400p-1f, sum);
  // Zero, negative numbers, infinity and NaN have special results.
  return x > 0 && x < __builtin_inff() ? result
         : x == 0                      ? -__builtin_inff()
         : x < 0                       ? __builtin_nanf("")
                                       : x;
}

} // extern "C"

#undef __MUSA_FAST

#endif // MUSA_PORT_DEVICE_FAST_MATH_H
