//===- host/device/vector_math.cpp - mathematics as vectors -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What mcc/vector_math.cpp calls. One number and a vector get the same result, so that a thread's
// does not depend on how its loop was compiled: SLEEF's functions do whose name has "finz".
//===----------------------------------------------------------------------===//
#include <immintrin.h>
#include <sleef.h>

#include <cstdint>

namespace {

using Doubles = double __attribute__((vector_size(32)));
using Integers = int64_t __attribute__((vector_size(32)));

/// e^x, for the numbers of type float in a double or Doubles. Rounded to float, it is within 0.501
/// ulp: programs take the difference of such results, and SLEEF's 1.0 ulp is too much for some.
template <typename Real, typename Integer> Real exponential(Real x) {
  constexpr double log2OfE = 0x1.71547652b82fep+0;
  constexpr double least = -110;       // e^x is less than any float
  constexpr double most = 90;          // and more
  constexpr double shifter = 0x1.8p52; // what is added to it is rounded to an integer
  // 2^r for -1/2 <= r <= 1/2, interpolated at Chebyshev's points: within 6e-11.
  constexpr double factors[] = {0x1.00c0e30000000p-16, 0x1.446c79d600000p-13, 0x1.5d87759b60000p-10,
                                0x1.3b29d8bb33000p-7,  0x1.c6b08da709f00p-5,  0x1.ebfbe0aa03a2ep-3,
                                0x1.62e42fef9cc78p-1,  0x1.ffffffffa7139p-1};
  x = x < least ? Real{} + least : x; // NaN stays
  x = x > most ? Real{} + most : x;
  const Real shifted = __builtin_elementwise_fma(x, Real{} + log2OfE, Real{} + shifter);
  const Real whole = shifted - shifter;
  const Real r = __builtin_elementwise_fma(x, Real{} + log2OfE, -whole);
  Real result = Real{} + factors[0];
  for (int i = 1; i < 8; ++i)
    result = __builtin_elementwise_fma(result, r, Real{} + factors[i]);
  constexpr int fraction = 52; // where a double's exponent begins
  Integer bits = __builtin_bit_cast(Integer, shifted) << fraction;
  bits += __builtin_bit_cast(Integer, result);
  return __builtin_bit_cast(Real, bits);
}

} // namespace

#define MUSA_EXPORT extern "C" __attribute__((visibility("default"), const))

MUSA_EXPORT float __musa_expf(float x) noexcept {
  return static_cast<float>(exponential<double, int64_t>(x));
}
MUSA_EXPORT __m128 __musa_expf_4(__m128 x) noexcept {
  return _mm256_cvtpd_ps(exponential<Doubles, Integers>(_mm256_cvtps_pd(x)));
}
MUSA_EXPORT __m256 __musa_expf_8(__m256 x) noexcept {
  return _mm256_set_m128(__musa_expf_4(_mm256_extractf128_ps(x, 1)),
                         __musa_expf_4(_mm256_castps256_ps128(x)));
}

#define MUSA_FLOAT_double_1(name) // computed in double, above
#define MUSA_FLOAT_u10_1(name)                                                                     \
  MUSA_EXPORT float __musa_##name##f(float x) noexcept {                                           \
    return Sleef_finz_##name##f1_u10purecfma(x);                                                   \
  }                                                                                                \
  MUSA_EXPORT __m128 __musa_##name##f_4(__m128 x) noexcept {                                       \
    return Sleef_finz_##name##f4_u10avx2128(x);                                                    \
  }                                                                                                \
  MUSA_EXPORT __m256 __musa_##name##f_8(__m256 x) noexcept {                                       \
    return Sleef_finz_##name##f8_u10avx2(x);                                                       \
  }
#define MUSA_FLOAT_u10_2(name)                                                                     \
  MUSA_EXPORT float __musa_##name##f(float x, float y) noexcept {                                  \
    return Sleef_finz_##name##f1_u10purecfma(x, y);                                                \
  }                                                                                                \
  MUSA_EXPORT __m128 __musa_##name##f_4(__m128 x, __m128 y) noexcept {                             \
    return Sleef_finz_##name##f4_u10avx2128(x, y);                                                 \
  }                                                                                                \
  MUSA_EXPORT __m256 __musa_##name##f_8(__m256 x, __m256 y) noexcept {                             \
    return Sleef_finz_##name##f8_u10avx2(x, y);                                                    \
  }
#define MUSA_DOUBLE_u10_1(name)                                                                    \
  MUSA_EXPORT double __musa_##name(double x) noexcept {                                            \
    return Sleef_finz_##name##d1_u10purecfma(x);                                                   \
  }                                                                                                \
  MUSA_EXPORT __m128d __musa_##name##_2(__m128d x) noexcept {                                      \
    return Sleef_finz_##name##d2_u10avx2128(x);                                                    \
  }                                                                                                \
  MUSA_EXPORT __m256d __musa_##name##_4(__m256d x) noexcept {                                      \
    return Sleef_finz_##name##d4_u10avx2(x);                                                       \
  }

#define MUSA_VECTOR_true(name, parameters, by) MUSA_FLOAT_##by##_##parameters(name)
#define MUSA_VECTOR_false(name, parameters, by) MUSA_DOUBLE_##by##_##parameters(name)
#define MUSA_VECTOR_FUNCTION(name, parameters, by, isFloat)                                        \
  MUSA_VECTOR_##isFloat(name, parameters, by)
#include "musa_port/host/vector_functions.def"
