//===- host/device/math.cpp - math functions of CUDA that C lacks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computed in long double, whose 64 digits leave room for the errors of a few steps and whose
// exponents for intermediate results: what is rounded to double in the end is within an ulp.
//===----------------------------------------------------------------------===//
#include "musa_port/host/math_library.h"

#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>

namespace {

using Real = long double;
constexpr Real pi = std::numbers::pi_v<Real>;
constexpr Real rootOfPi = 1 / std::numbers::inv_sqrtpi_v<Real>;
constexpr Real rootOfTwo = std::numbers::sqrt2_v<Real>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// One of Halley's steps towards f(x) = 0, with `u` = f(x) / f'(x), where f''(x) = -2 x f'(x).
Real halley(Real x, Real u) { return x - u / (1 + x * u); }

/// For |y| <= 1/2.
Real inverseErfNearZero(Real y) {
  Real x = y * rootOfPi / 2 * (1 + pi * y * y / 12);
  for (int step = 0; step < 3; ++step)
    x = halley(x, (std::erf(x) - y) * rootOfPi / 2 * std::exp(x * x));
  return x;
}

/// For 0 < y < 2.
Real inverseErfc(Real y) {
  if (y > 1.5L)
    return -inverseErfc(2 - y);
  if (y >= 0.5L)
    return inverseErfNearZero(1 - y);
  // Hastings's approximation of the normal quantile.
  const Real t = std::sqrt(-2 * std::log(y / 2));
  Real x = (t - (2.30753L + t * 0.27061L) / (1 + t * (0.99229L + t * 0.04481L))) / rootOfTwo;
  for (int step = 0; step < 3; ++step)
    x = halley(x, (y - std::erfc(x)) * rootOfPi / 2 * std::exp(x * x));
  return x;
}

/// exp(x * x) * erfc(x), for x >= 0.
Real scaledErfc(Real x) {
  if (x < 10)
    return std::exp(x * x) * std::erfc(x);
  Real sum = 1;
  Real term = 1;
  for (int k = 1; k < 40; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    sum += term;
    if (std::fabs(term) < LDBL_EPSILON / 4)
      break;
  }
  return sum / (x * rootOfPi);
}

/// The modified Bessel function of the first kind, for x >= 0.
Real besselI(int order, Real x) {
  if (x < 40) { // its power series: all terms are positive
    const Real quarter = x * x / 4;
    Real term = order == 0 ? 1 : x / 2;
    Real sum = term;
    for (int k = 1; term > sum * (LDBL_EPSILON / 4); ++k) {
      term *= quarter / (Real(k) * (k + order));
      sum += term;
    }
    return sum;
  }
  Real term = 1;
  Real sum = 1;
  for (int k = 1; k < 80 && std::fabs(term) > LDBL_EPSILON / 4; ++k) {
    term *= -(Real(4 * order * order) - Real(2 * k - 1) * (2 * k - 1)) / (8 * k * x);
    sum += term;
  }
  return std::exp(x) / std::sqrt(2 * pi * x) * sum;
}

/// The length of x[0 .. n). An infinite component makes it infinite, even beside a NaN.
template <typename T> Real length(const T *x, int n) {
  Real sum = 0;
  bool isInfinite = false;
  for (int i = 0; i < n; ++i) {
    isInfinite |= std::isinf(x[i]);
    sum += Real(x[i]) * x[i];
  }
  return isInfinite ? Real(infinity) : std::sqrt(sum);
}

} // namespace

double __musa_sinpi(double x) noexcept {
  double r = x - 2 * std::nearbyint(x / 2); // exact, as all that follows up to the sine
  if (std::fabs(r) > 0.5)
    r = std::copysign(1.0, r) - r;
  return r == 0 ? std::copysign(0.0, x) : static_cast<double>(std::sin(pi * r));
}

double __musa_cospi(double x) noexcept {
  const double r = std::fabs(x - 2 * std::nearbyint(x / 2));
  if (r == 0.5)
    return 0;
  if (r > 0.25 && r < 0.75)
    return static_cast<double>(std::sin(pi * (0.5L - r)));
  return static_cast<double>(r < 0.5 ? std::cos(pi * r) : -std::cos(pi * (1 - Real(r))));
}

double __musa_rcbrt(double x) noexcept { return static_cast<double>(1 / std::cbrt(Real(x))); }

double __musa_erfinv(double x) noexcept {
  if (!(std::fabs(x) <= 1))
    return notANumber;
  if (std::fabs(x) == 1)
    return x * infinity;
  if (std::fabs(x) <= 0.5)
    return static_cast<double>(inverseErfNearZero(x));
  return std::copysign(static_cast<double>(inverseErfc(1 - Real(std::fabs(x)))), x);
}

double __musa_erfcinv(double x) noexcept {
  if (!(x >= 0 && x <= 2))
    return notANumber;
  if (x == 0 || x == 2)
    return x == 0 ? infinity : -infinity;
  return static_cast<double>(inverseErfc(x));
}

double __musa_erfcx(double x) noexcept {
  if (x < 0)
    return static_cast<double>(2 * std::exp(Real(x) * x) - scaledErfc(-Real(x)));
  return static_cast<double>(scaledErfc(x));
}

double __musa_normcdf(double x) noexcept {
  return static_cast<double>(std::erfc(-x / rootOfTwo) / 2);
}

double __musa_normcdfinv(double x) noexcept {
  if (!(x >= 0 && x <= 1))
    return notANumber;
  if (x == 0 || x == 1)
    return x == 0 ? -infinity : infinity;
  return static_cast<double>(-rootOfTwo * inverseErfc(2 * Real(x)));
}

double __musa_cyl_bessel_i0(double x) noexcept {
  return std::isinf(x) ? infinity : static_cast<double>(besselI(0, std::fabs(x)));
}

double __musa_cyl_bessel_i1(double x) noexcept {
  return std::isinf(x) ? x : std::copysign(static_cast<double>(besselI(1, std::fabs(x))), x);
}

double __musa_norm4d(double x, double y, double z, double w) noexcept {
  const double v[] = {x, y, z, w};
  return static_cast<double>(length(v, 4));
}
double __musa_rnorm4d(double x, double y, double z, double w) noexcept {
  const double v[] = {x, y, z, w};
  return static_cast<double>(1 / length(v, 4));
}
double __musa_norm(int dimensions, const double *x) noexcept {
  return static_cast<double>(length(x, dimensions));
}
double __musa_rnorm(int dimensions, const double *x) noexcept {
  return static_cast<double>(1 / length(x, dimensions));
}
float __musa_normf(int dimensions, const float *x) noexcept {
  return static_cast<float>(length(x, dimensions));
}
float __musa_rnormf(int dimensions, const float *x) noexcept {
  return static_cast<float>(1 / length(x, dimensions));
}
