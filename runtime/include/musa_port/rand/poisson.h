//===- musa_port/rand/poisson.h - Poisson numbers, and others by a table --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small means use Knuth's product of uniform numbers, large ones a rounded normal number, both as
// cuRAND does. Between them the distribution is inverted, with one uniform number for each result.
// cuRAND approximates there, so single results may differ from cuRAND's.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_POISSON_H
#define MUSA_PORT_RAND_POISSON_H

#include "murand.h"
#include "musa_port/rand/normal.h"

/// The cumulative probabilities of the values shift, shift + 1, and so on.
/// murandCreatePoissonDistribution() makes it.
struct murandDiscreteDistribution_st {
  unsigned int shift;
  unsigned int length;
  const double *cumulative; ///< never decreases; the last is 1
};

namespace __murand {

constexpr double poisson_knuth_below = 64;
constexpr double poisson_normal_above = 4000;

/// The probability of k > 0, by C. Loader's formula, which loses no digits for large means.
__MURAND double poisson_probability(double k, double lambda) {
  const double inverse_square = 1 / (k * k);
  const double stirling_error =
      (1 / 12.0 - inverse_square * (1 / 360.0 - inverse_square * (1 / 1260.0))) / k;
  const double deviance = k * ::log(k / lambda) + lambda - k;
  return __musa_exp(-stirling_error - deviance) / ::sqrt(6.28318530717958647693 * k);
}

/// The smallest k such that a Poisson number is at most k with probability u or more. Requires
/// lambda >= 64 and u >= 2^-54.
__MURAND unsigned int poisson_quantile(double u, double lambda) {
  const bool upper = u > 0.5; // sum up the smaller tail, which loses fewer digits
  const double tail = upper ? 1 - u : u;
  double z = tail > 0 ? lower_normal_quantile(tail) : -9.0;
  z = upper ? -z : z;
  const double guess = ::floor(lambda + z * ::sqrt(lambda) + (z * z - 1) / 6); // Cornish and Fisher
  double k = guess < 1 ? 1 : guess;
  double probability = poisson_probability(k, lambda);

  // `sum` is the probability of the values up to k; if `upper`, of the values above k.
  double sum = 0;
  if (!upper) {
    double term = probability;
    for (double i = k; term > sum * 1e-17; term *= i / lambda, --i)
      sum += term;
    while (sum < u) {
      probability *= lambda / ++k;
      sum += probability;
    }
    while (k > 0 && sum - probability >= u) {
      sum -= probability;
      probability *= k-- / lambda;
    }
  } else {
    double term = probability * lambda / (k + 1);
    for (double i = k + 2; term > sum * 1e-17; term *= lambda / i, ++i)
      sum += term;
    while (sum > tail) {
      probability *= lambda / ++k;
      if (probability == 0)
        break;
      sum -= probability;
    }
    while (k > 0 && sum + probability <= tail) {
      sum += probability;
      probability *= k-- / lambda;
    }
  }
  return static_cast<unsigned int>(k);
}

/// Maps one random number of 32 or 64 bits to a uniform number in (0, 1).
__MURAND double to_open_uniform(unsigned int x) { return (x + 0.5) * two_pow_minus_32_double; }
__MURAND double to_open_uniform(unsigned long long x) {
  return (static_cast<double>(x >> 12) + 0.5) * (2 * two_pow_minus_53);
}

__MURAND unsigned int poisson_from_normal(double normal, double lambda) {
  return static_cast<unsigned int>(normal * ::sqrt(lambda) + lambda + 0.5);
}

template <typename State> __MURAND unsigned int poisson(State *state, double lambda) {
  if (lambda < poisson_knuth_below) {
    float product = __musa_expf(static_cast<float>(lambda));
    unsigned int k = 0;
    for (; (product *= murand_uniform(state)) > 1.0f; ++k)
      ;
    return k;
  }
  if (lambda > poisson_normal_above)
    return poisson_from_normal(murand_normal_double(state), lambda);
  return poisson_quantile(to_open_uniform(murand(state)), lambda);
}

/// Uses one number for each result: a quasi-random sequence must not be thinned out.
template <typename State> __MURAND unsigned int poisson_of_one(State *state, double lambda) {
  if (lambda > poisson_normal_above)
    return poisson_from_normal(murand_normal_double(state), lambda);
  const double u = to_open_uniform(murand(state));
  if (lambda >= poisson_knuth_below)
    return poisson_quantile(u, lambda);
  double probability = __musa_exp(-lambda);
  unsigned int k = 0;
  for (double sum = probability; sum < u && probability > 0; sum += probability)
    probability *= lambda / ++k;
  return k;
}

template <typename Word>
__MURAND unsigned int discrete(Word x, murandDiscreteDistribution_t distribution) {
  const double u = to_open_uniform(x);
  unsigned int first = 0; // the first with a cumulative probability of u or more
  for (unsigned int count = distribution->length - 1; count > 0;) {
    const unsigned int half = count / 2;
    if (distribution->cumulative[first + half] < u) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return distribution->shift + first;
}

} // namespace __murand

#define __MURAND_DISCRETE(State)                                                                   \
  __MURAND unsigned int murand_discrete(State *state,                                              \
                                        murandDiscreteDistribution_t discrete_distribution) {      \
    return __murand::discrete(murand(state), discrete_distribution);                               \
  }
#define __MURAND_PSEUDO(State)                                                                     \
  __MURAND unsigned int murand_poisson(State *state, double lambda) {                              \
    return __murand::poisson(state, lambda);                                                       \
  }                                                                                                \
  __MURAND_DISCRETE(State)
#define __MURAND_QUASI(State)                                                                      \
  __MURAND unsigned int murand_poisson(State *state, double lambda) {                              \
    return __murand::poisson_of_one(state, lambda);                                                \
  }                                                                                                \
  __MURAND_DISCRETE(State)

__MURAND_PSEUDO(murandStateXORWOW_t)
__MURAND_PSEUDO(murandStatePhilox4_32_10_t)
__MURAND_PSEUDO(murandStateMRG32k3a_t)
__MURAND_QUASI(murandStateSobol32_t)
__MURAND_QUASI(murandStateScrambledSobol32_t)
__MURAND_QUASI(murandStateSobol64_t)
__MURAND_QUASI(murandStateScrambledSobol64_t)

#undef __MURAND_QUASI
#undef __MURAND_PSEUDO
#undef __MURAND_DISCRETE

__MURAND uint4 murand_poisson4(murandStatePhilox4_32_10_t *state, double lambda) {
  using namespace __murand;
  if (lambda > poisson_normal_above) {
    const double4 n = murand_normal4_double(state);
    return uint4{poisson_from_normal(n.x, lambda), poisson_from_normal(n.y, lambda),
                 poisson_from_normal(n.z, lambda), poisson_from_normal(n.w, lambda)};
  }
  uint4 k;
  k.x = murand_poisson(state, lambda);
  k.y = murand_poisson(state, lambda);
  k.z = murand_poisson(state, lambda);
  k.w = murand_poisson(state, lambda);
  return k;
}

__MURAND uint4 murand_discrete4(murandStatePhilox4_32_10_t *state,
                                murandDiscreteDistribution_t discrete_distribution) {
  const uint4 x = murand4(state);
  return uint4{__murand::discrete(x.x, discrete_distribution),
               __murand::discrete(x.y, discrete_distribution),
               __murand::discrete(x.z, discrete_distribution),
               __murand::discrete(x.w, discrete_distribution)};
}

#endif // MUSA_PORT_RAND_POISSON_H
