//===- narrow_reference.h - exact rounding to small formats, by searching ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists a format's numbers and searches for a value's place among them. This is slow, but shares
// no code with the rounding in the headers, so both cannot have the same fault.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TESTS_RUN_NARROW_REFERENCE_H
#define MUSAPORT_TESTS_RUN_NARROW_REFERENCE_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace reference {

enum Rounding { Nearest, Zero, Down, Up };

/// A real number: `value` plus a rest of which only the sign is kept. The rest is smaller than the
/// last bit of `value`.
struct Real {
  long double value;
  int rest = 0;
};

inline int signOf(long double x) { return (x > 0) - (x < 0); }

inline Real sum(Real a, long double b) {
  const long double s = a.value + b;
  const long double back = s - a.value;
  const long double error = (a.value - (s - back)) + (b - back);
  return {s, error != 0 ? signOf(error) : a.rest};
}
inline Real quotient(long double a, long double b) {
  const long double q = a / b;
  if (!std::isfinite(q) || !std::isfinite(b) || q == 0)
    return {q};
  return {q, signOf(std::fma(-q, b, a)) * signOf(b)};
}
inline Real squareRoot(long double a) {
  const long double s = std::sqrt(a);
  if (!std::isfinite(s) || s == 0)
    return {s};
  return {s, signOf(std::fma(-s, s, a))};
}

class Format {
public:
  /// `last` is the code of the format's greatest number.
  Format(int mantissa, int bias, unsigned last) : mantissa(mantissa), bias(bias), last(last) {
    for (unsigned code = 0; code <= last + 1; ++code)
      numbers.push_back(numberOf(code));
  }

  /// The number of a code without sign. The code after `last` stands for one more, larger number.
  double numberOf(unsigned code) const {
    const unsigned exponent = code >> mantissa;
    const unsigned fraction = code & ((1u << mantissa) - 1);
    const unsigned digits = exponent == 0 ? fraction : fraction + (1u << mantissa);
    return std::ldexp(static_cast<double>(digits),
                      static_cast<int>(std::max(exponent, 1u)) - bias - mantissa);
  }

  /// Rounds |x| to a code. `last + 1` means overflow. x must not be NaN.
  unsigned magnitude(Real x, Rounding rounding) const {
    const bool negative = std::signbit(x.value);
    const long double value = std::fabs(x.value);
    const int rest = negative ? -x.rest : x.rest;
    const bool away = rounding == (negative ? Down : Up);
    if (std::isinf(value))
      return last + 1;
    // The first number that is not less than |x|.
    unsigned above = static_cast<unsigned>(std::lower_bound(numbers.begin(), numbers.end(), value) -
                                           numbers.begin());
    if (above < numbers.size() && numbers[above] == value) {
      if (rest == 0 && above <= last)
        return above;
      if (rest >= 0)
        ++above;
    }
    if (above == 0)
      return 0;
    if (above > last + 1)
      return rounding == Nearest || away ? last + 1 : last;
    const unsigned below = above - 1;
    const long double middle =
        (static_cast<long double>(numbers[below]) + static_cast<long double>(numbers[above])) / 2;
    bool up = away;
    if (rounding == Nearest)
      up = value > middle || (value == middle && (rest > 0 || (rest == 0 && below % 2 == 1)));
    return up ? above : below;
  }

  const int mantissa, bias;
  const unsigned last;

private:
  std::vector<double> numbers;
};

/// A 16-bit format with infinities.
class Format16 : public Format {
public:
  explicit Format16(int mantissa)
      : Format(mantissa, (1 << (14 - mantissa)) - 1, 0x7fffu - (1u << mantissa)) {}

  unsigned short rounded(Real x, Rounding rounding = Nearest) const {
    if (std::isnan(x.value))
      return 0x7fff;
    const unsigned sign = std::signbit(x.value) ? 0x8000u : 0u;
    return static_cast<unsigned short>(sign | magnitude(x, rounding));
  }
  double valueOf(unsigned short code) const {
    const unsigned bits = code & 0x7fffu;
    const double value = bits <= last ? numberOf(bits) : bits == last + 1 ? INFINITY : NAN;
    return code & 0x8000u ? -value : value;
  }
  bool isNan(unsigned short code) const { return (code & 0x7fffu) > last + 1; }
};

/// A random generator that gives the same numbers on every machine.
class Random {
public:
  std::uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
  }

private:
  std::uint64_t state = 88172645463325252ull;
};

template <typename To, typename From> To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

} // namespace reference

#endif // MUSAPORT_TESTS_RUN_NARROW_REFERENCE_H
