//===- musa_port/rand/uniform.h - uniform numbers in (0, 1] -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As in cuRAND, 0 is excluded and 1 is included.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_UNIFORM_H
#define MUSA_PORT_RAND_UNIFORM_H

#include "musa_port/rand/mrg32k3a.h"
#include "musa_port/rand/philox.h"
#include "musa_port/rand/sobol.h"
#include "musa_port/rand/xorwow.h"

namespace __murand {

// Each factor is a power of 2, so the product is exact, whether fused with the sum or not.
constexpr float two_pow_minus_32 = 2.3283064365386963e-10f;
constexpr double two_pow_minus_32_double = 2.3283064365386963e-10;
constexpr double two_pow_minus_53 = 1.1102230246251565e-16;

__MURAND float to_uniform(unsigned int x) {
  return static_cast<float>(x) * two_pow_minus_32 + two_pow_minus_32 / 2;
}
__MURAND float to_uniform(unsigned long long x) {
  return to_uniform(static_cast<unsigned int>(x >> 32));
}
__MURAND double to_uniform_double(unsigned int x) {
  return x * two_pow_minus_32_double + two_pow_minus_32_double;
}
__MURAND double to_uniform_double(unsigned long long x) {
  return static_cast<double>(x >> 11) * two_pow_minus_53 + two_pow_minus_53 / 2;
}
/// Combines 53 bits of two numbers; y gives the upper bits.
__MURAND double to_uniform_double(unsigned int x, unsigned int y) {
  const unsigned long long bits = x ^ static_cast<unsigned long long>(y) << (53 - 32);
  return static_cast<double>(bits) * two_pow_minus_53 + two_pow_minus_53 / 2;
}

template <typename State> __MURAND double uniform_double_of_two(State *state) {
  const unsigned int x = murand(state);
  const unsigned int y = murand(state);
  return to_uniform_double(x, y);
}

} // namespace __murand

__MURAND float murand_uniform(murandStateXORWOW_t *state) {
  return __murand::to_uniform(murand(state));
}
__MURAND float murand_uniform(murandStatePhilox4_32_10_t *state) {
  return __murand::to_uniform(murand(state));
}
__MURAND float murand_uniform(murandStateMRG32k3a_t *state) {
  return static_cast<float>(murand_MRG32k3a(state) * __murand::mrg_to_uniform);
}
__MURAND float murand_uniform(murandStateSobol32_t *state) {
  return __murand::to_uniform(murand(state));
}
__MURAND float murand_uniform(murandStateScrambledSobol32_t *state) {
  return __murand::to_uniform(murand(state));
}
__MURAND float murand_uniform(murandStateSobol64_t *state) {
  return __murand::to_uniform(murand(state));
}
__MURAND float murand_uniform(murandStateScrambledSobol64_t *state) {
  return __murand::to_uniform(murand(state));
}

__MURAND double murand_uniform_double(murandStateXORWOW_t *state) {
  return __murand::uniform_double_of_two(state);
}
/// Of one number only, unlike murand_uniform2_double().
__MURAND double murand_uniform_double(murandStatePhilox4_32_10_t *state) {
  return __murand::to_uniform_double(murand(state));
}
__MURAND double murand_uniform_double(murandStateMRG32k3a_t *state) {
  return murand_MRG32k3a(state) * __murand::mrg_to_uniform;
}
__MURAND double murand_uniform_double(murandStateSobol32_t *state) {
  return __murand::to_uniform_double(murand(state));
}
__MURAND double murand_uniform_double(murandStateScrambledSobol32_t *state) {
  return __murand::to_uniform_double(murand(state));
}
__MURAND double murand_uniform_double(murandStateSobol64_t *state) {
  return __murand::to_uniform_double(murand(state));
}
__MURAND double murand_uniform_double(murandStateScrambledSobol64_t *state) {
  return __murand::to_uniform_double(murand(state));
}

__MURAND float4 murand_uniform4(murandStatePhilox4_32_10_t *state) {
  const uint4 x = murand4(state);
  return float4{__murand::to_uniform(x.x), __murand::to_uniform(x.y), __murand::to_uniform(x.z),
                __murand::to_uniform(x.w)};
}
__MURAND double2 murand_uniform2_double(murandStatePhilox4_32_10_t *state) {
  const uint4 x = murand4(state);
  return double2{__murand::to_uniform_double(x.x, x.y), __murand::to_uniform_double(x.z, x.w)};
}
__MURAND double4 murand_uniform4_double(murandStatePhilox4_32_10_t *state) {
  const double2 a = murand_uniform2_double(state);
  const double2 b = murand_uniform2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}

#endif // MUSA_PORT_RAND_UNIFORM_H
