//===- musa_port/rand/normal.h - normal and log-normal numbers ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Box and Muller's method makes two normal numbers from two uniform ones. The second waits in the
// state for the next call, as in cuRAND. Sobol's map one by one, through the inverse distribution.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_NORMAL_H
#define MUSA_PORT_RAND_NORMAL_H

#include "musa_port/rand/uniform.h"

namespace __murand {

constexpr float two_pi = 6.2831855f;
constexpr float two_pow_minus_32_2pi = two_pow_minus_32 * two_pi;

/// sin and cos of pi * x, for x from 0 to 2.
__MURAND double2 sincos_pi(double x) {
  const int quarters = static_cast<int>(2 * x + 0.5); // the nearest integer; the remainder is exact
  const double angle = (x - 0.5 * quarters) * 3.14159265358979323846;
  const double s = __musa_sin(angle);
  const double c = __musa_cos(angle);
  switch (quarters & 3) {
  case 0:
    return double2{s, c};
  case 1:
    return double2{c, -s};
  case 2:
    return double2{-s, -c};
  default:
    return double2{-c, s};
  }
}

// ---- two normal numbers

__MURAND float2 box_muller_polar(float uniform, float angle) {
  const float radius = ::sqrtf(-2.0f * __musa_logf(uniform));
  return float2{__musa_sinf(angle) * radius, __musa_cosf(angle) * radius};
}
/// The angle is half_turns * pi.
__MURAND double2 box_muller_polar(double uniform, double half_turns) {
  const double radius = ::sqrt(-2.0 * ::log(uniform));
  const double2 at = sincos_pi(half_turns);
  return double2{at.x * radius, at.y * radius};
}

__MURAND float2 box_muller(unsigned int x, unsigned int y) {
  // CUDA's compiler fuses this product and sum, so this code does too.
  const float angle =
      __builtin_fmaf(static_cast<float>(y), two_pow_minus_32_2pi, two_pow_minus_32_2pi / 2);
  return box_muller_polar(to_uniform(x), angle);
}
__MURAND double2 box_muller_double(uint4 x) {
  return box_muller_polar(to_uniform_double(x.x, x.y), 2 * to_uniform_double(x.z, x.w));
}

template <typename State> __MURAND float2 normal_pair(State *state) {
  const unsigned int x = murand(state);
  const unsigned int y = murand(state);
  return box_muller(x, y);
}
__MURAND float2 normal_pair(murandStateMRG32k3a_t *state) {
  const float uniform = murand_uniform(state);
  const float angle = murand_uniform(state) * two_pi;
  return box_muller_polar(uniform, angle);
}
template <typename State> __MURAND double2 normal_pair_double(State *state) {
  uint4 x;
  x.x = murand(state);
  x.y = murand(state);
  x.z = murand(state);
  x.w = murand(state);
  return box_muller_double(x);
}
__MURAND double2 normal_pair_double(murandStateMRG32k3a_t *state) {
  const double uniform = murand_uniform_double(state);
  const double half_turns = murand_uniform_double(state) * 2;
  return box_muller_polar(uniform, half_turns);
}

__MURAND float log_normal(float mean, float deviation, float normal) {
  return __musa_expf(__builtin_fmaf(deviation, normal, mean)); // fused by CUDA's compiler, too
}
__MURAND double log_normal(double mean, double deviation, double normal) {
  return __musa_exp(__builtin_fma(deviation, normal, mean));
}
__MURAND float2 log_normal(float mean, float deviation, float2 normal) {
  return float2{log_normal(mean, deviation, normal.x), log_normal(mean, deviation, normal.y)};
}
__MURAND double2 log_normal(double mean, double deviation, double2 normal) {
  return double2{log_normal(mean, deviation, normal.x), log_normal(mean, deviation, normal.y)};
}

// ---- the second of a pair waits in the state

/// Which function the waiting number in boxmuller_flag belongs to; 0: no number waits.
enum Waiting { normal_waits = 1, log_normal_waits = 2 };

template <typename State> __MURAND bool take(State *state, Waiting what, float *result) {
  if (state->boxmuller_flag != what)
    return false;
  state->boxmuller_flag = 0;
  *result = state->boxmuller_extra;
  return true;
}
template <typename State> __MURAND bool take(State *state, Waiting what, double *result) {
  if (state->boxmuller_flag_double != what)
    return false;
  state->boxmuller_flag_double = 0;
  *result = state->boxmuller_extra_double;
  return true;
}
template <typename State> __MURAND float keep_second(State *state, Waiting what, float2 pair) {
  state->boxmuller_flag = what;
  state->boxmuller_extra = pair.y;
  return pair.x;
}
template <typename State> __MURAND double keep_second(State *state, Waiting what, double2 pair) {
  state->boxmuller_flag_double = what;
  state->boxmuller_extra_double = pair.y;
  return pair.x;
}

template <typename State> __MURAND float next_normal(State *state) {
  float result;
  if (take(state, normal_waits, &result))
    return result;
  return keep_second(state, normal_waits, normal_pair(state));
}
template <typename State> __MURAND double next_normal_double(State *state) {
  double result;
  if (take(state, normal_waits, &result))
    return result;
  return keep_second(state, normal_waits, normal_pair_double(state));
}
template <typename State>
__MURAND float next_log_normal(State *state, float mean, float deviation) {
  float result;
  if (take(state, log_normal_waits, &result))
    return result;
  return keep_second(state, log_normal_waits, log_normal(mean, deviation, normal_pair(state)));
}
template <typename State>
__MURAND double next_log_normal_double(State *state, double mean, double deviation) {
  double result;
  if (take(state, log_normal_waits, &result))
    return result;
  return keep_second(state, log_normal_waits,
                     log_normal(mean, deviation, normal_pair_double(state)));
}

// ---- the inverse of the normal distribution

/// For p in (0, 1/2]: the value that a normal number is below with probability p.
__MURAND double lower_normal_quantile(double p) {
  // Abramowitz and Stegun 26.2.23, right to 4.5e-4, then two steps of Halley's method.
  const double t = ::sqrt(-2.0 * ::log(p));
  double z = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int i = 0; i < 2; ++i) {
    const double error = 0.5 * ::erfc(-z * 0.70710678118654752440) - p;
    const double newton = error * 2.50662827463100050242 * __musa_exp(0.5 * z * z); // sqrt(2 pi)
    z -= newton / (1.0 + 0.5 * z * newton);
  }
  return z;
}

__MURAND float normal_quantile(unsigned int x) {
  const bool upper = x > 0x80000000u; // mirrored, or digits are lost
  const double z = lower_normal_quantile(to_uniform(upper ? ~x : x));
  return static_cast<float>(upper ? -z : z);
}
__MURAND float normal_quantile(unsigned long long x) {
  return normal_quantile(static_cast<unsigned int>(x >> 32));
}
__MURAND double normal_quantile_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const double z = lower_normal_quantile((upper ? ~x : x) * two_pow_minus_32_double +
                                         two_pow_minus_32_double / 2);
  return upper ? -z : z;
}
__MURAND double normal_quantile_double(unsigned long long x) {
  const bool upper = x > 0x8000000000000000u;
  const double z = lower_normal_quantile(to_uniform_double(upper ? ~x : x));
  return upper ? -z : z;
}

} // namespace __murand

// ---- one at a time

#define __MURAND_NORMALS(State)                                                                    \
  __MURAND float murand_normal(State *state) { return __murand::next_normal(state); }              \
  __MURAND float2 murand_normal2(State *state) { return __murand::normal_pair(state); }            \
  __MURAND double murand_normal_double(State *state) {                                             \
    return __murand::next_normal_double(state);                                                    \
  }                                                                                                \
  __MURAND double2 murand_normal2_double(State *state) {                                           \
    return __murand::normal_pair_double(state);                                                    \
  }                                                                                                \
  __MURAND float murand_log_normal(State *state, float mean, float stddev) {                       \
    return __murand::next_log_normal(state, mean, stddev);                                         \
  }                                                                                                \
  __MURAND float2 murand_log_normal2(State *state, float mean, float stddev) {                     \
    return __murand::log_normal(mean, stddev, __murand::normal_pair(state));                       \
  }                                                                                                \
  __MURAND double murand_log_normal_double(State *state, double mean, double stddev) {             \
    return __murand::next_log_normal_double(state, mean, stddev);                                  \
  }                                                                                                \
  __MURAND double2 murand_log_normal2_double(State *state, double mean, double stddev) {           \
    return __murand::log_normal(mean, stddev, __murand::normal_pair_double(state));                \
  }
__MURAND_NORMALS(murandStateXORWOW_t)
__MURAND_NORMALS(murandStatePhilox4_32_10_t)
__MURAND_NORMALS(murandStateMRG32k3a_t)
#undef __MURAND_NORMALS

#define __MURAND_NORMALS(State)                                                                    \
  __MURAND float murand_normal(State *state) { return __murand::normal_quantile(murand(state)); }  \
  __MURAND double murand_normal_double(State *state) {                                             \
    return __murand::normal_quantile_double(murand(state));                                        \
  }                                                                                                \
  __MURAND float murand_log_normal(State *state, float mean, float stddev) {                       \
    return __murand::log_normal(mean, stddev, murand_normal(state));                               \
  }                                                                                                \
  __MURAND double murand_log_normal_double(State *state, double mean, double stddev) {             \
    return __murand::log_normal(mean, stddev, murand_normal_double(state));                        \
  }
__MURAND_NORMALS(murandStateSobol32_t)
__MURAND_NORMALS(murandStateScrambledSobol32_t)
__MURAND_NORMALS(murandStateSobol64_t)
__MURAND_NORMALS(murandStateScrambledSobol64_t)
#undef __MURAND_NORMALS

// ---- four at a time

__MURAND float4 murand_normal4(murandStatePhilox4_32_10_t *state) {
  const uint4 x = murand4(state);
  const float2 a = __murand::box_muller(x.x, x.y);
  const float2 b = __murand::box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}
__MURAND double4 murand_normal4_double(murandStatePhilox4_32_10_t *state) {
  const double2 a = murand_normal2_double(state);
  const double2 b = murand_normal2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
__MURAND float4 murand_log_normal4(murandStatePhilox4_32_10_t *state, float mean, float stddev) {
  const float4 n = murand_normal4(state);
  const float2 a = __murand::log_normal(mean, stddev, float2{n.x, n.y});
  const float2 b = __murand::log_normal(mean, stddev, float2{n.z, n.w});
  return float4{a.x, a.y, b.x, b.y};
}
__MURAND double4 murand_log_normal4_double(murandStatePhilox4_32_10_t *state, double mean,
                                           double stddev) {
  const double2 a = murand_log_normal2_double(state, mean, stddev);
  const double2 b = murand_log_normal2_double(state, mean, stddev);
  return double4{a.x, a.y, b.x, b.y};
}

#endif // MUSA_PORT_RAND_NORMAL_H
