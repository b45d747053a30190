//===- musa_port/device/narrow_float.h - rounding to narrow floating-point formats --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa_fp16.h, musa_bf16.h and musa_fp8.h share this. Each conversion rounds once, to nearest even
// or in the requested direction, and keeps subnormals. Host and device give the same results.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_NARROW_FLOAT_H
#define MUSA_PORT_DEVICE_NARROW_FLOAT_H

#include "musa_port/device/keywords.h"
#include "musa_port/device/saturating_cast.h"

#include <type_traits>

#define __MUSA_HOSTDEVICE __host__ __device__
#if !defined(__MUSA_ALIGN__)
#define __MUSA_ALIGN__(n) __attribute__((aligned(n)))
#endif

enum __musa_rounding {
  __musa_round_nearest,
  __musa_round_zero,
  __musa_round_down,
  __musa_round_up
};

/// Rounds the magnitude of a finite double, whose bits are `bits`. The result is a code with
/// `mantissa` fraction bits and the exponent bias `bias`. The exponent has no upper limit: on
/// overflow, the code is above the format's largest.
__MUSA_HOSTDEVICE inline unsigned long long
__musa_round_magnitude(unsigned long long bits, int mantissa, int bias, __musa_rounding rounding) {
  const unsigned long long hidden = 1ull << 52;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023 + bias;
  const unsigned long long fraction = bits & (hidden - 1);
  unsigned long long exact;
  int shift = 52 - mantissa;
  if (exponent > 0) {
    exact = (static_cast<unsigned long long>(exponent) << 52) + fraction;
  } else { // subnormal in the format
    exact = (bits >> 52 & 0x7ff) != 0 ? hidden + fraction : fraction;
    shift += 1 - exponent;
    if (shift > 63)
      shift = 63;
  }
  const unsigned long long code = exact >> shift;
  const unsigned long long rest = exact & ((1ull << shift) - 1);
  const unsigned long long half = 1ull << (shift - 1);
  const bool negative = bits >> 63 != 0;
  bool away = false;
  switch (rounding) {
  case __musa_round_nearest:
    away = rest > half || (rest == half && (code & 1) != 0);
    break;
  case __musa_round_zero:
    break;
  case __musa_round_down:
    away = negative && rest != 0;
    break;
  case __musa_round_up:
    away = !negative && rest != 0;
    break;
  }
  return code + (away ? 1 : 0);
}

/// Rounds to a 16-bit format with infinities: a sign, an exponent and `mantissa` fraction bits.
/// Every NaN becomes 0x7fff, the NaN that arithmetic gives.
__MUSA_HOSTDEVICE inline unsigned short __musa_round_16(double value, int mantissa,
                                                        __musa_rounding rounding) {
  if (value != value)
    return 0x7fff;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
  const bool negative = bits >> 63 != 0;
  const unsigned sign = negative ? 0x8000u : 0u;
  const unsigned infinity = 0x8000u - (1u << mantissa);
  if ((bits & ~(1ull << 63)) == 0x7ffull << 52)
    return static_cast<unsigned short>(sign | infinity);
  unsigned long long code =
      __musa_round_magnitude(bits, mantissa, (1 << (14 - mantissa)) - 1, rounding);
  if (code >= infinity) {
    const bool to_infinity = rounding == __musa_round_nearest ||
                             rounding == (negative ? __musa_round_down : __musa_round_up);
    code = to_infinity ? infinity : infinity - 1;
  }
  return static_cast<unsigned short>(sign | static_cast<unsigned>(code));
}

/// Rounds to odd: an inexact result gets an odd last bit. Rounding the float again, to nearest in a
/// format of at most 22 bits, then gives the same as rounding the double directly.
__MUSA_HOSTDEVICE inline float __musa_round_odd(double value) {
  const float near = static_cast<float>(value);
  const unsigned bits = __builtin_bit_cast(unsigned, near);
  const double back = near;
  if (back == value || value != value || (bits & 1) != 0)
    return near;
  const bool too_far = value < 0 ? back < value : back > value;
  return __builtin_bit_cast(float, too_far ? bits - 1 : bits + 1);
}

/// Returns a * b + c, rounded to odd. The product of two floats is exact in double.
__MUSA_HOSTDEVICE inline double __musa_fma_odd(float a, float b, float c) {
  const double product = static_cast<double>(a) * b;
  const double addend = c;
  const double sum = product + addend;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
  if ((bits & 1) != 0 || (bits >> 52 & 0x7ff) == 0x7ff)
    return sum;
  const double back = sum - product;
  const double error = (product - (sum - back)) + (addend - back); // exact: Knuth's two-sum
  if (error == 0)
    return sum;
  return __builtin_bit_cast(double, (error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/// Converts to double. Above 53 bits it rounds to odd, so that narrowing the result is correct.
__MUSA_HOSTDEVICE inline double __musa_integer_to_double(unsigned long long value) {
  if (value < 1ull << 53)
    return static_cast<double>(value);
  return static_cast<double>(value >> 11 | ((value & 0x7ff) != 0 ? 1 : 0)) * 2048.0;
}
__MUSA_HOSTDEVICE inline double __musa_integer_to_double(long long value) {
  return value < 0 ? -__musa_integer_to_double(0 - static_cast<unsigned long long>(value))
                   : __musa_integer_to_double(static_cast<unsigned long long>(value));
}

__MUSA_HOSTDEVICE inline float __musa_to_integral(float value, __musa_rounding rounding) {
  switch (rounding) {
  case __musa_round_nearest:
    return __builtin_rintf(value);
  case __musa_round_zero:
    return __builtin_truncf(value);
  case __musa_round_down:
    return __builtin_floorf(value);
  case __musa_round_up:
    return __builtin_ceilf(value);
  }
  return value;
}

/// Rounds to an integer in the given direction and saturates to the range of Integer.
template <typename Integer>
__MUSA_HOSTDEVICE inline Integer __musa_to_integer(float value, __musa_rounding rounding) {
  return __musa_saturating_cast<Integer>(__musa_to_integral(value, rounding));
}

__MUSA_HOSTDEVICE inline float __musa_clamp_to_unit(float value) {
  return value > 0 ? (value < 1 ? value : 1.0f) : 0.0f;
}
/// Replaces negative values and -0 by +0. A NaN stays a NaN.
__MUSA_HOSTDEVICE inline float __musa_clamp_to_positive(float value) {
  return value <= 0 ? 0.0f : value;
}

/// If one operand is NaN, the result is the other one. -0 counts as less than +0.
__MUSA_HOSTDEVICE inline float __musa_min_of(const float a, const float b) {
  return a != a ? b : b != b ? a : a == b ? (__builtin_signbit(a) ? a : b) : a < b ? a : b;
}
__MUSA_HOSTDEVICE inline float __musa_max_of(const float a, const float b) {
  return a != a ? b : b != b ? a : a == b ? (__builtin_signbit(a) ? b : a) : a > b ? a : b;
}

/// binary16: 10 bits of mantissa.
struct __musa_format_half {
  static __MUSA_HOSTDEVICE unsigned short narrow(double value, __musa_rounding rounding) {
    return __musa_round_16(value, 10, rounding);
  }
#if defined(__MUSA_ARCH__) || (defined(__F16C__) && defined(__FLT16_MANT_DIG__))
  // Each of these conversions is one instruction.
  static __MUSA_HOSTDEVICE unsigned short narrow(float value) {
    const unsigned short bits = __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
    return value == value ? bits : static_cast<unsigned short>(0x7fff);
  }
  static __MUSA_HOSTDEVICE float widen(unsigned short code) {
    return static_cast<float>(__builtin_bit_cast(_Float16, code));
  }
#else
  static __MUSA_HOSTDEVICE unsigned short narrow(float value) {
    return narrow(value, __musa_round_nearest);
  }
  static __MUSA_HOSTDEVICE float widen(unsigned short code) {
    const unsigned sign = (code & 0x8000u) << 16;
    const unsigned magnitude = code & 0x7fffu;
    unsigned bits;
    if (magnitude < 0x0400)
      bits = __builtin_bit_cast(unsigned, static_cast<float>(magnitude) * 5.9604644775390625e-8f);
    else if (magnitude < 0x7c00)
      bits = (magnitude << 13) + ((127u - 15u) << 23);
    else
      bits = (magnitude << 13) | 0x7f800000u | (magnitude > 0x7c00 ? 0x00400000u : 0u);
    return __builtin_bit_cast(float, bits | sign);
  }
#endif
  static __MUSA_HOSTDEVICE unsigned short narrow(double value) {
    return narrow(__musa_round_odd(value));
  }
  static __MUSA_HOSTDEVICE unsigned short fma(float a, float b, float c) {
    // The double sum's rounding error is far smaller than half's last place.
    return narrow(static_cast<double>(a) * b + c);
  }
};

/// bfloat16: 7 bits of mantissa.
struct __musa_format_bfloat16 {
  static __MUSA_HOSTDEVICE unsigned short narrow(double value, __musa_rounding rounding) {
    return __musa_round_16(value, 7, rounding);
  }
  static __MUSA_HOSTDEVICE unsigned short narrow(float value) {
    const unsigned bits = __builtin_bit_cast(unsigned, value);
    const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<unsigned short>(value == value ? rounded : 0x7fffu);
  }
  static __MUSA_HOSTDEVICE float widen(unsigned short code) {
    return __builtin_bit_cast(float, static_cast<unsigned>(code) << 16);
  }
  static __MUSA_HOSTDEVICE unsigned short narrow(double value) {
    return narrow(__musa_round_odd(value));
  }
  static __MUSA_HOSTDEVICE unsigned short fma(float a, float b, float c) {
    return narrow(__musa_fma_odd(a, b, c));
  }
};

#endif // MUSA_PORT_DEVICE_NARROW_FLOAT_H
