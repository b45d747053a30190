//===- musa_port/device/simd.h - halfwords and bytes in a word ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names end in 2 for two halfwords and in 4 for four bytes. In a name, s or u says that lanes are
// signed or unsigned; ss or us says that the result saturates as signed or unsigned.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_SIMD_H
#define MUSA_PORT_DEVICE_SIMD_H

#include "musa_port/device/keywords.h"

#define __MUSA_SIMD __device__ __forceinline__

/// Each Lane of the result is f() of the same Lanes of a, b and c. f() computes in int.
template <typename Lane, typename F>
__MUSA_SIMD unsigned __musa_by_lane(unsigned a, unsigned b, unsigned c, F f) {
  constexpr unsigned bits = 8 * sizeof(Lane);
  unsigned result = 0;
  for (unsigned i = 0; i < 32; i += bits) {
    const int lane =
        f(static_cast<Lane>(a >> i), static_cast<Lane>(b >> i), static_cast<Lane>(c >> i));
    result |= (static_cast<unsigned>(lane) & ((1U << bits) - 1)) << i;
  }
  return result;
}
template <typename Lane, typename F>
__MUSA_SIMD unsigned __musa_by_lane(unsigned a, unsigned b, F f) {
  return __musa_by_lane<Lane>(a, b, 0, [f](int x, int y, int) { return f(x, y); });
}
/// The sum of |x - y| over all lanes.
template <typename Lane> __MUSA_SIMD unsigned __musa_sum_of_distances(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 32; i += 8 * sizeof(Lane)) {
    const int x = static_cast<Lane>(a >> i);
    const int y = static_cast<Lane>(b >> i);
    sum += static_cast<unsigned>(x < y ? y - x : x - y);
  }
  return sum;
}
template <typename Lane> __MUSA_SIMD int __musa_saturated(int x) {
  constexpr int bits = 8 * sizeof(Lane);
  constexpr bool isSigned = static_cast<Lane>(-1) < static_cast<Lane>(1);
  constexpr int least = isSigned ? -(1 << (bits - 1)) : 0;
  constexpr int most = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return x < least ? least : x > most ? most : x;
}

#define __MUSA_SIMD_1(name, lane, expression)                                                      \
  __MUSA_SIMD unsigned name(unsigned a) {                                                          \
    return __musa_by_lane<lane>(a, 0, [](int x, int) -> int { return expression; });               \
  }
#define __MUSA_SIMD_2(name, lane, expression)                                                      \
  __MUSA_SIMD unsigned name(unsigned a, unsigned b) {                                              \
    return __musa_by_lane<lane>(a, b, [](int x, int y) -> int { return expression; });             \
  }

#define __MUSA_SIMD_COMPARISON(n, name, lane, op)                                                  \
  __MUSA_SIMD_2(__vcmp##name##n, lane, x op y ? -1 : 0)                                            \
  __MUSA_SIMD_2(__vset##name##n, lane, x op y)

#define __MUSA_SIMD_ALL(n, S, U)                                                                   \
  __MUSA_SIMD_1(__vabs##n, S, x < 0 ? -x : x)                                                      \
  __MUSA_SIMD_1(__vabsss##n, S, __musa_saturated<S>(x < 0 ? -x : x))                               \
  __MUSA_SIMD_1(__vneg##n, S, -x)                                                                  \
  __MUSA_SIMD_1(__vnegss##n, S, __musa_saturated<S>(-x))                                           \
  __MUSA_SIMD_2(__vabsdiffs##n, S, x < y ? y - x : x - y)                                          \
  __MUSA_SIMD_2(__vabsdiffu##n, U, x < y ? y - x : x - y)                                          \
  __MUSA_SIMD_2(__vadd##n, U, x + y)                                                               \
  __MUSA_SIMD_2(__vaddss##n, S, __musa_saturated<S>(x + y))                                        \
  __MUSA_SIMD_2(__vaddus##n, U, __musa_saturated<U>(x + y))                                        \
  __MUSA_SIMD_2(__vsub##n, U, x - y)                                                               \
  __MUSA_SIMD_2(__vsubss##n, S, __musa_saturated<S>(x - y))                                        \
  __MUSA_SIMD_2(__vsubus##n, U, __musa_saturated<U>(x - y))                                        \
  __MUSA_SIMD_2(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                                        \
  __MUSA_SIMD_2(__vavgu##n, U, (x + y + 1) >> 1)                                                   \
  __MUSA_SIMD_2(__vhaddu##n, U, (x + y) >> 1)                                                      \
  __MUSA_SIMD_2(__vmaxs##n, S, x > y ? x : y)                                                      \
  __MUSA_SIMD_2(__vmaxu##n, U, x > y ? x : y)                                                      \
  __MUSA_SIMD_2(__vmins##n, S, x < y ? x : y)                                                      \
  __MUSA_SIMD_2(__vminu##n, U, x < y ? x : y)                                                      \
  __MUSA_SIMD_COMPARISON(n, eq, U, ==)                                                             \
  __MUSA_SIMD_COMPARISON(n, ne, U, !=)                                                             \
  __MUSA_SIMD_COMPARISON(n, ges, S, >=)                                                            \
  __MUSA_SIMD_COMPARISON(n, geu, U, >=)                                                            \
  __MUSA_SIMD_COMPARISON(n, gts, S, >)                                                             \
  __MUSA_SIMD_COMPARISON(n, gtu, U, >)                                                             \
  __MUSA_SIMD_COMPARISON(n, les, S, <=)                                                            \
  __MUSA_SIMD_COMPARISON(n, leu, U, <=)                                                            \
  __MUSA_SIMD_COMPARISON(n, lts, S, <)                                                             \
  __MUSA_SIMD_COMPARISON(n, ltu, U, <)                                                             \
  __MUSA_SIMD unsigned __vsads##n(unsigned a, unsigned b) {                                        \
    return __musa_sum_of_distances<S>(a, b);                                                       \
  }                                                                                                \
  __MUSA_SIMD unsigned __vsadu##n(unsigned a, unsigned b) {                                        \
    return __musa_sum_of_distances<U>(a, b);                                                       \
  }
__MUSA_SIMD_ALL(2, short, unsigned short)
__MUSA_SIMD_ALL(4, signed char, unsigned char)

// ---- sm_90's DPX on halfwords; sums wrap around

#define __MUSA_SIMD_3(name, lane, expression)                                                      \
  __MUSA_SIMD unsigned name(unsigned a, unsigned b, unsigned c) {                                  \
    return __musa_by_lane<lane>(a, b, c, [](int x, int y, int z) -> int { return expression; });   \
  }
#define __MUSA_MOST(a, b) ((a) > (b) ? (a) : (b))
#define __MUSA_LEAST(a, b) ((a) < (b) ? (a) : (b))
#define __MUSA_DPX(suffix, lane)                                                                   \
  __MUSA_SIMD_3(__vimax3_##suffix, lane, __MUSA_MOST(__MUSA_MOST(x, y), z))                        \
  __MUSA_SIMD_3(__vimin3_##suffix, lane, __MUSA_LEAST(__MUSA_LEAST(x, y), z))                      \
  __MUSA_SIMD_3(__viaddmax_##suffix, lane, __MUSA_MOST(static_cast<lane>(x + y), z))               \
  __MUSA_SIMD_3(__viaddmin_##suffix, lane, __MUSA_LEAST(static_cast<lane>(x + y), z))              \
  __MUSA_SIMD unsigned __vibmax_##suffix(unsigned a, unsigned b, bool *high, bool *low) {          \
    *high = static_cast<lane>(a >> 16) >= static_cast<lane>(b >> 16);                              \
    *low = static_cast<lane>(a) >= static_cast<lane>(b);                                           \
    return ((*high ? a : b) & 0xffff0000) | ((*low ? a : b) & 0xffff);                             \
  }                                                                                                \
  __MUSA_SIMD unsigned __vibmin_##suffix(unsigned a, unsigned b, bool *high, bool *low) {          \
    *high = static_cast<lane>(a >> 16) <= static_cast<lane>(b >> 16);                              \
    *low = static_cast<lane>(a) <= static_cast<lane>(b);                                           \
    return ((*high ? a : b) & 0xffff0000) | ((*low ? a : b) & 0xffff);                             \
  }
__MUSA_DPX(s16x2, short)
__MUSA_DPX(u16x2, unsigned short)
__MUSA_SIMD unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
__MUSA_SIMD unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
  return __vmaxs2(__vmins2(a, b), 0);
}
__MUSA_SIMD unsigned __vimax3_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__vimax3_s16x2(a, b, c), 0);
}
__MUSA_SIMD unsigned __vimin3_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__vimin3_s16x2(a, b, c), 0);
}
__MUSA_SIMD unsigned __viaddmax_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__viaddmax_s16x2(a, b, c), 0);
}
__MUSA_SIMD unsigned __viaddmin_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__viaddmin_s16x2(a, b, c), 0);
}

#undef __MUSA_DPX
#undef __MUSA_LEAST
#undef __MUSA_MOST
#undef __MUSA_SIMD_ALL
#undef __MUSA_SIMD_COMPARISON
#undef __MUSA_SIMD_3
#undef __MUSA_SIMD_2
#undef __MUSA_SIMD_1
#undef __MUSA_SIMD

#endif // MUSA_PORT_DEVICE_SIMD_H
