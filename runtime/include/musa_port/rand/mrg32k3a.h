//===- musa_port/rand/mrg32k3a.h - L'Ecuyer's MRG32k3a ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// P. L'Ecuyer: Good parameters and implementations for combined multiple recursive random number
// generators (1999). Two linear recurrences of order 3, modulo two primes. A subsequence has 2^76
// numbers, a sequence 2^127. As in xorwow.h, jumps are polynomials: here x^n modulo the recurrence.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_MRG32K3A_H
#define MUSA_PORT_RAND_MRG32K3A_H

#include "musa_port/rand/qualifiers.h"

struct murandStateMRG32k3a {
  unsigned int s1[3]; ///< the last three numbers of the first recurrence, the oldest first
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStateMRG32k3a murandStateMRG32k3a_t;

namespace __murand {

constexpr unsigned int mrg_m1 = 4294967087u; // 2^32 - 209
constexpr unsigned int mrg_m2 = 4294944443u; // 2^32 - 22853
// Coefficients of x(n) = a12 x(n-2) - a13 x(n-3) and y(n) = a21 y(n-1) - a23 y(n-3).
constexpr unsigned int mrg_a12 = 1403580;
constexpr unsigned int mrg_a13 = 810728;
constexpr unsigned int mrg_a21 = 527612;
constexpr unsigned int mrg_a23 = 1370589;
// cuRAND's constants, rounded as cuRAND rounds them.
constexpr double mrg_to_uniform = 2.3283065498378288e-10; // 1 / m1
constexpr double mrg_to_32_bits = 1.000000048662;         // (2^32 - 1) / m1

__MURAND unsigned int multiply_mod(unsigned int a, unsigned int b, unsigned int m) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b % m);
}

/// x^3 = p x^2 + q x + r modulo m: one of the two recurrences.
struct MrgRecurrence {
  unsigned int m, p, q, r;
};
constexpr MrgRecurrence mrg_first{mrg_m1, 0, mrg_a12, mrg_m1 - mrg_a13};
constexpr MrgRecurrence mrg_second{mrg_m2, mrg_a21, 0, mrg_m2 - mrg_a23};

/// A polynomial modulo the recurrence. c[i] is the coefficient of x^i.
struct MrgPolynomial {
  unsigned int c[3];
};

/// x^(2^k). skipahead() uses these from k = 0 on, subsequences from 76 on, sequences from 127 on.
/// Counts have 64 bits, so the last k is 190, and 2^190 is half of the period.
constexpr int mrg_powers = 127 + 64;
struct MrgJumps {
  MrgPolynomial first[mrg_powers];
  MrgPolynomial second[mrg_powers];
};

} // namespace __murand

/// libmusart has them: computing them takes more than C++11's constexpr functions can.
extern "C" __MUSA_MATH_API const __murand::MrgJumps *__musa_mrg32k3a_jumps() noexcept;

namespace __murand {

/// Evaluates the polynomial at the step: moves s by as many steps as the polynomial stands for.
__MURAND void apply(const MrgPolynomial &a, const MrgRecurrence &by, unsigned int *s) {
  using Wide = unsigned long long;
  const Wide m = by.m;
  Wide x[5] = {s[0], s[1], s[2], 0, 0}; // i steps from here the state is x[i] to x[i + 2]
  for (int i = 3; i < 5; ++i)
    x[i] = (x[i - 1] * by.p % m + x[i - 2] * by.q % m + x[i - 3] * by.r % m) % m;
  for (int i = 0; i < 3; ++i)
    s[i] = static_cast<unsigned int>(
        (a.c[0] * x[i] % m + a.c[1] * x[i + 1] % m + a.c[2] * x[i + 2] % m) % m);
}

/// Moves the state by n * 2^power steps.
__MURAND void jump(unsigned long long n, int power, murandStateMRG32k3a_t *state) {
  const MrgJumps &jumps = *__musa_mrg32k3a_jumps();
  for (; n != 0; n >>= 1, ++power)
    if (n & 1) {
      apply(jumps.first[power], mrg_first, state->s1);
      apply(jumps.second[power], mrg_second, state->s2);
    }
}

} // namespace __murand

__MURAND void skipahead(unsigned long long n, murandStateMRG32k3a_t *state) {
  __murand::jump(n, 0, state);
}
__MURAND void skipahead_subsequence(unsigned long long n, murandStateMRG32k3a_t *state) {
  __murand::jump(n, 76, state);
}
__MURAND void skipahead_sequence(unsigned long long n, murandStateMRG32k3a_t *state) {
  __murand::jump(n, 127, state);
}

/// Seed 0 gives L'Ecuyer's default state.
__MURAND void murand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, murandStateMRG32k3a_t *state) {
  using namespace __murand;
  for (int i = 0; i < 3; ++i)
    state->s1[i] = state->s2[i] = 12345;
  if (seed != 0) {
    const unsigned int low = static_cast<unsigned int>(seed) ^ 0x55555555u;
    const unsigned int high = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; ++i) {
      state->s1[i] = multiply_mod(i == 1 ? high : low, state->s1[i], mrg_m1);
      state->s2[i] = multiply_mod(i == 1 ? low : high, state->s2[i], mrg_m2);
    }
  }
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

/// The next number as the generator makes it: from 1 to m1.
__MURAND unsigned int murand_MRG32k3a(murandStateMRG32k3a_t *state) {
  using namespace __murand;
  using Wide = unsigned long long;
  // -a x is computed as a (m - x), so that nothing is negative. The sums are below 2^64.
  const unsigned int x = static_cast<unsigned int>(
      (Wide{mrg_a12} * state->s1[1] + Wide{mrg_a13} * (mrg_m1 - state->s1[0])) % mrg_m1);
  const unsigned int y = static_cast<unsigned int>(
      (Wide{mrg_a21} * state->s2[2] + Wide{mrg_a23} * (mrg_m2 - state->s2[0])) % mrg_m2);
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = x;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = y;
  return x > y ? x - y : x - y + mrg_m1;
}

/// The next number, stretched over 32 bits. The factor is rounded up, so that m1 becomes 2^32. Then
/// the result is 0xffffffff, because a GPU's conversion saturates.
__MURAND unsigned int murand(murandStateMRG32k3a_t *state) {
  const double stretched = murand_MRG32k3a(state) * __murand::mrg_to_32_bits;
  return stretched < 4294967295.0 ? static_cast<unsigned int>(stretched) : 0xffffffff;
}

#endif // MUSA_PORT_RAND_MRG32K3A_H
