//===- host/device/random_jumps.cpp - how far generators of random numbers jump -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa_port/rand/xorwow.h and mrg32k3a.h say what the polynomials are.
//===----------------------------------------------------------------------===//
#include "musa_port/rand/mrg32k3a.h"
#include "musa_port/rand/xorwow.h"

#include <bit>

namespace __murand {
namespace {

constexpr MrgPolynomial square(const MrgPolynomial &a, const MrgRecurrence &by) {
  using Wide = unsigned long long;
  const Wide m = by.m, p = by.p, q = by.q, r = by.r;
  const Wide c0 = a.c[0], c1 = a.c[1], c2 = a.c[2];
  // The product's coefficients, from the fourth power down; each sum is below 2^64.
  const Wide x4 = c2 * c2 % m;
  const Wide x3 = (2 * (c1 * c2 % m) + x4 * p) % m;
  const Wide x2 = (2 * (c0 * c2 % m) + c1 * c1 % m + x4 * q % m + x3 * p % m) % m;
  const Wide x1 = (2 * (c0 * c1 % m) + x4 * r % m + x3 * q % m) % m;
  const Wide x0 = (c0 * c0 % m + x3 * r % m) % m;
  return MrgPolynomial{{static_cast<unsigned int>(x0), static_cast<unsigned int>(x1),
                        static_cast<unsigned int>(x2)}};
}

constexpr MrgJumps makeMrgJumps() {
  MrgJumps jumps{};
  jumps.first[0].c[1] = jumps.second[0].c[1] = 1; // x
  for (int k = 1; k < mrg_powers; ++k) {
    jumps.first[k] = square(jumps.first[k - 1], mrg_first);
    jumps.second[k] = square(jumps.second[k - 1], mrg_second);
  }
  return jumps;
}

constexpr XorwowPolynomial timesX(XorwowPolynomial a) {
  const bool overflows = a.word[2] >> 31;
  a.word[2] = (a.word[2] << 1 | a.word[1] >> 63) & 0xffffffff;
  a.word[1] = a.word[1] << 1 | a.word[0] >> 63;
  a.word[0] <<= 1;
  if (overflows) { // x^160 is this modulo P
    a.word[0] ^= 0x0861003000060001;
    a.word[1] ^= 0x0f3c003500062121;
    a.word[2] ^= 0x0000000000000f0e;
  }
  return a;
}

constexpr XorwowJumps makeXorwowJumps() {
  // Squaring is linear: the square of the sum of some x^i is the sum of the x^(2i).
  XorwowPolynomial squareOf[xorwow_degree]{};
  squareOf[0].word[0] = 1;
  for (int i = 1; i < xorwow_degree; ++i)
    squareOf[i] = timesX(timesX(squareOf[i - 1]));

  XorwowJumps jumps{};
  jumps.power[0].word[0] = 2; // x
  for (int k = 1; k < xorwow_powers; ++k)
    for (int w = 0; w < 3; ++w)
      for (unsigned long long bits = jumps.power[k - 1].word[w]; bits != 0; bits &= bits - 1)
        for (int i = 0; i < 3; ++i)
          jumps.power[k].word[i] ^= squareOf[64 * w + std::countr_zero(bits)].word[i];
  return jumps;
}

constexpr MrgJumps mrgJumps = makeMrgJumps();
constexpr XorwowJumps xorwowJumps = makeXorwowJumps();

} // namespace
} // namespace __murand

const __murand::MrgJumps *__musa_mrg32k3a_jumps() noexcept { return &__murand::mrgJumps; }
const __murand::XorwowJumps *__musa_xorwow_jumps() noexcept { return &__murand::xorwowJumps; }
