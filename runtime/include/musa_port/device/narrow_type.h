//===- musa_port/device/narrow_type.h - a 16-bit floating-point type and its conversions --*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included once for half and once for bfloat16, whose interfaces differ only in names. The
// including header defines these macros first:
//   __MUSA_SCALAR, __MUSA_SCALAR_RAW   the type, and the struct that holds its bits
//   __MUSA_PAIR, __MUSA_PAIR_RAW       the same for a pair of values
//   __MUSA_OTHER_SCALAR                the other 16-bit type
//   __MUSA_WORD, __MUSA_WORD2          the type's name within function names: half, half2
//   __MUSA_FORMAT                      how the format rounds (narrow_float.h)
//   __MUSA_NARROW_NO_CONVERSIONS, __MUSA_NARROW_NO_OPERATORS, __MUSA_NARROW_NO_PAIR_OPERATORS
// The last three are optional and omit parts. narrow_functions.h follows with the arithmetic.
//===----------------------------------------------------------------------===//

#define __MUSA_JOIN2_(a, b) a##b
#define __MUSA_JOIN3_(a, b, c) a##b##c
#define __MUSA_JOIN4_(a, b, c, d) a##b##c##d
#define __MUSA_JOIN2(a, b) __MUSA_JOIN2_(a, b)
#define __MUSA_JOIN3(a, b, c) __MUSA_JOIN3_(a, b, c)
#define __MUSA_JOIN4(a, b, c, d) __MUSA_JOIN4_(a, b, c, d)

typedef struct __MUSA_ALIGN__(2) {
  unsigned short x;
} __MUSA_SCALAR_RAW;

typedef struct __MUSA_ALIGN__(4) {
  unsigned short x;
  unsigned short y;
} __MUSA_PAIR_RAW;

struct __MUSA_ALIGN__(2) __MUSA_SCALAR {
protected:
  unsigned short __x;

public:
  __MUSA_SCALAR() = default;
  __MUSA_HOSTDEVICE constexpr __MUSA_SCALAR(const __MUSA_SCALAR_RAW &raw) : __x(raw.x) {}
  __MUSA_HOSTDEVICE __MUSA_SCALAR &operator=(const __MUSA_SCALAR_RAW &raw) {
    __x = raw.x;
    return *this;
  }
  __MUSA_HOSTDEVICE volatile __MUSA_SCALAR &operator=(const __MUSA_SCALAR_RAW &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __MUSA_HOSTDEVICE volatile __MUSA_SCALAR &
  operator=(const volatile __MUSA_SCALAR_RAW &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __MUSA_HOSTDEVICE operator __MUSA_SCALAR_RAW() const {
    __MUSA_SCALAR_RAW raw;
    raw.x = __x;
    return raw;
  }
  __MUSA_HOSTDEVICE operator __MUSA_SCALAR_RAW() const volatile {
    __MUSA_SCALAR_RAW raw;
    raw.x = __x;
    return raw;
  }

#if !defined(__MUSA_NARROW_NO_CONVERSIONS)
  __MUSA_HOSTDEVICE __MUSA_SCALAR(float value) : __x(__MUSA_FORMAT::narrow(value)) {}
  __MUSA_HOSTDEVICE __MUSA_SCALAR(double value) : __x(__MUSA_FORMAT::narrow(value)) {}
  __MUSA_HOSTDEVICE operator float() const { return __MUSA_FORMAT::widen(__x); }
  __MUSA_HOSTDEVICE __MUSA_SCALAR &operator=(float value) {
    __x = __MUSA_FORMAT::narrow(value);
    return *this;
  }
  __MUSA_HOSTDEVICE __MUSA_SCALAR &operator=(double value) {
    __x = __MUSA_FORMAT::narrow(value);
    return *this;
  }

  // Conversions from integers round to nearest; conversions to integers round towards zero.
#define __MUSA_NARROW_TO(type)                                                                     \
  __MUSA_HOSTDEVICE operator type() const {                                                        \
    return __musa_to_integer<type>(__MUSA_FORMAT::widen(__x), __musa_round_zero);                  \
  }
#define __MUSA_NARROW_FROM_AND_TO(type, widest)                                                    \
  __MUSA_HOSTDEVICE __MUSA_SCALAR(type value)                                                      \
      : __x(__MUSA_FORMAT::narrow(__musa_integer_to_double(static_cast<widest>(value)))) {}        \
  __MUSA_HOSTDEVICE __MUSA_SCALAR &operator=(type value) { return *this = __MUSA_SCALAR(value); }  \
  __MUSA_NARROW_TO(type)
  __MUSA_NARROW_TO(char)
  __MUSA_NARROW_TO(signed char)
  __MUSA_NARROW_TO(unsigned char)
  __MUSA_NARROW_FROM_AND_TO(short, long long)
  __MUSA_NARROW_FROM_AND_TO(unsigned short, unsigned long long)
  __MUSA_NARROW_FROM_AND_TO(int, long long)
  __MUSA_NARROW_FROM_AND_TO(unsigned int, unsigned long long)
  __MUSA_NARROW_FROM_AND_TO(long, long long)
  __MUSA_NARROW_FROM_AND_TO(unsigned long, unsigned long long)
  __MUSA_NARROW_FROM_AND_TO(long long, long long)
  __MUSA_NARROW_FROM_AND_TO(unsigned long long, unsigned long long)
#undef __MUSA_NARROW_FROM_AND_TO
#undef __MUSA_NARROW_TO
  __MUSA_HOSTDEVICE operator bool() const { return (__x & 0x7fff) != 0; }

  /// Converts from the other 16-bit type. musa_bf16.h defines it, because it knows both types.
  __MUSA_HOSTDEVICE explicit __MUSA_SCALAR(const __MUSA_OTHER_SCALAR &other);
#endif
};

struct __MUSA_ALIGN__(4) __MUSA_PAIR {
  __MUSA_SCALAR x;
  __MUSA_SCALAR y;

  __MUSA_PAIR() = default;
  __MUSA_HOSTDEVICE constexpr __MUSA_PAIR(const __MUSA_SCALAR &first, const __MUSA_SCALAR &second)
      : x(first), y(second) {}
  __MUSA_HOSTDEVICE __MUSA_PAIR(const __MUSA_PAIR_RAW &raw)
      : x(__MUSA_SCALAR_RAW{raw.x}), y(__MUSA_SCALAR_RAW{raw.y}) {}
  /// A template, since {} could mean either type otherwise.
  template <typename Raw,
            typename = typename std::enable_if<std::is_same<Raw, __MUSA_PAIR_RAW>::value>::type>
  __MUSA_HOSTDEVICE __MUSA_PAIR &operator=(const Raw &raw) {
    x = __MUSA_SCALAR_RAW{raw.x};
    y = __MUSA_SCALAR_RAW{raw.y};
    return *this;
  }
  __MUSA_HOSTDEVICE operator __MUSA_PAIR_RAW() const {
    return {static_cast<__MUSA_SCALAR_RAW>(x).x, static_cast<__MUSA_SCALAR_RAW>(y).x};
  }
};

// ------------------------------------------------------------------------------ bits and values

__MUSA_HOSTDEVICE inline unsigned short __musa_bits(const __MUSA_SCALAR value) {
  return static_cast<__MUSA_SCALAR_RAW>(value).x;
}
__MUSA_HOSTDEVICE inline float __musa_widen(const __MUSA_SCALAR value) {
  return __MUSA_FORMAT::widen(__musa_bits(value));
}
#define __MUSA_OF_BITS(bits) __MUSA_SCALAR(__MUSA_SCALAR_RAW{static_cast<unsigned short>(bits)})
#define __MUSA_NARROW(...) __MUSA_SCALAR(__MUSA_SCALAR_RAW{__MUSA_FORMAT::narrow(__VA_ARGS__)})

__MUSA_HOSTDEVICE inline unsigned short __MUSA_JOIN3(__, __MUSA_WORD,
                                                     _as_ushort)(const __MUSA_SCALAR value) {
  return __musa_bits(value);
}
__MUSA_HOSTDEVICE inline short __MUSA_JOIN3(__, __MUSA_WORD, _as_short)(const __MUSA_SCALAR value) {
  return static_cast<short>(__musa_bits(value));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__ushort_as_,
                                                    __MUSA_WORD)(const unsigned short bits) {
  return __MUSA_OF_BITS(bits);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__short_as_, __MUSA_WORD)(const short bits) {
  return __MUSA_OF_BITS(bits);
}

// --------------------------------------------------------------------------- float and double

__MUSA_HOSTDEVICE inline float __MUSA_JOIN3(__, __MUSA_WORD, 2float)(const __MUSA_SCALAR value) {
  return __musa_widen(value);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__float2, __MUSA_WORD)(const float value) {
  return __MUSA_NARROW(value);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__double2, __MUSA_WORD)(const double value) {
  return __MUSA_NARROW(value);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN3(__float2, __MUSA_WORD, _rn)(const float value) {
  return __MUSA_NARROW(value);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN3(__float2, __MUSA_WORD, _rz)(const float value) {
  return __MUSA_NARROW(static_cast<double>(value), __musa_round_zero);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN3(__float2, __MUSA_WORD, _rd)(const float value) {
  return __MUSA_NARROW(static_cast<double>(value), __musa_round_down);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN3(__float2, __MUSA_WORD, _ru)(const float value) {
  return __MUSA_NARROW(static_cast<double>(value), __musa_round_up);
}

// ------------------------------------------------------------------------------------- integers

// A program may have a macro ll: no word of a name stands alone.
#define __MUSA_NARROW_TO_INTEGER(type, to, suffix, rounding)                                       \
  __MUSA_HOSTDEVICE inline type __MUSA_JOIN4(__, __MUSA_WORD, to,                                  \
                                             suffix)(const __MUSA_SCALAR value) {                  \
    return __musa_to_integer<type>(__musa_widen(value), rounding);                                 \
  }
#define __MUSA_NARROW_OF_INTEGER(type, widest, of, suffix, rounding)                               \
  __MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN3(of, __MUSA_WORD, suffix)(const type value) { \
    return __MUSA_NARROW(__musa_integer_to_double(static_cast<widest>(value)), rounding);          \
  }
#define __MUSA_NARROW_INTEGER(type, widest, of, to)                                                \
  __MUSA_NARROW_TO_INTEGER(type, to, _rn, __musa_round_nearest)                                    \
  __MUSA_NARROW_TO_INTEGER(type, to, _rz, __musa_round_zero)                                       \
  __MUSA_NARROW_TO_INTEGER(type, to, _rd, __musa_round_down)                                       \
  __MUSA_NARROW_TO_INTEGER(type, to, _ru, __musa_round_up)                                         \
  __MUSA_NARROW_OF_INTEGER(type, widest, of, _rn, __musa_round_nearest)                            \
  __MUSA_NARROW_OF_INTEGER(type, widest, of, _rz, __musa_round_zero)                               \
  __MUSA_NARROW_OF_INTEGER(type, widest, of, _rd, __musa_round_down)                               \
  __MUSA_NARROW_OF_INTEGER(type, widest, of, _ru, __musa_round_up)

__MUSA_NARROW_INTEGER(short, long long, __short2, 2short)
__MUSA_NARROW_INTEGER(unsigned short, unsigned long long, __ushort2, 2ushort)
__MUSA_NARROW_INTEGER(int, long long, __int2, 2int)
__MUSA_NARROW_INTEGER(unsigned int, unsigned long long, __uint2, 2uint)
__MUSA_NARROW_INTEGER(long long, long long, __ll2, 2ll)
__MUSA_NARROW_INTEGER(unsigned long long, unsigned long long, __ull2, 2ull)
__MUSA_NARROW_TO_INTEGER(signed char, 2char, _rz, __musa_round_zero)
__MUSA_NARROW_TO_INTEGER(unsigned char, 2uchar, _rz, __musa_round_zero)

// ---------------------------------------------------------------------------------------- pairs

__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN2(make_, __MUSA_WORD2)(const __MUSA_SCALAR x,
                                                                       const __MUSA_SCALAR y) {
  return __MUSA_PAIR(x, y);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR
__MUSA_JOIN2(__halves2, __MUSA_WORD2)(const __MUSA_SCALAR low, const __MUSA_SCALAR high) {
  return __MUSA_PAIR(low, high);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN4(__, __MUSA_WORD, 2,
                                                  __MUSA_WORD2)(const __MUSA_SCALAR both) {
  return __MUSA_PAIR(both, both);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN3(__float2, __MUSA_WORD2, _rn)(const float both) {
  return __MUSA_PAIR(__MUSA_NARROW(both), __MUSA_NARROW(both));
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN3(__floats2, __MUSA_WORD2, _rn)(const float low,
                                                                                const float high) {
  return __MUSA_PAIR(__MUSA_NARROW(low), __MUSA_NARROW(high));
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN3(__float22, __MUSA_WORD2,
                                                  _rn)(const float2 value) {
  return __MUSA_PAIR(__MUSA_NARROW(value.x), __MUSA_NARROW(value.y));
}
__MUSA_HOSTDEVICE inline float2 __MUSA_JOIN3(__, __MUSA_WORD2, 2float2)(const __MUSA_PAIR value) {
  float2 result;
  result.x = __musa_widen(value.x);
  result.y = __musa_widen(value.y);
  return result;
}
__MUSA_HOSTDEVICE inline float __low2float(const __MUSA_PAIR value) {
  return __musa_widen(value.x);
}
__MUSA_HOSTDEVICE inline float __high2float(const __MUSA_PAIR value) {
  return __musa_widen(value.y);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__low2, __MUSA_WORD)(const __MUSA_PAIR value) {
  return value.x;
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __MUSA_JOIN2(__high2, __MUSA_WORD)(const __MUSA_PAIR value) {
  return value.y;
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN2(__low2, __MUSA_WORD2)(const __MUSA_PAIR value) {
  return __MUSA_PAIR(value.x, value.x);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN2(__high2, __MUSA_WORD2)(const __MUSA_PAIR value) {
  return __MUSA_PAIR(value.y, value.y);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN2(__lows2, __MUSA_WORD2)(const __MUSA_PAIR a,
                                                                         const __MUSA_PAIR b) {
  return __MUSA_PAIR(a.x, b.x);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __MUSA_JOIN2(__highs2, __MUSA_WORD2)(const __MUSA_PAIR a,
                                                                          const __MUSA_PAIR b) {
  return __MUSA_PAIR(a.y, b.y);
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __lowhigh2highlow(const __MUSA_PAIR value) {
  return __MUSA_PAIR(value.y, value.x);
}
