//===- host/device/vector_math.cpp - mathematics as vectors -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What mcc/vector_math.cpp calls. SLEEF's functions whose name has "finz" give the same result for
// one number and for a vector: a thread's result does not depend on how its loop was compiled.
//===----------------------------------------------------------------------===//
#include <immintrin.h>
#include <sleef.h>

#define MUSA_EXPORT extern "C" __attribute__((visibility("default"), const))

#define MUSA_FLOAT_1(name, bound)                                                                  \
  MUSA_EXPORT float __musa_##name##f(float x) noexcept {                                           \
    return Sleef_finz_##name##f1_##bound##purecfma(x);                                             \
  }                                                                                                \
  MUSA_EXPORT __m128 __musa_##name##f_4(__m128 x) noexcept {                                       \
    return Sleef_finz_##name##f4_##bound##avx2128(x);                                              \
  }                                                                                                \
  MUSA_EXPORT __m256 __musa_##name##f_8(__m256 x) noexcept {                                       \
    return Sleef_finz_##name##f8_##bound##avx2(x);                                                 \
  }
#define MUSA_FLOAT_2(name, bound)                                                                  \
  MUSA_EXPORT float __musa_##name##f(float x, float y) noexcept {                                  \
    return Sleef_finz_##name##f1_##bound##purecfma(x, y);                                          \
  }                                                                                                \
  MUSA_EXPORT __m128 __musa_##name##f_4(__m128 x, __m128 y) noexcept {                             \
    return Sleef_finz_##name##f4_##bound##avx2128(x, y);                                           \
  }                                                                                                \
  MUSA_EXPORT __m256 __musa_##name##f_8(__m256 x, __m256 y) noexcept {                             \
    return Sleef_finz_##name##f8_##bound##avx2(x, y);                                              \
  }
#define MUSA_DOUBLE_1(name, bound)                                                                 \
  MUSA_EXPORT double __musa_##name(double x) noexcept {                                            \
    return Sleef_finz_##name##d1_##bound##purecfma(x);                                             \
  }                                                                                                \
  MUSA_EXPORT __m128d __musa_##name##_2(__m128d x) noexcept {                                      \
    return Sleef_finz_##name##d2_##bound##avx2128(x);                                              \
  }                                                                                                \
  MUSA_EXPORT __m256d __musa_##name##_4(__m256d x) noexcept {                                      \
    return Sleef_finz_##name##d4_##bound##avx2(x);                                                 \
  }

#define MUSA_VECTOR_true(name, parameters, bound) MUSA_FLOAT_##parameters(name, bound)
#define MUSA_VECTOR_false(name, parameters, bound) MUSA_DOUBLE_##parameters(name, bound)
#define MUSA_VECTOR_FUNCTION(name, parameters, bound, isFloat)                                     \
  MUSA_VECTOR_##isFloat(name, parameters, bound)
#include "musa_port/host/vector_functions.def"
