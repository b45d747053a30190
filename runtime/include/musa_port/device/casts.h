//===- musa_port/device/casts.h - conversions between numbers ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The suffix gives the rounding: rn to nearest even, rz towards zero, ru up, rd down.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_CASTS_H
#define MUSA_PORT_DEVICE_CASTS_H

#include "musa_port/device/keywords.h"
#include "musa_port/device/saturating_cast.h"

#define __MUSA_CAST __device__ __forceinline__

// ---- the same bits as another type

#define __MUSA_AS(name, to, from)                                                                  \
  __MUSA_CAST to name(from x) { return __builtin_bit_cast(to, x); }
__MUSA_AS(__float_as_int, int, float)
__MUSA_AS(__float_as_uint, unsigned, float)
__MUSA_AS(__int_as_float, float, int)
__MUSA_AS(__uint_as_float, float, unsigned)
__MUSA_AS(__double_as_longlong, long long, double)
__MUSA_AS(__longlong_as_double, double, long long)
__MUSA_AS(float_as_int, int, float)
__MUSA_AS(float_as_uint, unsigned, float)
__MUSA_AS(int_as_float, float, int)
__MUSA_AS(uint_as_float, float, unsigned)
#undef __MUSA_AS
__MUSA_CAST int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
__MUSA_CAST int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
__MUSA_CAST double __hiloint2double(int hi, int lo) {
  const unsigned long long bits =
      static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 | static_cast<unsigned>(lo);
  return __builtin_bit_cast(double, bits);
}

// ---- to integers, saturated

#define __MUSA_TO_INTEGER(from, type, to, integer)                                                 \
  __MUSA_CAST integer __##from##2##to##_rn(type x) {                                               \
    return __musa_saturating_cast<integer>(__builtin_elementwise_roundeven(x));                    \
  }                                                                                                \
  __MUSA_CAST integer __##from##2##to##_rz(type x) { return __musa_saturating_cast<integer>(x); }  \
  __MUSA_CAST integer __##from##2##to##_ru(type x) {                                               \
    return __musa_saturating_cast<integer>(__builtin_elementwise_ceil(x));                         \
  }                                                                                                \
  __MUSA_CAST integer __##from##2##to##_rd(type x) {                                               \
    return __musa_saturating_cast<integer>(__builtin_elementwise_floor(x));                        \
  }
__MUSA_TO_INTEGER(float, float, int, int)
__MUSA_TO_INTEGER(float, float, uint, unsigned)
__MUSA_TO_INTEGER(float, float, ll, long long)
__MUSA_TO_INTEGER(float, float, ull, unsigned long long)
__MUSA_TO_INTEGER(double, double, int, int)
__MUSA_TO_INTEGER(double, double, uint, unsigned)
__MUSA_TO_INTEGER(double, double, ll, long long)
__MUSA_TO_INTEGER(double, double, ull, unsigned long long)
#undef __MUSA_TO_INTEGER

// ---- to floating point

/// The next value away from zero, with the same sign. Infinity and NaN stay as they are.
__MUSA_CAST float __musa_away_from_zero(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  return (bits & 0x7fffffff) >= 0x7f800000 ? x : __builtin_bit_cast(float, bits + 1);
}
__MUSA_CAST double __musa_away_from_zero(double x) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  return (bits & ~(1ull << 63)) >= 0x7ffull << 52 ? x : __builtin_bit_cast(double, bits + 1);
}
__MUSA_CAST float __musa_towards_zero(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  return x == 0 ? x : __builtin_bit_cast(float, bits - 1);
}

__MUSA_CAST float __double2float_rn(double x) { return static_cast<float>(x); }
__MUSA_CAST float __double2float_rz(double x) {
  const float nearest = static_cast<float>(x);
  return __builtin_fabs(static_cast<double>(nearest)) > __builtin_fabs(x)
             ? __musa_towards_zero(nearest)
             : nearest;
}
__MUSA_CAST float __double2float_ru(double x) {
  const float cut = __double2float_rz(x);
  if (!(static_cast<double>(cut) < x))
    return cut;
  return cut == 0 ? __builtin_bit_cast(float, 1U) : __musa_away_from_zero(cut);
}
__MUSA_CAST float __double2float_rd(double x) { return -__double2float_ru(-x); }

/// Returns the largest Float that is not above x. Sets *exact to whether it equals x.
template <typename Float> __MUSA_CAST Float __musa_cut(unsigned long long x, bool *exact) {
  constexpr int digits = sizeof(Float) == 4 ? 24 : 53;
  const int length = 64 - (x == 0 ? 64 : __builtin_clzll(x));
  const int drop = length > digits ? length - digits : 0;
  const unsigned long long kept = x >> drop << drop;
  *exact = kept == x;
  return static_cast<Float>(kept);
}
template <typename Float, typename Integer>
__MUSA_CAST Float __musa_rounded_integer(Integer x, bool awayIfPositive, bool awayIfNegative) {
  const bool negative = x < Integer(0);
  const auto bits = static_cast<unsigned long long>(x);
  bool exact;
  Float result = __musa_cut<Float>(negative ? 0 - bits : bits, &exact);
  if (!exact && (negative ? awayIfNegative : awayIfPositive))
    result = __musa_away_from_zero(result);
  return negative ? -result : result;
}
#define __MUSA_FROM_INTEGER(from, integer, to, type)                                               \
  __MUSA_CAST type __##from##2##to##_rn(integer x) { return static_cast<type>(x); }                \
  __MUSA_CAST type __##from##2##to##_rz(integer x) {                                               \
    return __musa_rounded_integer<type>(x, false, false);                                          \
  }                                                                                                \
  __MUSA_CAST type __##from##2##to##_ru(integer x) {                                               \
    return __musa_rounded_integer<type>(x, true, false);                                           \
  }                                                                                                \
  __MUSA_CAST type __##from##2##to##_rd(integer x) {                                               \
    return __musa_rounded_integer<type>(x, false, true);                                           \
  }
__MUSA_FROM_INTEGER(int, int, float, float)
__MUSA_FROM_INTEGER(uint, unsigned, float, float)
__MUSA_FROM_INTEGER(ll, long long, float, float)
__MUSA_FROM_INTEGER(ull, unsigned long long, float, float)
__MUSA_FROM_INTEGER(ll, long long, double, double)
__MUSA_FROM_INTEGER(ull, unsigned long long, double, double)
#undef __MUSA_FROM_INTEGER
__MUSA_CAST double __int2double_rn(int x) { return x; }
__MUSA_CAST double __uint2double_rn(unsigned x) { return x; }

// ---- in a direction that is an argument

enum musaRoundMode { musaRoundNearest, musaRoundZero, musaRoundPosInf, musaRoundMinInf };

#define __MUSA_ROUNDED(from, type, to, result, mode)                                               \
  __MUSA_CAST result from##2##to(type x, musaRoundMode how = mode) {                               \
    return how == musaRoundNearest  ? __##from##2##to##_rn(x)                                      \
           : how == musaRoundZero   ? __##from##2##to##_rz(x)                                      \
           : how == musaRoundPosInf ? __##from##2##to##_ru(x)                                      \
                                    : __##from##2##to##_rd(x);                                     \
  }
__MUSA_ROUNDED(float, float, int, int, musaRoundZero)
__MUSA_ROUNDED(float, float, uint, unsigned, musaRoundZero)
__MUSA_ROUNDED(int, int, float, float, musaRoundNearest)
__MUSA_ROUNDED(uint, unsigned, float, float, musaRoundNearest)
#undef __MUSA_ROUNDED

#undef __MUSA_CAST

#endif // MUSA_PORT_DEVICE_CASTS_H
