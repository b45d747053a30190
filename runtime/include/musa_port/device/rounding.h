//===- musa_port/device/rounding.h - arithmetic that says how it rounds --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The suffixes are those of casts.h. The compiler fuses none of these with other operations.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_ROUNDING_H
#define MUSA_PORT_DEVICE_ROUNDING_H

#include "musa_port/device/keywords.h"
#include "musa_port/host/math_library.h"

#define __MUSA_ROUND __device__ __forceinline__

// ---- sums and products: round to nearest, compute the exact rounding error, correct by its sign.
// The library handles the rare cases in which the error is unknown: overflow, underflow, zeros,
// infinities and NaNs. It sets the processor's rounding mode, which takes far longer.

template <class T> struct __musa_floating;
template <> struct __musa_floating<float> {
  using bits = int;
  static constexpr float least = 0x1p-100f, greatest = 0x1p+125f;
};
template <> struct __musa_floating<double> {
  using bits = long long;
  static constexpr double least = 0x1p-960, greatest = 0x1p+1020;
};

/// Under -ffast-math the compiler folds the rounding error to 0, so the library has to round.
#ifdef __FAST_MATH__
constexpr bool __musa_errors_are_lost = true;
#else
constexpr bool __musa_errors_are_lost = false;
#endif

/// Rounds nearest + error in `direction`. `nearest` is that sum rounded to nearest, and not 0.
template <class T> __MUSA_ROUND T __musa_corrected(T nearest, T error, __musa_direction direction) {
  using Bits = typename __musa_floating<T>::bits;
  const bool negative = nearest < 0;
  const bool down = direction == __musa_downwards || (direction == __musa_to_zero && !negative);
  const bool wrong = down ? error < 0 : error > 0;
  Bits bits = __builtin_bit_cast(Bits, nearest);
  bits += wrong ? (down == negative ? 1 : -1) : 0;
  return __builtin_bit_cast(T, bits);
}

__MUSA_ROUND float __musa_library_add(float x, float y, __musa_direction direction) {
  return __musa_addf(x, y, direction);
}
__MUSA_ROUND double __musa_library_add(double x, double y, __musa_direction direction) {
  return __musa_add(x, y, direction);
}
__MUSA_ROUND float __musa_library_mul(float x, float y, __musa_direction direction) {
  return __musa_mulf(x, y, direction);
}
__MUSA_ROUND double __musa_library_mul(double x, double y, __musa_direction direction) {
  return __musa_mul(x, y, direction);
}
__MUSA_ROUND float __musa_remainder(float x, float y, float product) {
  return __builtin_fmaf(x, y, -product);
}
__MUSA_ROUND double __musa_remainder(double x, double y, double product) {
  return __builtin_fma(x, y, -product);
}

template <class T> __MUSA_ROUND T __musa_directed_add(T x, T y, __musa_direction direction) {
#pragma clang fp contract(off) reassociate(off)
  const T sum = x + y;
  const T size = sum < 0 ? -sum : sum;
  if (__musa_errors_are_lost ||
      !(size > 0 && size < __musa_floating<T>::greatest && x < __musa_floating<T>::greatest &&
        x > -__musa_floating<T>::greatest))
    return __musa_library_add(x, y, direction);
  const T part = sum - x;
  const T error = (x - (sum - part)) + (y - part);
  return __musa_corrected(sum, error, direction);
}

template <class T> __MUSA_ROUND T __musa_directed_mul(T x, T y, __musa_direction direction) {
#pragma clang fp contract(off) reassociate(off)
  const T product = x * y;
  const T size = product < 0 ? -product : product;
  if (__musa_errors_are_lost ||
      !(size > __musa_floating<T>::least && size < __musa_floating<T>::greatest))
    return __musa_library_mul(x, y, direction);
  return __musa_corrected(product, __musa_remainder(x, y, product), direction);
}

// ---- the functions

#define __MUSA_OPERATION(name, type, library, nearest, parameters, ...)                            \
  __MUSA_ROUND type __##name##_rn parameters { _Pragma("clang fp contract(off)") return nearest; } \
  __MUSA_ROUND type __##name##_rz parameters { return library(__VA_ARGS__, __musa_to_zero); }      \
  __MUSA_ROUND type __##name##_ru parameters { return library(__VA_ARGS__, __musa_upwards); }      \
  __MUSA_ROUND type __##name##_rd parameters { return library(__VA_ARGS__, __musa_downwards); }

__MUSA_OPERATION(fadd, float, __musa_directed_add, x + y, (float x, float y), x, y)
__MUSA_OPERATION(fsub, float, __musa_directed_add, x - y, (float x, float y), x, -y)
__MUSA_OPERATION(fmul, float, __musa_directed_mul, x *y, (float x, float y), x, y)
__MUSA_OPERATION(fdiv, float, __musa_divf, x / y, (float x, float y), x, y)
__MUSA_OPERATION(frcp, float, __musa_divf, 1.0f / x, (float x), 1.0f, x)
__MUSA_OPERATION(fsqrt, float, __musa_sqrtf, __builtin_sqrtf(x), (float x), x)
__MUSA_OPERATION(fmaf, float, __musa_fmaf, __builtin_fmaf(x, y, z), (float x, float y, float z), x,
                 y, z)
__MUSA_OPERATION(dadd, double, __musa_directed_add, x + y, (double x, double y), x, y)
__MUSA_OPERATION(dsub, double, __musa_directed_add, x - y, (double x, double y), x, -y)
__MUSA_OPERATION(dmul, double, __musa_directed_mul, x *y, (double x, double y), x, y)
__MUSA_OPERATION(ddiv, double, __musa_div, x / y, (double x, double y), x, y)
__MUSA_OPERATION(drcp, double, __musa_div, 1.0 / x, (double x), 1.0, x)
__MUSA_OPERATION(dsqrt, double, __musa_sqrt, __builtin_sqrt(x), (double x), x)
__MUSA_OPERATION(fma, double, __musa_fma, __builtin_fma(x, y, z), (double x, double y, double z), x,
                 y, z)
#undef __MUSA_OPERATION

__MUSA_ROUND float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x)));
}
// Nothing is flushed to zero here, so the ieee forms equal the plain ones.
__MUSA_ROUND float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }

#undef __MUSA_ROUND

#endif // MUSA_PORT_DEVICE_ROUNDING_H
