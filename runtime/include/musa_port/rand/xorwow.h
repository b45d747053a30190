//===- musa_port/rand/xorwow.h - Marsaglia's xorwow ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// G. Marsaglia: Xorshift RNGs (2003). A shift register of five words, linear over GF(2), plus a
// counter. A subsequence has 2^67 numbers.
//
// T is one step of the register, and P is its characteristic polynomial. n steps are x^n mod P with
// T put in: the sum of those T^i(v) whose coefficient is 1. The polynomials for n = 2^k suffice
// for a jump of any length. Each has 160 bits.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_XORWOW_H
#define MUSA_PORT_RAND_XORWOW_H

#include "musa_port/rand/qualifiers.h"

struct murandStateXORWOW {
  unsigned int d;    ///< the counter
  unsigned int v[5]; ///< the shift register, the oldest word first
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStateXORWOW murandStateXORWOW_t;
typedef struct murandStateXORWOW murandState;
typedef struct murandStateXORWOW murandState_t;

namespace __murand {

constexpr unsigned int xorwow_increment = 362437; // added to the counter in each step

/// The next word of the shift register.
__MURAND unsigned int xorwow_word(unsigned int oldest, unsigned int newest) {
  const unsigned int t = oldest ^ (oldest >> 2);
  return newest ^ (newest << 4) ^ t ^ (t << 1);
}

constexpr int xorwow_degree = 160;

/// A polynomial over GF(2) modulo P: bit i % 64 of word i / 64 is the coefficient of x^i.
struct XorwowPolynomial {
  unsigned long long word[3];
};

/// x^(2^k) mod P. skipahead() uses these from k = 0 on, subsequences from k = 67 on. Counts have
/// 64 bits.
constexpr int xorwow_powers = 67 + 64;
struct XorwowJumps {
  XorwowPolynomial power[xorwow_powers];
};

} // namespace __murand

/// libmusart has them: computing them takes more than C++11's constexpr functions can.
extern "C" __MUSA_MATH_API const __murand::XorwowJumps *__musa_xorwow_jumps() noexcept;

namespace __murand {

/// Evaluates p at the step: moves the register by as many steps as p stands for. The loops are
/// written so that the compiler vectorises them.
__MURAND void apply(const XorwowPolynomial &p, unsigned int *v) {
  unsigned int words[xorwow_degree + 4]; // T^i(v) is words[i] to words[i + 4]
  for (int i = 0; i < 5; ++i)
    words[i] = v[i];
  for (int i = 5; i < xorwow_degree + 4; ++i)
    words[i] = xorwow_word(words[i - 5], words[i - 1]);
  unsigned int mask[xorwow_degree];
  for (int group = 0; group < xorwow_degree / 32; ++group) {
    const unsigned int bits = static_cast<unsigned int>(p.word[group / 2] >> (32 * (group & 1)));
    for (int i = 0; i < 32; ++i)
      mask[32 * group + i] = 0u - (bits >> i & 1);
  }
  for (int w = 0; w < 5; ++w) {
    unsigned int sum = 0;
    for (int i = 0; i < xorwow_degree; ++i)
      sum ^= mask[i] & words[i + w];
    v[w] = sum;
  }
}

/// Moves the register by n * 2^power steps.
__MURAND void jump(unsigned long long n, int power, unsigned int *v) {
  const XorwowJumps &jumps = *__musa_xorwow_jumps();
  for (; n != 0; n >>= 1, ++power)
    if (n & 1)
      apply(jumps.power[power], v);
}

} // namespace __murand

__MURAND void skipahead(unsigned long long n, murandStateXORWOW_t *state) {
  __murand::jump(n, 0, state->v);
  state->d += static_cast<unsigned int>(n) * __murand::xorwow_increment;
}

/// Moves by n * 2^67 steps. The counter has 32 bits, so it ends where it was.
__MURAND void skipahead_sequence(unsigned long long n, murandStateXORWOW_t *state) {
  __murand::jump(n, 67, state->v);
}

__MURAND void murand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, murandStateXORWOW_t *state) {
  // Marsaglia's state, scrambled by the seed in cuRAND's way.
  const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
  const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  state->d = 6615241u + high + low;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

__MURAND unsigned int murand(murandStateXORWOW_t *state) {
  unsigned int *v = state->v;
  const unsigned int next = __murand::xorwow_word(v[0], v[4]);
  for (int i = 0; i < 4; ++i)
    v[i] = v[i + 1];
  v[4] = next;
  state->d += __murand::xorwow_increment;
  return next + state->d;
}

#endif // MUSA_PORT_RAND_XORWOW_H
