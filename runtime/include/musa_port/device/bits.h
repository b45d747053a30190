//===- musa_port/device/bits.h - integer intrinsics --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_BITS_H
#define MUSA_PORT_DEVICE_BITS_H

#include "musa_port/device/keywords.h"
#include "vector_types.h"

#define __MUSA_BITS __device__ __forceinline__

// ---- bits

__MUSA_BITS int __popc(unsigned x) { return __builtin_popcount(x); }
__MUSA_BITS int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__MUSA_BITS int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__MUSA_BITS int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__MUSA_BITS int __ffs(int x) { return __builtin_ffs(x); }
__MUSA_BITS int __ffsll(long long x) { return __builtin_ffsll(x); }
__MUSA_BITS unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__MUSA_BITS unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
/// Finds the |offset|-th set bit of `mask` from bit `base` up, or down if offset < 0; ~0U: none.
__MUSA_BITS unsigned __fns(unsigned mask, unsigned base, int offset) {
  const int step = offset < 0 ? -1 : 1;
  int left = offset < 0 ? -offset : offset;
  if (left == 0)
    return mask >> (base & 31) & 1 ? base : ~0U;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if (mask >> bit & 1 && --left == 0)
      return static_cast<unsigned>(bit);
  return ~0U;
}

/// bfe extracts `length` bits of x from bit `start` on. bfi inserts the low bits of x into y there.
__MUSA_BITS unsigned __bfe_u32(unsigned x, unsigned start, unsigned length) {
  start &= 0xff;
  length &= 0xff;
  const unsigned shifted = start > 31 ? 0 : x >> start;
  return length > 31 ? shifted : shifted & ((1U << length) - 1);
}
__MUSA_BITS int __bfe_i32(int x, unsigned start, unsigned length) {
  start &= 0xff;
  length &= 0xff;
  if (length == 0)
    return 0;
  const unsigned last = start + length - 1 < 31 ? start + length - 1 : 31;
  const unsigned sign = static_cast<unsigned>(x) >> last & 1;
  const unsigned bits = __bfe_u32(static_cast<unsigned>(x), start, length);
  const unsigned width = start > 31 ? 0 : last - start + 1;
  return static_cast<int>(width > 31 || !sign ? bits : bits | ~0U << width);
}
__MUSA_BITS unsigned __bfi_u32(unsigned x, unsigned y, unsigned start, unsigned length) {
  start &= 0xff;
  length &= 0xff;
  if (start > 31)
    return y;
  const unsigned mask = (length > 31 ? ~0U : (1U << length) - 1) << start;
  return (y & ~mask) | (x << start & mask);
}

/// The low three bits of each of the four low nibbles of `selector` pick a byte of y:x.
__MUSA_BITS unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= (static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7)) & 0xff) << 8 * i;
  return result;
}

/// The l forms shift hi:lo left and return the high word. The r forms shift it right and return the
/// low word. The shift is taken modulo 32; the forms that end in c limit it to 32 instead.
__MUSA_BITS unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both << (shift & 31) >> 32);
}
__MUSA_BITS unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both << (shift < 32 ? shift : 32) >> 32);
}
__MUSA_BITS unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both >> (shift & 31));
}
__MUSA_BITS unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}

// ---- products

__MUSA_BITS int __mul24(int x, int y) {
  const auto low = [](int v) { return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8; };
  return static_cast<int>(static_cast<unsigned>(low(x)) * static_cast<unsigned>(low(y)));
}
__MUSA_BITS unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
__MUSA_BITS int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
__MUSA_BITS unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
__MUSA_BITS long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
__MUSA_BITS unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
__MUSA_BITS int mul24(int x, int y) { return __mul24(x, y); }
__MUSA_BITS unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }
__MUSA_BITS int mulhi(int x, int y) { return __mulhi(x, y); }
__MUSA_BITS unsigned mulhi(unsigned x, unsigned y) { return __umulhi(x, y); }
__MUSA_BITS unsigned mulhi(int x, unsigned y) { return __umulhi(static_cast<unsigned>(x), y); }
__MUSA_BITS unsigned mulhi(unsigned x, int y) { return __umulhi(x, static_cast<unsigned>(y)); }
__MUSA_BITS long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
__MUSA_BITS unsigned long long mul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}
__MUSA_BITS unsigned long long mul64hi(long long x, unsigned long long y) {
  return __umul64hi(static_cast<unsigned long long>(x), y);
}
__MUSA_BITS unsigned long long mul64hi(unsigned long long x, long long y) {
  return __umul64hi(x, static_cast<unsigned long long>(y));
}

// ---- sums

/// |x - y| + z
__MUSA_BITS unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                    : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
__MUSA_BITS unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return z + (x < y ? y - x : x - y);
}
/// The mean of x and y: hadd rounds it down, rhadd rounds it up.
__MUSA_BITS int __hadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
__MUSA_BITS int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
__MUSA_BITS unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
__MUSA_BITS unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// ---- dot products of packed bytes and halfwords

template <typename A, typename B>
__MUSA_BITS unsigned __musa_dp4a(unsigned a, unsigned b, unsigned sum) {
  for (unsigned i = 0; i < 32; i += 8)
    sum += static_cast<unsigned>(static_cast<A>(a >> i) * static_cast<B>(b >> i));
  return sum;
}
/// `half` selects the two bytes of b: 0 for its low half, 1 for its high half.
template <typename A, typename B>
__MUSA_BITS unsigned __musa_dp2a(unsigned a, unsigned b, unsigned sum, unsigned half) {
  b >>= 16 * half;
  for (unsigned i = 0; i < 2; ++i)
    sum += static_cast<unsigned>(static_cast<A>(a >> 16 * i) * static_cast<B>(b >> 8 * i));
  return sum;
}
__MUSA_BITS int __dp4a(int a, int b, int c) {
  return static_cast<int>(__musa_dp4a<signed char, signed char>(
      static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c)));
}
__MUSA_BITS unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return __musa_dp4a<unsigned char, unsigned char>(a, b, c);
}
// In these overloads, adding c wraps around on overflow.
__MUSA_BITS unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
__MUSA_BITS int __dp4a(char4 a, char4 b, int c) {
  const int sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(sum));
}
#define __MUSA_DP2A(name, half, first, second)                                                     \
  __MUSA_BITS int name(int a, int b, int c) {                                                      \
    return static_cast<int>(__musa_dp2a<short, signed char>(                                       \
        static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c), half));      \
  }                                                                                                \
  __MUSA_BITS unsigned name(unsigned a, unsigned b, unsigned c) {                                  \
    return __musa_dp2a<unsigned short, unsigned char>(a, b, c, half);                              \
  }                                                                                                \
  __MUSA_BITS int name(short2 a, char4 b, int c) {                                                 \
    const int sum = a.x * b.first + a.y * b.second;                                                \
    return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(sum));                \
  }                                                                                                \
  __MUSA_BITS unsigned name(ushort2 a, uchar4 b, unsigned c) {                                     \
    return c + static_cast<unsigned>(a.x * b.first) + static_cast<unsigned>(a.y * b.second);       \
  }
__MUSA_DP2A(__dp2a_lo, 0, x, y)
__MUSA_DP2A(__dp2a_hi, 1, z, w)
#undef __MUSA_DP2A

// ---- minima and maxima of two or three operands, and of sums: sm_90's DPX on 32-bit integers

#define __MUSA_DPX(type, suffix, word)                                                             \
  __MUSA_BITS type __vimax3_##suffix(type a, type b, type c) {                                     \
    return a > b ? (a > c ? a : c) : (b > c ? b : c);                                              \
  }                                                                                                \
  __MUSA_BITS type __vimin3_##suffix(type a, type b, type c) {                                     \
    return a < b ? (a < c ? a : c) : (b < c ? b : c);                                              \
  }                                                                                                \
  __MUSA_BITS type __vibmax_##suffix(type a, type b, bool *first) {                                \
    *first = a >= b;                                                                               \
    return *first ? a : b;                                                                         \
  }                                                                                                \
  __MUSA_BITS type __vibmin_##suffix(type a, type b, bool *first) {                                \
    *first = a <= b;                                                                               \
    return *first ? a : b;                                                                         \
  }                                                                                                \
  __MUSA_BITS type __viaddmax_##suffix(type a, type b, type c) {                                   \
    const type sum = static_cast<type>(static_cast<word>(a) + static_cast<word>(b));               \
    return sum > c ? sum : c;                                                                      \
  }                                                                                                \
  __MUSA_BITS type __viaddmin_##suffix(type a, type b, type c) {                                   \
    const type sum = static_cast<type>(static_cast<word>(a) + static_cast<word>(b));               \
    return sum < c ? sum : c;                                                                      \
  }
__MUSA_DPX(int, s32, unsigned)
__MUSA_DPX(unsigned, u32, unsigned)
#undef __MUSA_DPX
__MUSA_BITS int __vimax_s32_relu(int a, int b) { return a > b ? (a > 0 ? a : 0) : (b > 0 ? b : 0); }
__MUSA_BITS int __vimin_s32_relu(int a, int b) {
  const int least = a < b ? a : b;
  return least > 0 ? least : 0;
}
__MUSA_BITS int __vimax3_s32_relu(int a, int b, int c) {
  return __vimax3_s32(a, b, c) > 0 ? __vimax3_s32(a, b, c) : 0;
}
__MUSA_BITS int __vimin3_s32_relu(int a, int b, int c) {
  return __vimin3_s32(a, b, c) > 0 ? __vimin3_s32(a, b, c) : 0;
}
__MUSA_BITS int __viaddmax_s32_relu(int a, int b, int c) {
  return __viaddmax_s32(a, b, c) > 0 ? __viaddmax_s32(a, b, c) : 0;
}
__MUSA_BITS int __viaddmin_s32_relu(int a, int b, int c) {
  return __viaddmin_s32(a, b, c) > 0 ? __viaddmin_s32(a, b, c) : 0;
}

#undef __MUSA_BITS

#endif // MUSA_PORT_DEVICE_BITS_H
