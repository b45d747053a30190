//===- musa_port/rand/sobol.h - Sobol' sequences, plain and scrambled --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are in Gray code order (I. Antonov, V. Saleev, 1979). The caller brings the direction
// vectors, and one state is one dimension. A scrambled sequence begins at the constant `c` instead
// of at 0.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_SOBOL_H
#define MUSA_PORT_RAND_SOBOL_H

#include "murand.h"
#include "musa_port/rand/qualifiers.h"

struct murandStateSobol32 {
  unsigned int i, x, c; ///< index, the number at this index, the number at index 0
  unsigned int direction_vectors[32];
};
struct murandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct murandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct murandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct murandStateSobol32 murandStateSobol32_t;
typedef struct murandStateScrambledSobol32 murandStateScrambledSobol32_t;
typedef struct murandStateSobol64 murandStateSobol64_t;
typedef struct murandStateScrambledSobol64 murandStateScrambledSobol64_t;

namespace __murand {

template <typename State, typename Word> __MURAND void sobol_skip(Word n, State *state) {
  constexpr int bits = 8 * sizeof(Word);
  state->i += n;
  state->x = state->c;
  const Word gray = state->i ^ state->i >> 1;
  for (int k = 0; k < bits; ++k)
    if (gray >> k & 1)
      state->x ^= state->direction_vectors[k];
}

template <typename State, typename Word>
__MURAND void sobol_init(const Word *vectors, Word c, Word offset, State *state) {
  constexpr int bits = 8 * sizeof(Word);
  for (int k = 0; k < bits; ++k)
    state->direction_vectors[k] = vectors[k];
  state->i = 0;
  state->c = c;
  sobol_skip(offset, state);
}

/// From one index to the next, the Gray code changes in one bit: the lowest that is 0 in the index.
template <typename Word, typename State> __MURAND Word sobol_next(State *state) {
  constexpr int last = 8 * sizeof(Word) - 1;
  const Word zeros = ~state->i;
  const int bit = zeros == 0 ? last : __builtin_ctzll(zeros);
  const Word result = state->x;
  state->x ^= state->direction_vectors[bit];
  ++state->i;
  return result;
}

} // namespace __murand

#define __MURAND_SOBOL(State, Word)                                                                \
  __MURAND void skipahead(Word n, State *state) { __murand::sobol_skip(n, state); }                \
  __MURAND Word murand(State *state) { return __murand::sobol_next<Word>(state); }
#define __MURAND_PLAIN_SOBOL(State, Word)                                                          \
  __MURAND_SOBOL(State, Word)                                                                      \
  __MURAND void murand_init(const Word *direction_vectors, Word offset, State *state) {            \
    __murand::sobol_init(direction_vectors, Word{0}, offset, state);                               \
  }
#define __MURAND_SCRAMBLED_SOBOL(State, Word)                                                      \
  __MURAND_SOBOL(State, Word)                                                                      \
  __MURAND void murand_init(const Word *direction_vectors, Word scramble_c, Word offset,           \
                            State *state) {                                                        \
    __murand::sobol_init(direction_vectors, scramble_c, offset, state);                            \
  }

typedef unsigned int __murand_word32;
typedef unsigned long long __murand_word64;
__MURAND_PLAIN_SOBOL(murandStateSobol32_t, __murand_word32)
__MURAND_PLAIN_SOBOL(murandStateSobol64_t, __murand_word64)
__MURAND_SCRAMBLED_SOBOL(murandStateScrambledSobol32_t, __murand_word32)
__MURAND_SCRAMBLED_SOBOL(murandStateScrambledSobol64_t, __murand_word64)

#undef __MURAND_SCRAMBLED_SOBOL
#undef __MURAND_PLAIN_SOBOL
#undef __MURAND_SOBOL

#endif // MUSA_PORT_RAND_SOBOL_H
