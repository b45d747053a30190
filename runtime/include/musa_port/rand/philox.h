//===- musa_port/rand/philox.h - Philox4x32-10 -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// J. Salmon, M. Moraes, R. Dror, D. Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011). The
// key is the seed. The low 64 bits of the counter count blocks of four numbers; the high 64 bits
// are the subsequence. So a subsequence has 2^66 numbers, and a jump is an addition.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_PHILOX_H
#define MUSA_PORT_RAND_PHILOX_H

#include "musa_port/rand/qualifiers.h"

struct murandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output; ///< the block that belongs to ctr
  uint2 key;
  unsigned int STATE; ///< how many numbers of `output` are used up: 0 to 3
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStatePhilox4_32_10 murandStatePhilox4_32_10_t;

/// Computes the block of four numbers for a counter and a key.
__MURAND uint4 murand_Philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * counter.x;
    const unsigned long long b = 0xCD9E8D57ull * counter.z;
    counter =
        uint4{static_cast<unsigned int>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned int>(b),
              static_cast<unsigned int>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned int>(a)};
    key.x += 0x9E3779B9u; // the golden ratio
    key.y += 0xBB67AE85u; // sqrt(3) - 1
  }
  return counter;
}

namespace __murand {

/// Adds blocks to the counter, with carry into the subsequence. `output` is not updated.
__MURAND void add_blocks(murandStatePhilox4_32_10_t *state, unsigned long long blocks) {
  unsigned long long low = state->ctr.x | static_cast<unsigned long long>(state->ctr.y) << 32;
  low += blocks;
  state->ctr.x = static_cast<unsigned int>(low);
  state->ctr.y = static_cast<unsigned int>(low >> 32);
  if (low < blocks && ++state->ctr.z == 0)
    ++state->ctr.w;
}

} // namespace __murand

__MURAND void skipahead(unsigned long long n, murandStatePhilox4_32_10_t *state) {
  const unsigned int used = state->STATE + static_cast<unsigned int>(n & 3);
  __murand::add_blocks(state, n / 4 + used / 4);
  state->STATE = used & 3;
  state->output = murand_Philox4x32_10(state->ctr, state->key);
}

__MURAND void skipahead_sequence(unsigned long long n, murandStatePhilox4_32_10_t *state) {
  unsigned long long high = state->ctr.z | static_cast<unsigned long long>(state->ctr.w) << 32;
  high += n;
  state->ctr.z = static_cast<unsigned int>(high);
  state->ctr.w = static_cast<unsigned int>(high >> 32);
  state->output = murand_Philox4x32_10(state->ctr, state->key);
}

__MURAND void murand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, murandStatePhilox4_32_10_t *state) {
  state->ctr = uint4{0, 0, static_cast<unsigned int>(subsequence),
                     static_cast<unsigned int>(subsequence >> 32)};
  state->key = uint2{static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead(offset, state);
}

__MURAND unsigned int murand(murandStatePhilox4_32_10_t *state) {
  const uint4 block = state->output;
  const unsigned int at = state->STATE;
  if (at == 3) {
    __murand::add_blocks(state, 1);
    state->output = murand_Philox4x32_10(state->ctr, state->key);
  }
  state->STATE = (at + 1) & 3;
  return at == 0 ? block.x : at == 1 ? block.y : at == 2 ? block.z : block.w;
}

/// The next four numbers, in order.
__MURAND uint4 murand4(murandStatePhilox4_32_10_t *state) {
  const uint4 now = state->output;
  __murand::add_blocks(state, 1);
  const uint4 next = murand_Philox4x32_10(state->ctr, state->key);
  state->output = next;
  switch (state->STATE) {
  case 1:
    return uint4{now.y, now.z, now.w, next.x};
  case 2:
    return uint4{now.z, now.w, next.x, next.y};
  case 3:
    return uint4{now.w, next.x, next.y, next.z};
  default:
    return now;
  }
}

#endif // MUSA_PORT_RAND_PHILOX_H
