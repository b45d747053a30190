//===- musa_fp8.h - numbers of 8 bits: E4M3 and E5M2 ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// E4M3 has no infinities, goes up to 448, and has one NaN for each sign. E5M2 is the upper byte of
// half's format. The header has storage types, conversion functions, and classes over them.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_FP8_H__
#define __MUSA_FP8_H__

#if defined(__cplusplus) // C gets nothing from this header

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "vector_types.h"

#define __MUSA_FP8_TYPES_EXIST__

typedef unsigned char __mt_fp8_storage_t;
typedef unsigned short __mt_fp8x2_storage_t; ///< the first number is in the low bits
typedef unsigned int __mt_fp8x4_storage_t;

/// What a too large number becomes: infinity (NaN in E4M3), or the largest finite number.
typedef enum __mt_saturation_t { __MT_NOSAT, __MT_SATFINITE } __mt_saturation_t;

typedef enum __mt_fp8_interpretation_t { __MT_E4M3, __MT_E5M2 } __mt_fp8_interpretation_t;

// ------------------------------------------------------------------------------------- to 8 bits

/// Rounds to the nearest number, ties to even. NaN stays NaN and keeps its sign.
__MUSA_HOSTDEVICE inline __mt_fp8_storage_t
__mt_cvt_double_to_fp8(const double x, const __mt_saturation_t saturate,
                       const __mt_fp8_interpretation_t interpretation) {
  const bool e4m3 = interpretation == __MT_E4M3;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned sign = static_cast<unsigned>(bits >> 63) << 7;
  const unsigned last = e4m3 ? 0x7eu : 0x7bu;
  unsigned code;
  if (x != x) {
    code = e4m3 ? 0x7fu : 0x7eu;
  } else {
    const unsigned long long exact =
        __musa_round_magnitude(bits, e4m3 ? 3 : 2, e4m3 ? 7 : 15, __musa_round_nearest);
    if (exact <= last)
      code = static_cast<unsigned>(exact);
    else
      code = saturate == __MT_SATFINITE ? last : e4m3 ? 0x7fu : 0x7cu;
  }
  return static_cast<__mt_fp8_storage_t>(sign | code);
}
__MUSA_HOSTDEVICE inline __mt_fp8_storage_t
__mt_cvt_float_to_fp8(const float x, const __mt_saturation_t saturate,
                      const __mt_fp8_interpretation_t interpretation) {
  return __mt_cvt_double_to_fp8(static_cast<double>(x), saturate, interpretation);
}
__MUSA_HOSTDEVICE inline __mt_fp8_storage_t
__mt_cvt_halfraw_to_fp8(const __half_raw x, const __mt_saturation_t saturate,
                        const __mt_fp8_interpretation_t interpretation) {
  return __mt_cvt_float_to_fp8(__musa_format_half::widen(x.x), saturate, interpretation);
}
__MUSA_HOSTDEVICE inline __mt_fp8_storage_t
__mt_cvt_bfloat16raw_to_fp8(const __mt_bfloat16_raw x, const __mt_saturation_t saturate,
                            const __mt_fp8_interpretation_t interpretation) {
  return __mt_cvt_float_to_fp8(__musa_format_bfloat16::widen(x.x), saturate, interpretation);
}

__MUSA_HOSTDEVICE inline __mt_fp8x2_storage_t __musa_fp8x2(const __mt_fp8_storage_t low,
                                                           const __mt_fp8_storage_t high) {
  return static_cast<__mt_fp8x2_storage_t>(low | high << 8);
}
__MUSA_HOSTDEVICE inline __mt_fp8x2_storage_t
__mt_cvt_double2_to_fp8x2(const double2 x, const __mt_saturation_t saturate,
                          const __mt_fp8_interpretation_t interpretation) {
  return __musa_fp8x2(__mt_cvt_double_to_fp8(x.x, saturate, interpretation),
                      __mt_cvt_double_to_fp8(x.y, saturate, interpretation));
}
__MUSA_HOSTDEVICE inline __mt_fp8x2_storage_t
__mt_cvt_float2_to_fp8x2(const float2 x, const __mt_saturation_t saturate,
                         const __mt_fp8_interpretation_t interpretation) {
  return __musa_fp8x2(__mt_cvt_float_to_fp8(x.x, saturate, interpretation),
                      __mt_cvt_float_to_fp8(x.y, saturate, interpretation));
}
__MUSA_HOSTDEVICE inline __mt_fp8x2_storage_t
__mt_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __mt_saturation_t saturate,
                           const __mt_fp8_interpretation_t interpretation) {
  return __musa_fp8x2(__mt_cvt_halfraw_to_fp8(__half_raw{x.x}, saturate, interpretation),
                      __mt_cvt_halfraw_to_fp8(__half_raw{x.y}, saturate, interpretation));
}
__MUSA_HOSTDEVICE inline __mt_fp8x2_storage_t
__mt_cvt_bfloat16raw2_to_fp8x2(const __mt_bfloat162_raw x, const __mt_saturation_t saturate,
                               const __mt_fp8_interpretation_t interpretation) {
  return __musa_fp8x2(
      __mt_cvt_bfloat16raw_to_fp8(__mt_bfloat16_raw{x.x}, saturate, interpretation),
      __mt_cvt_bfloat16raw_to_fp8(__mt_bfloat16_raw{x.y}, saturate, interpretation));
}

// ----------------------------------------------------------------------------------- from 8 bits

/// The result is exact, because half can represent every number of both formats.
__MUSA_HOSTDEVICE inline __half_raw
__mt_cvt_fp8_to_halfraw(const __mt_fp8_storage_t x,
                        const __mt_fp8_interpretation_t interpretation) {
  const unsigned magnitude = x & 0x7fu;
  unsigned code;
  if (magnitude > (interpretation == __MT_E4M3 ? 0x7eu : 0x7cu))
    return {0x7fff};
  if (interpretation == __MT_E5M2)
    code = magnitude << 8;
  else if (magnitude < 8) // subnormal: in units of 2^-9
    code = __musa_format_half::narrow(static_cast<float>(magnitude) * 0.001953125f);
  else
    code = (magnitude << 7) + ((15u - 7u) << 10);
  return {static_cast<unsigned short>(code | (x & 0x80u) << 8)};
}
__MUSA_HOSTDEVICE inline __half2_raw
__mt_cvt_fp8x2_to_halfraw2(const __mt_fp8x2_storage_t x,
                           const __mt_fp8_interpretation_t interpretation) {
  return {__mt_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(x & 0xff), interpretation).x,
          __mt_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(x >> 8), interpretation).x};
}

// ------------------------------------------------------------------------------------- the classes

#define __MUSA_FP8 __mt_fp8_e4m3
#define __MUSA_FP8X2 __mt_fp8x2_e4m3
#define __MUSA_FP8X4 __mt_fp8x4_e4m3
#define __MUSA_FP8_FORMAT __MT_E4M3
#include "musa_port/device/fp8_types.h"

#define __MUSA_FP8 __mt_fp8_e5m2
#define __MUSA_FP8X2 __mt_fp8x2_e5m2
#define __MUSA_FP8X4 __mt_fp8x4_e5m2
#define __MUSA_FP8_FORMAT __MT_E5M2
#include "musa_port/device/fp8_types.h"

#endif // __cplusplus
#endif // __MUSA_FP8_H__
