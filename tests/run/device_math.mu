// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's mathematics in device code, in float and double, against long double on the host; the
// bounds are those that CUDA's programming guide gives, in ulps.
#include "check.h"
#include <cfloat>
#include <cmath>
#include <functional>
#include <vector>

namespace {

using Real = long double;

/// How far `got` is from `wanted`, in units of the last place of a T.
template <typename T> double ulps(T got, Real wanted) {
  if (std::isnan(wanted) || std::isnan(got))
    return std::isnan(wanted) && std::isnan(got) ? 0 : HUGE_VAL;
  const T rounded = static_cast<T>(wanted);
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got                                          ? 0
           : std::fabs(Real(got)) >= std::numeric_limits<T>::max() ? 1
                                                                   : HUGE_VAL;
  int exponent;
  std::frexp(rounded, &exponent);
  const int least = std::numeric_limits<T>::min_exponent;
  const Real unit =
      std::ldexp(Real(1), (exponent < least ? least : exponent) - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(Real(got) - wanted) / unit);
}

/// Where f(x) is `wanted`, for an increasing f: by bisection, so that no other inverse is needed.
Real solve(const std::function<Real(Real)> &f, Real wanted, Real low, Real high) {
  for (int i = 0; i < 200; ++i) {
    const Real middle = low + (high - low) / 2;
    (f(middle) < wanted ? low : high) = middle;
  }
  return low;
}
Real inverseErf(Real x) {
  if (std::fabs(x) > 0.5L) // where erf is flat, by its complement
    return std::copysign(-solve([](Real y) { return std::erfc(-y); }, 1 - std::fabs(x), -110, 0),
                         x);
  return solve([](Real y) { return std::erf(y); }, x, -1, 1);
}
Real inverseErfc(Real x) {
  return -solve([](Real y) { return std::erfc(-y); }, x, -110, 110);
}
/// Laplace's continued fraction where exp(x * x) would lose digits.
Real scaledErfc(Real x) {
  if (x < 3)
    return std::exp(x * x) * std::erfc(x);
  Real fraction = x;
  for (int k = 200; k > 0; --k)
    fraction = x + k / (2 * fraction);
  return 1 / (fraction * std::sqrt(std::acos(Real(-1))));
}
const Real pi = std::acos(Real(-1));

} // namespace

constexpr int points = 2000;
static double inputs[points];
static double results[points];
static float resultsOfFloat[points];

/// From low to high; geometrically if both are positive and far apart.
static void fill(double low, double high) {
  for (int i = 0; i < points; ++i) {
    const double t = (i + 0.37) / points;
    const double x =
        low > 0 && high / low > 100 ? low * std::pow(high / low, t) : low + t * (high - low);
    inputs[i] = static_cast<double>(static_cast<float>(x)); // the same for float and double
  }
}

template <typename Reference>
static void compare(const char *name, Reference reference, double boundOfFloat, double bound) {
  double worst = 0;
  double worstOfFloat = 0;
  for (int i = 0; i < points; ++i) {
    const Real wanted = reference(Real(inputs[i]));
    worst = std::max(worst, ulps(results[i], wanted));
    worstOfFloat = std::max(worstOfFloat, ulps(resultsOfFloat[i], wanted));
  }
  if (std::getenv("SHOW_ULPS") != nullptr)
    std::printf("%-16s float %6.2f of %g   double %6.2f of %g\n", name, worstOfFloat, boundOfFloat,
                worst, bound);
  // A result that is rounded once is within half an ulp.
  if (worst > bound + 0.5 || worstOfFloat > boundOfFloat + 0.5)
    check::report(__FILE__, __LINE__,
                  std::string(name) + ": " + std::to_string(worstOfFloat) + " ulps in float, " +
                      std::to_string(worst) + " in double");
}

// x is the input, in the type of the function.
#define KERNEL(name, expression)                                                                   \
  template <typename T> __device__ T compute_##name(T x) { return expression; }                    \
  __global__ void kernel_##name(const double *inputs, double *results, float *resultsOfFloat) {    \
    for (int i = 0; i < points; ++i) {                                                             \
      results[i] = compute_##name(inputs[i]);                                                      \
      resultsOfFloat[i] = compute_##name(static_cast<float>(inputs[i]));                           \
    }                                                                                              \
  }
#define TEST(name, low, high, boundOfFloat, bound, reference)                                      \
  do {                                                                                             \
    fill(low, high);                                                                               \
    kernel_##name<<<1, 1>>>(inputs, results, resultsOfFloat);                                      \
    CHECK_MUSA(musaDeviceSynchronize());                                                           \
    compare(#name, [](Real x) -> Real { return reference; }, boundOfFloat, bound);                 \
  } while (false)

KERNEL(rsqrt, rsqrt(x))
KERNEL(sqrt, sqrt(x))
KERNEL(cbrt, cbrt(x))
KERNEL(rcbrt, rcbrt(x))
KERNEL(exp, exp(x))
KERNEL(exp2, exp2(x))
KERNEL(exp10, exp10(x))
KERNEL(expm1, expm1(x))
KERNEL(log, log(x))
KERNEL(log2, log2(x))
KERNEL(log10, log10(x))
KERNEL(log1p, log1p(x))
KERNEL(sin, sin(x))
KERNEL(cos, cos(x))
KERNEL(tan, tan(x))
KERNEL(sinpi, sinpi(x))
KERNEL(cospi, cospi(x))
KERNEL(asin, asin(x))
KERNEL(acos, acos(x))
KERNEL(atan, atan(x))
KERNEL(sinh, sinh(x))
KERNEL(cosh, cosh(x))
KERNEL(tanh, tanh(x))
KERNEL(asinh, asinh(x))
KERNEL(acosh, acosh(x))
KERNEL(atanh, atanh(x))
KERNEL(erf, erf(x))
KERNEL(erfc, erfc(x))
KERNEL(erfinv, erfinv(x))
KERNEL(erfcinv, erfcinv(x))
KERNEL(erfcx, erfcx(x))
KERNEL(normcdf, normcdf(x))
KERNEL(normcdfinv, normcdfinv(x))
KERNEL(tgamma, tgamma(x))
KERNEL(lgamma, lgamma(x))
KERNEL(bessel_i0, cyl_bessel_i0(x))
KERNEL(bessel_i1, cyl_bessel_i1(x))
KERNEL(pow, pow(x, T(1.75)))
KERNEL(atan2, atan2(x, T(-3)))
KERNEL(hypot, hypot(x, T(4)))
KERNEL(rhypot, rhypot(x, T(4)))
KERNEL(norm3d, norm3d(x, T(4), T(-2)))
KERNEL(rnorm3d, rnorm3d(x, T(4), T(-2)))
KERNEL(norm4d, norm4d(x, T(4), T(-2), T(1)))
KERNEL(rnorm4d, rnorm4d(x, T(4), T(-2), T(1)))
KERNEL(fma, fma(x, x, T(1)))
KERNEL(sincos_sine, ([](T y) {
         T s, c;
         sincos(y, &s, &c);
         return s;
       }(x)))
KERNEL(sincospi_cosine, ([](T y) {
         T s, c;
         sincospi(y, &s, &c);
         return c;
       }(x)))

static void accuracy() {
  TEST(rsqrt, 1e-30, 1e30, 2, 1, 1 / std::sqrt(x));
  TEST(sqrt, 1e-30, 1e30, 0, 0, std::sqrt(x));
  TEST(cbrt, 1e-30, 1e30, 1, 4, std::cbrt(x)); // glibc's bound; CUDA's is 1
  TEST(rcbrt, -1e9, 1e9, 1, 1, 1 / std::cbrt(x));
  TEST(exp, -80, 80, 2, 1, std::exp(x));
  TEST(exp2, -120, 120, 2, 1, std::exp2(x));
  TEST(exp10, -37, 37, 2, 1, std::pow(Real(10), x));
  TEST(expm1, -3, 20, 1, 1, std::expm1(x));
  TEST(log, 1e-30, 1e30, 1, 1, std::log(x));
  TEST(log2, 1e-30, 1e30, 1, 1, std::log2(x));
  TEST(log10, 1e-30, 1e30, 2, 1, std::log10(x));
  TEST(log1p, -0.999, 30, 1, 1, std::log1p(x));
  TEST(sin, -1000, 1000, 2, 2, std::sin(x));
  TEST(cos, -1000, 1000, 2, 2, std::cos(x));
  TEST(tan, -100, 100, 4, 2, std::tan(x));
  TEST(sinpi, -0.5, 0.5, 1, 2, std::sin(pi * x));
  TEST(sinpi, 0.5, 1.5, 1, 2, std::sin(pi * (1 - x)));
  TEST(sinpi, -8.25, -7.75, 1, 2, std::sin(pi * (x + 8)));
  TEST(cospi, -0.49, 0.49, 1, 2, std::cos(pi * x));
  TEST(cospi, 0.3, 0.7, 1, 2, std::sin(pi * (0.5L - x)));
  TEST(cospi, 4.75, 5.25, 1, 2, -std::cos(pi * (5 - x)));
  TEST(asin, -1, 1, 2, 2, std::asin(x));
  TEST(acos, -1, 1, 2, 2, std::acos(x));
  TEST(atan, -50, 50, 2, 2, std::atan(x));
  TEST(sinh, -80, 80, 3, 2, std::sinh(x));
  TEST(cosh, -80, 80, 2, 1, std::cosh(x));
  TEST(tanh, -10, 10, 2, 2, std::tanh(x)); // glibc's bound; CUDA's is 1
  TEST(asinh, -1e5, 1e5, 3, 3, std::asinh(x));
  TEST(acosh, 1, 1e5, 4, 3, std::acosh(x));
  TEST(atanh, -0.999, 0.999, 3, 2, std::atanh(x));
  TEST(erf, -4, 4, 2, 2, std::erf(x));
  TEST(erfc, -3, 9, 4, 5, std::erfc(x));
  TEST(erfinv, -0.9999, 0.9999, 2, 5, inverseErf(x));
  TEST(erfinv, 1e-20, 0.5, 2, 5, inverseErf(x));
  TEST(erfcinv, 1e-30, 1.99, 4, 6, inverseErfc(x));
  TEST(erfcx, -5, 40, 4, 4, x < 0 ? 2 * std::exp(x * x) - scaledErfc(-x) : scaledErfc(x));
  TEST(normcdf, -12, 8, 5, 5, std::erfc(-x / std::sqrt(Real(2))) / 2);
  TEST(normcdfinv, 1e-30, 0.999, 5, 8, -std::sqrt(Real(2)) * inverseErfc(2 * x));
  TEST(tgamma, 0.1, 30, 5, 10, std::tgamma(x));
  TEST(lgamma, 3, 1e6, 6, 4, std::lgamma(x));
  TEST(bessel_i0, -30, 80, 6, 6, std::cyl_bessel_i(Real(0), std::fabs(x)));
  TEST(bessel_i1, 0.01, 80, 6, 6, std::cyl_bessel_i(Real(1), x));
  TEST(pow, 1e-15, 1e15, 4, 2, std::pow(x, Real(1.75)));
  TEST(atan2, -50, 50, 3, 2, std::atan2(x, Real(-3)));
  TEST(hypot, -50, 50, 3, 2, std::hypot(x, Real(4)));
  TEST(rhypot, -50, 50, 2, 1, 1 / std::hypot(x, Real(4)));
  TEST(norm3d, -50, 50, 3, 2, std::sqrt(x * x + 20));
  TEST(rnorm3d, -50, 50, 3, 2, 1 / std::sqrt(x * x + 20));
  TEST(norm4d, -50, 50, 3, 2, std::sqrt(x * x + 21));
  TEST(rnorm4d, -50, 50, 3, 2, 1 / std::sqrt(x * x + 21));
  TEST(fma, -50, 50, 0, 0, x * x + 1);
  TEST(sincos_sine, -50, 50, 2, 2, std::sin(x));
  TEST(sincospi_cosine, -0.49, 0.49, 2, 2, std::cos(pi * x));
}

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)
#define NEAR(a, b, tolerance) EXPECT(fabs((a) - (b)) <= (tolerance) * fabs(b))

/// `zero` and `one` are not known when this is compiled.
__global__ void edges(int *wrong, double zero, double one, int two) {
  const double inf = one / zero;
  const double nan = inf - inf;
  const float infF = static_cast<float>(inf);
  EXPECT(isnan(nan) && !isnan(inf) && isinf(-inf) && isfinite(one) && !isfinite(nan));
  EXPECT(signbit(-zero) && !signbit(zero) && std::isnan(static_cast<float>(nan)) && isinf(infF));
  EXPECT(sinpi(0.5 * one) == 1 && sinpi(one) == 0 && sinpi(1e10 * one) == 0 &&
         sinpi(1.5 * one) == -1);
  EXPECT(signbit(sinpi(-zero)) && isnan(sinpi(inf)) && cospi(0.5 * one) == 0 && cospi(one) == -1);
  EXPECT(cospi(2e15 * one) == 1 && cospif(1.5f) == 0 && isnan(cospi(-inf)));
  EXPECT(erfinv(one) == inf && erfinv(-one) == -inf && isnan(erfinv(2 * one)) && erfinv(zero) == 0);
  EXPECT(erfcinv(zero) == inf && erfcinv(2 * one) == -inf && isnan(erfcinv(-one)) &&
         erfcinv(one) == 0);
  EXPECT(normcdfinv(zero) == -inf && normcdfinv(one) == inf && normcdfinv(0.5 * one) == 0);
  EXPECT(normcdf(-inf) == 0 && normcdf(inf) == 1 && isnan(normcdf(nan)));
  EXPECT(erfcx(-inf) == inf && erfcx(inf) == 0 && erfcx(zero) == 1 && erfcx(-30 * one) == inf);
  EXPECT(rsqrt(zero) == inf && rsqrt(-zero) == -inf && rsqrt(inf) == 0 && isnan(rsqrt(-one)));
  EXPECT(rsqrt(0x1p-1074 * one) == 0x1p537 && rsqrtf(4.0f) == 0.5f);
  EXPECT(rcbrt(-8 * one) == -0.5 && rcbrt(zero) == inf && rcbrt(inf) == 0);
  EXPECT(norm3d(inf, nan, one) == inf && norm4d(1e300 * one, 1e300, 1e300, 1e300) == 2e300);
  EXPECT(rnorm3d(zero, zero, zero) == inf);
  NEAR(rhypot(3e-300 * one, 4e-300), 2e299, 1e-15);
  const double values[3] = {2, 3, 6};
  const float floats[2] = {3, 4};
  EXPECT(norm(3, values) == 7 && rnorm(3, values) == 1 / (7 * one) && normf(2, floats) == 5);
  EXPECT(cyl_bessel_i0(zero) == 1 && cyl_bessel_i1(zero) == 0 && cyl_bessel_i0(800 * one) == inf);
  EXPECT(cyl_bessel_i1(-one) == -cyl_bessel_i1(one));

  // From the tables of Abramowitz and Stegun.
  NEAR(cyl_bessel_i0(one), 1.2660658777520084, 1e-15);
  NEAR(cyl_bessel_i1(one), 0.5651591039924850, 1e-15);
  NEAR(j0(one), 0.7651976865579666, 1e-15);
  NEAR(j1(one), 0.4400505857449335, 1e-15);
  NEAR(jn(two, one), 0.1149034849319005, 1e-14);
  NEAR(y0(one), 0.08825696421567697, 1e-15);
  NEAR(y1(one), -0.7812128213002887, 1e-15);
  NEAR(yn(two, one), -1.650682606816254, 1e-15);
  NEAR(j0f(1.0f), 0.76519769f, 1e-6f);
  NEAR(jn(two, 1.0f), 0.11490349f, 1e-6f);
  NEAR(erfcx(one), 0.42758357615580700, 1e-15);
  NEAR(normcdf(one), 0.84134474606854293, 1e-15);
  NEAR(normcdfinv(0.975 * one), 1.9599639845400545, 1e-15);
  NEAR(erfinv(0.5 * one), 0.47693627620446987, 1e-15);
  NEAR(tgamma(0.5 * one), 1.7724538509055161, 1e-15);
  NEAR(lgamma(10 * one), 12.801827480081469, 1e-15);

  EXPECT(fmin(nan, one) == 1 && fmax(one, nan) == 1 && min(nan, one) == 1 && max(2.0f, one) == 2);
  EXPECT(min(-1, 1u) == 1 && max(-1, 1u) == 0xffffffff && min(-1LL, 1ULL) == 1);
  EXPECT(max(3L, 4L) == 4 && max(-3, 4) == 4 && min(0.5f, 0.25f) == 0.25f && umax(3u, 4u) == 4);
  EXPECT(llmin(-1, 1) == -1 && ullmax(1, ~0ULL) == ~0ULL);
  EXPECT(abs(-5) == 5 && abs(-5LL) == 5 && abs(-1.5f) == 1.5f && labs(-2L) == 2 && llabs(-3) == 3);
  EXPECT(fdim(3 * one, one) == 2 && fdim(one, 3.0) == 0 && fdimf(3, 1) == 2);
  EXPECT(floor(-0.5 * one) == -1 && ceil(0.5 * one) == 1 && trunc(-1.5 * one) == -1);
  EXPECT(rint(2.5 * one) == 2 && nearbyint(3.5 * one) == 4 && round(-2.5 * one) == -3);
  EXPECT(lrint(2.5 * one) == 2 && llrint(3.5 * one) == 4 && lround(2.5 * one) == 3 &&
         llroundf(-2.5f) == -3);
  EXPECT(fmod(5.5 * one, 2) == 1.5 && remainder(5.5 * one, 2) == -0.5);
  int quotient;
  EXPECT(remquo(5.5 * one, 2, &quotient) == -0.5 && quotient == 3);
  int exponent;
  EXPECT(frexp(12 * one, &exponent) == 0.75 && exponent == 4);
  double whole;
  EXPECT(modf(-2.75 * one, &whole) == -0.75 && whole == -2);
  EXPECT(ldexp(one, 5) == 32 && scalbn(one, -3) == 0.125 && scalbln(one, 2L) == 4);
  EXPECT(ilogb(10 * one) == 3 && logb(0.3 * one) == -2 && copysign(2 * one, -zero) == -2);
  EXPECT(nextafter(one, 2.0) == 1 + DBL_EPSILON && nextafterf(1.0f, 0.0f) == 1 - FLT_EPSILON / 2);
  EXPECT(isnan(::nan("")) && isnan(nanf("")) && pow(zero, zero) == 1 && pow(-2 * one, 3) == -8);
  EXPECT(__sinf(0) == 0 && __cosf(0) == 1 && __expf(0) == 1 && __exp10f(2) == 100 &&
         __tanf(0) == 0);
  EXPECT(__logf(1) == 0 && __log2f(8) == 3 && __log10f(1000) == 3 && __powf(2, 10) == 1024);
  float sine, cosine;
  __sincosf(0, &sine, &cosine);
  EXPECT(sine == 0 && cosine == 1);
  EXPECT(std::sqrt(9.0f) == 3 && std::fabs(-one) == 1 && std::pow(2.0f, 3.0f) == 8 &&
         std::abs(-2.5) == 2.5 && std::fma(2.0, 3.0, one) == 7 && std::isfinite(one));
}

/// The same functions in host code.
static void onHost() {
  CHECK_EQUAL(sinpi(0.5), 1.0);
  CHECK_EQUAL(rsqrtf(16.0f), 0.25f);
  CHECK_EQUAL(max(1, 2u), 2U);
  CHECK_EQUAL(norm3d(2.0, 3.0, 6.0), 7.0);
  CHECK(std::fabs(normcdfinv(0.975) - 1.9599639845400545) < 1e-15);
}

int main() {
  accuracy();
  static int wrong;
  edges<<<1, 1>>>(&wrong, 0, 1, 2);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);
  onHost();
  return CHECK_RESULT();
}
