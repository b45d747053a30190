//===- musa_port/device/fp8_types.h - one, two and four numbers of 8 bits --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included once for each format, with __MUSA_FP8, __MUSA_FP8X2, __MUSA_FP8X4 and __MUSA_FP8_FORMAT
// defined before. All conversions are explicit; conversions to 8 bits saturate.
//===----------------------------------------------------------------------===//

struct __MUSA_FP8 {
  __mt_fp8_storage_t __x;

  __MUSA_FP8() = default;

#if !defined(__MUSA_NO_FP8_CONVERSIONS__)
  __MUSA_HOSTDEVICE explicit __MUSA_FP8(const double value)
      : __x(__mt_cvt_double_to_fp8(value, __MT_SATFINITE, __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8(const float value)
      : __x(__mt_cvt_float_to_fp8(value, __MT_SATFINITE, __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8(const __half value)
      : __x(__mt_cvt_halfraw_to_fp8(static_cast<__half_raw>(value), __MT_SATFINITE,
                                    __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8(const __mt_bfloat16 value)
      : __x(__mt_cvt_bfloat16raw_to_fp8(static_cast<__mt_bfloat16_raw>(value), __MT_SATFINITE,
                                        __MUSA_FP8_FORMAT)) {}
#define __MUSA_FP8_FROM(type)                                                                      \
  __MUSA_HOSTDEVICE explicit __MUSA_FP8(const type value)                                          \
      : __MUSA_FP8(static_cast<double>(value)) {}
  __MUSA_FP8_FROM(short)
  __MUSA_FP8_FROM(unsigned short)
  __MUSA_FP8_FROM(int)
  __MUSA_FP8_FROM(unsigned int)
  __MUSA_FP8_FROM(long)
  __MUSA_FP8_FROM(unsigned long)
  __MUSA_FP8_FROM(long long)
  __MUSA_FP8_FROM(unsigned long long)
#undef __MUSA_FP8_FROM

#if !defined(__MUSA_NO_FP8_CONVERSION_OPERATORS__)
  __MUSA_HOSTDEVICE explicit operator __half() const {
    return __half(__mt_cvt_fp8_to_halfraw(__x, __MUSA_FP8_FORMAT));
  }
  __MUSA_HOSTDEVICE explicit operator float() const {
    return __musa_format_half::widen(__mt_cvt_fp8_to_halfraw(__x, __MUSA_FP8_FORMAT).x);
  }
  __MUSA_HOSTDEVICE explicit operator double() const {
    return static_cast<double>(static_cast<float>(*this));
  }
  __MUSA_HOSTDEVICE explicit operator __mt_bfloat16() const {
    return __float2bfloat16(static_cast<float>(*this));
  }
  __MUSA_HOSTDEVICE explicit operator bool() const { return (__x & 0x7f) != 0; }
#define __MUSA_FP8_TO(type)                                                                        \
  __MUSA_HOSTDEVICE explicit operator type() const {                                               \
    return __musa_to_integer<type>(static_cast<float>(*this), __musa_round_zero);                  \
  }
  __MUSA_FP8_TO(char)
  __MUSA_FP8_TO(signed char)
  __MUSA_FP8_TO(unsigned char)
  __MUSA_FP8_TO(short)
  __MUSA_FP8_TO(unsigned short)
  __MUSA_FP8_TO(int)
  __MUSA_FP8_TO(unsigned int)
  __MUSA_FP8_TO(long)
  __MUSA_FP8_TO(unsigned long)
  __MUSA_FP8_TO(long long)
  __MUSA_FP8_TO(unsigned long long)
#undef __MUSA_FP8_TO
#endif
#endif
};

struct __MUSA_ALIGN__(2) __MUSA_FP8X2 {
  __mt_fp8x2_storage_t __x;

  __MUSA_FP8X2() = default;

#if !defined(__MUSA_NO_FP8_CONVERSIONS__)
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X2(const __half2 value)
      : __x(__mt_cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(value), __MT_SATFINITE,
                                       __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X2(const __mt_bfloat162 value)
      : __x(__mt_cvt_bfloat16raw2_to_fp8x2(static_cast<__mt_bfloat162_raw>(value), __MT_SATFINITE,
                                           __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X2(const float2 value)
      : __x(__mt_cvt_float2_to_fp8x2(value, __MT_SATFINITE, __MUSA_FP8_FORMAT)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X2(const double2 value)
      : __x(__mt_cvt_double2_to_fp8x2(value, __MT_SATFINITE, __MUSA_FP8_FORMAT)) {}

#if !defined(__MUSA_NO_FP8_CONVERSION_OPERATORS__)
  __MUSA_HOSTDEVICE explicit operator __half2() const {
    return __half2(__mt_cvt_fp8x2_to_halfraw2(__x, __MUSA_FP8_FORMAT));
  }
  __MUSA_HOSTDEVICE explicit operator float2() const {
    return __half22float2(static_cast<__half2>(*this));
  }
#endif
#endif
};

struct __MUSA_ALIGN__(4) __MUSA_FP8X4 {
  __mt_fp8x4_storage_t __x;

  __MUSA_FP8X4() = default;

#if !defined(__MUSA_NO_FP8_CONVERSIONS__)
private:
  __MUSA_HOSTDEVICE __MUSA_FP8X4(const __MUSA_FP8X2 low, const __MUSA_FP8X2 high)
      : __x(low.__x | static_cast<__mt_fp8x4_storage_t>(high.__x) << 16) {}

public:
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X4(const __half2 low, const __half2 high)
      : __MUSA_FP8X4(__MUSA_FP8X2(low), __MUSA_FP8X2(high)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X4(const __mt_bfloat162 low, const __mt_bfloat162 high)
      : __MUSA_FP8X4(__MUSA_FP8X2(low), __MUSA_FP8X2(high)) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X4(const float4 value)
      : __MUSA_FP8X4(__MUSA_FP8X2(float2{value.x, value.y}),
                     __MUSA_FP8X2(float2{value.z, value.w})) {}
  __MUSA_HOSTDEVICE explicit __MUSA_FP8X4(const double4 value)
      : __MUSA_FP8X4(__MUSA_FP8X2(double2{value.x, value.y}),
                     __MUSA_FP8X2(double2{value.z, value.w})) {}

#if !defined(__MUSA_NO_FP8_CONVERSION_OPERATORS__)
  __MUSA_HOSTDEVICE explicit operator float4() const {
    __MUSA_FP8X2 low, high;
    low.__x = static_cast<__mt_fp8x2_storage_t>(__x & 0xffff);
    high.__x = static_cast<__mt_fp8x2_storage_t>(__x >> 16);
    const float2 first = static_cast<float2>(low);
    const float2 second = static_cast<float2>(high);
    return float4{first.x, first.y, second.x, second.y};
  }
#endif
#endif
};

#undef __MUSA_FP8
#undef __MUSA_FP8X2
#undef __MUSA_FP8X4
#undef __MUSA_FP8_FORMAT
