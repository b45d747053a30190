//===- libraries/dnn/arithmetic.h - what elementwise modes share ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_DNN_ARITHMETIC_H
#define MUSAPORT_LIBRARIES_DNN_ARITHMETIC_H

#include "call.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace musaport::dnn {

inline Number number(double value) { return {value, 0, false}; }
inline Number number(int64_t value) { return {static_cast<double>(value), value, true}; }
template <typename C> C valueOf(const Number &number) {
  if (number.isInteger)
    return static_cast<C>(number.integer);
  return static_cast<C>(number.real);
}

/// A real number that is an integer as one: doubles would round the integers that it meets.
inline Number exact(const Number &given) {
  const bool fits = given.real >= -0x1p63 && given.real < 0x1p63;
  if (given.isInteger || !fits || given.real != std::trunc(given.real))
    return given;
  return number(static_cast<int64_t>(given.real));
}
/// What a real number is as a bound of integers: what is behind the point keeps none out.
inline Number bound(const Number &given) {
  if (given.isInteger || std::isnan(given.real))
    return given;
  if (given.real >= 0x1p63)
    return number(std::numeric_limits<int64_t>::max());
  return exact(number(std::max(std::trunc(given.real), -0x1p63)));
}

// Integers wrap around, and division by 0 gives 0: a GPU has no exception for either.

template <typename C> C add(C a, C b) {
  if constexpr (std::is_integral_v<C>)
    return static_cast<C>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else
    return a + b;
}
template <typename C> C subtract(C a, C b) {
  if constexpr (std::is_integral_v<C>)
    return static_cast<C>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  else
    return a - b;
}
template <typename C> C multiply(C a, C b) {
  if constexpr (std::is_integral_v<C>)
    return static_cast<C>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}
/// Towards 0.
template <typename C> C truncatedQuotient(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    if (b == 0)
      return 0;
    if constexpr (std::is_signed_v<C>)
      if (b == -1)
        return subtract<C>(0, a);
    return a / b;
  } else {
    return std::trunc(a / b);
  }
}
/// What is left; it has the sign of a.
template <typename C> C truncatedRemainder(C a, C b) {
  if constexpr (std::is_integral_v<C>)
    return b == 0 ? a : subtract(a, multiply(truncatedQuotient(a, b), b));
  else
    return std::fmod(a, b);
}
/// It has the sign of b.
template <typename C> C flooredRemainder(C a, C b) {
  const C rest = truncatedRemainder(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? add(rest, b) : rest;
}
/// Real numbers have a quotient that belongs to the remainder, as in Python.
template <typename C> C flooredQuotient(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    const C quotient = truncatedQuotient(a, b);
    return truncatedRemainder(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  } else {
    if (b == 0)
      return a / b;
    const C quotient = (a - flooredRemainder(a, b)) / b;
    return quotient != 0 ? std::round(quotient) : std::copysign(C(0), a / b);
  }
}
template <typename C> C quotient(C a, C b) {
  if constexpr (std::is_integral_v<C>)
    return truncatedQuotient(a, b);
  else
    return a / b;
}
template <typename C> C power(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    return std::pow(a, b);
  } else {
    if (std::is_signed_v<C> && b < 0)
      return a == 1 ? 1 : a == C(-1) ? (b % 2 == 0 ? 1 : C(-1)) : 0;
    C result = 1;
    for (; b > 0; b /= 2, a = multiply(a, a))
      if (b % 2 != 0)
        result = multiply(result, a);
    return result;
  }
}
template <typename C> bool isNaN(C x) {
  if constexpr (std::is_floating_point_v<C>)
    return std::isnan(x);
  else
    return false;
}
/// NaN if either is.
template <typename C> C larger(C a, C b) { return a > b || isNaN(a) ? a : b; }
template <typename C> C smaller(C a, C b) { return a < b || isNaN(a) ? a : b; }

template <typename C> C sigmoid(C x) { return 1 / (1 + std::exp(-x)); }
/// Of the normal distribution: the share below x, and the density.
template <typename C> C normalShare(C x) { return C(0.5) * std::erfc(-x * C(M_SQRT1_2)); }
template <typename C> C normalDensity(C x) {
  return std::exp(C(-0.5) * x * x) * C(M_2_SQRTPI * M_SQRT1_2 * 0.5);
}
/// GELU's approximation is x / 2 (1 + tanh(geluArgument(x))).
template <typename C> C geluArgument(C x) {
  return C(M_2_SQRTPI * M_SQRT1_2) * (x + C(0.044715) * x * x * x);
}
template <typename C> C geluTanhSlope(C x) {
  const C tanh = std::tanh(geluArgument(x));
  const C inner = C(M_2_SQRTPI * M_SQRT1_2) * (1 + C(3 * 0.044715) * x * x);
  return C(0.5) * (1 + tanh) + C(0.5) * x * (1 - tanh * tanh) * inner;
}
template <typename C> C softplus(C x) { return x > 20 ? x : std::log1p(std::exp(x)); }

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_ARITHMETIC_H
