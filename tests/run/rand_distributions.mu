// Normal, log-normal, Poisson and discrete numbers: how they come from uniform ones, and whether
// their distribution is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
// QUIET:
// WITH: rand_distributions_plain.cpp
#include "rand_test.h"

#include <algorithm>

constexpr int threads = 2000;
constexpr int perThread = 100;

template <typename T> struct Numbers {
  T value[perThread];
};

/// `threads` subsequences, `perThread` numbers of each.
template <typename State, typename T, typename F> std::vector<double> sample(F draw) {
  const auto all = onDevice<Numbers<T>>(threads, [=] __device__(int i) {
    Numbers<T> numbers;
    State state;
    murand_init(1, i, 0, &state);
    for (T &value : numbers.value)
      value = draw(&state);
    return numbers;
  });
  std::vector<double> values;
  for (const auto &one : all)
    values.insert(values.end(), one.value, one.value + perThread);
  return values;
}

/// Kolmogorov and Smirnov's test: n^(1/2) times the largest distance between sample and
/// distribution is above 2 in one of 1500 cases.
template <typename F> void checkDistribution(std::vector<double> values, F cdf, const char *what) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double distance = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]);
    distance = std::max({distance, p - i / n, (i + 1) / n - p});
  }
  if (distance * std::sqrt(n) > 2)
    check::report(__FILE__, __LINE__, std::string(what) + ": not distributed as it should be");
}

/// The same for integers: the distances at each of them.
template <typename F> void checkIntegers(std::vector<double> values, F cdf, const char *what) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double distance = 0;
  for (size_t i = 0; i + 1 < values.size(); ++i)
    if (values[i] != values[i + 1])
      distance = std::max(distance, std::fabs(cdf(values[i]) - (i + 1) / n));
  if (distance * std::sqrt(n) > 2)
    check::report(__FILE__, __LINE__, std::string(what) + ": not distributed as it should be");
}

static double normalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// The sum of the probabilities, in logarithms: no code of the header's.
static std::vector<double> poissonCdf(double lambda) {
  std::vector<double> cdf;
  double sum = 0;
  for (int k = 0; k < lambda + 12 * std::sqrt(lambda) + 20; ++k)
    cdf.push_back(sum += std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1.0)));
  return cdf;
}

template <typename State> void distributions(const char *name) {
  const auto what = [&](const char *function) { return std::string(name) + " " + function; };
  const auto uniform = [](double x) { return x; };
  checkDistribution(sample<State, float>([] __device__(State * s) { return murand_uniform(s); }),
                    uniform, what("uniform").c_str());
  checkDistribution(
      sample<State, double>([] __device__(State * s) { return murand_uniform_double(s); }), uniform,
      what("uniform_double").c_str());
  checkDistribution(sample<State, double>([] __device__(State * s) { return murand(s) * 0x1p-32; }),
                    uniform, what("bits").c_str());
  checkDistribution(sample<State, float>([] __device__(State * s) { return murand_normal(s); }),
                    normalCdf, what("normal").c_str());
  checkDistribution(
      sample<State, double>([] __device__(State * s) { return murand_normal_double(s); }),
      normalCdf, what("normal_double").c_str());
  checkDistribution(sample<State, float>([] __device__(State * s) {
                      const float2 pair = murand_normal2(s);
                      return (pair.x + pair.y) * 0.70710678f; // normal if they are independent
                    }),
                    normalCdf, what("normal2").c_str());
  checkDistribution(sample<State, double>([] __device__(State * s) {
                      const double2 pair = murand_normal2_double(s);
                      return (pair.x + pair.y) * 0.70710678118654752;
                    }),
                    normalCdf, what("normal2_double").c_str());
  checkDistribution(
      sample<State, float>([] __device__(State * s) { return murand_log_normal(s, 0.5f, 0.25f); }),
      [](double x) { return normalCdf((std::log(x) - 0.5) / 0.25); }, what("log_normal").c_str());
  checkDistribution(
      sample<State, double>(
          [] __device__(State * s) { return murand_log_normal_double(s, -1.0, 2.0); }),
      [](double x) { return normalCdf((std::log(x) + 1.0) / 2.0); },
      what("log_normal_double").c_str());
  for (double lambda : {0.1, 5.0, 63.5, 64.0, 700.0, 4000.0, 10000.0}) {
    const auto cdf = poissonCdf(lambda);
    checkIntegers(
        sample<State, unsigned>([=] __device__(State * s) { return murand_poisson(s, lambda); }),
        [&](double k) { return cdf.at(static_cast<size_t>(k)); },
        what(("poisson " + std::to_string(lambda)).c_str()).c_str());
  }
}

// The second number of a pair waits, and for its own kind only.
template <typename State> void waiting() {
  State a, b;
  murand_init(3, 0, 0, &a);
  b = a;
  const float2 pair = murand_normal2(&a);
  CHECK_EQUAL(murand_normal(&b), pair.x);
  const float2 another = murand_log_normal2(&a, 1.0f, 2.0f); // does not touch the waiting one
  State c = b;
  CHECK_EQUAL(murand_normal(&b), pair.y);
  CHECK_EQUAL(murand_log_normal(&c, 1.0f, 2.0f), another.x);
  CHECK_EQUAL(murand_log_normal(&c, 0.0f, 0.0f), another.y); // made with the first one's values

  murand_init(3, 0, 0, &a);
  b = a;
  const double2 doubles = murand_normal2_double(&a);
  CHECK_EQUAL(murand_normal_double(&b), doubles.x);
  CHECK_EQUAL(murand_normal_double(&b), doubles.y);
  const double2 logs = murand_log_normal2_double(&a, 1.0, 2.0);
  CHECK_EQUAL(murand_log_normal_double(&b, 1.0, 2.0), logs.x);
  CHECK_EQUAL(murand_log_normal_double(&b, 1.0, 2.0), logs.y);
  murand_init(3, 0, 0, &a); // forgets
  CHECK_EQUAL(a.boxmuller_flag, 0);
}

// Box and Muller's formula, in double.
static void boxMuller() {
  murandStateXORWOW_t bits, state;
  murand_init(8, 8, 8, &bits);
  state = bits;
  for (int i = 0; i < 100; ++i) {
    const double u = (murand(&bits) + 0.5) * 0x1p-32;
    const double v = (murand(&bits) + 0.5) * 0x1p-32 * 2 * M_PI;
    const double radius = std::sqrt(-2 * std::log(u));
    CHECK(std::fabs(murand_normal(&state) - radius * std::sin(v)) < 3e-6);
    CHECK(std::fabs(murand_normal(&state) - radius * std::cos(v)) < 3e-6);
  }
  murandStateMRG32k3a_t uniforms, mrg;
  murand_init(8, 8, 8, &uniforms);
  mrg = uniforms;
  for (int i = 0; i < 100; ++i) {
    const double radius = std::sqrt(-2 * std::log(murand_uniform_double(&uniforms)));
    const double v = murand_uniform_double(&uniforms) * 2 * M_PI;
    CHECK(std::fabs(murand_normal_double(&mrg) - radius * std::sin(v)) < 1e-14);
    CHECK(std::fabs(murand_normal_double(&mrg) - radius * std::cos(v)) < 1e-14);
  }
}

// Philox's forms of four are its forms of one and two.
static void fours() {
  murandStatePhilox4_32_10_t a, b;
  murand_init(6, 6, 6, &a);
  b = a;
  const float4 n = murand_normal4(&a);
  for (float x : {n.x, n.y, n.z, n.w})
    CHECK_EQUAL(murand_normal(&b), x);
  const double4 d = murand_normal4_double(&a);
  for (double x : {d.x, d.y, d.z, d.w})
    CHECK_EQUAL(murand_normal_double(&b), x);
  const float4 l = murand_log_normal4(&a, 1.0f, 0.5f);
  for (float x : {l.x, l.y, l.z, l.w})
    CHECK_EQUAL(murand_log_normal(&b, 1.0f, 0.5f), x);
  const double4 m = murand_log_normal4_double(&a, 1.0, 0.5);
  for (double x : {m.x, m.y, m.z, m.w})
    CHECK_EQUAL(murand_log_normal_double(&b, 1.0, 0.5), x);
  for (double lambda : {3.0, 300.0, 30000.0}) {
    const uint4 k = murand_poisson4(&a, lambda);
    for (unsigned x : {k.x, k.y, k.z, k.w})
      CHECK_EQUAL(murand_poisson(&b, lambda), x);
  }
}

// The inverses against the functions that they invert.
static void quantiles() {
  for (double p : {0x1p-54, 1e-12, 1e-6, 0.001, 0.0249, 0.1, 0.3, 0.4999, 0.5}) {
    const double z = __murand::lower_normal_quantile(p);
    CHECK(std::fabs(normalCdf(z) / p - 1) < 1e-12);
  }
  for (double lambda : {64.0, 100.5, 999.0, 4000.0}) {
    const auto cdf = poissonCdf(lambda);
    for (size_t k = 1; k < cdf.size(); ++k) {
      const double middle = (cdf[k - 1] + cdf[k]) / 2;
      if (middle > 1e-10 && middle < 1 - 1e-10)
        CHECK_EQUAL(__murand::poisson_quantile(middle, lambda), k);
    }
  }
}

static void discrete() {
  double cumulative[] = {0.125, 0.125, 0.625, 1.0}; // 10, never 11, 12, 13
  murandDiscreteDistribution_st distribution{10, 4, cumulative};
  const auto count = [&](auto state) {
    unsigned counts[14] = {};
    for (int i = 0; i < 80000; ++i)
      ++counts[murand_discrete(&state, &distribution)];
    CHECK(std::abs(static_cast<int>(counts[10]) - 10000) < 400);
    CHECK_EQUAL(counts[11], 0u);
    CHECK(std::abs(static_cast<int>(counts[12]) - 40000) < 600);
    CHECK(std::abs(static_cast<int>(counts[13]) - 30000) < 600);
  };
  murandStateXORWOW_t xorwow;
  murandStatePhilox4_32_10_t philox;
  murandStateMRG32k3a_t mrg;
  murand_init(1, 2, 3, &xorwow);
  murand_init(1, 2, 3, &philox);
  murand_init(1, 2, 3, &mrg);
  count(xorwow);
  count(philox);
  count(mrg);
  murandStatePhilox4_32_10_t one = philox;
  const uint4 four = murand_discrete4(&philox, &distribution);
  for (unsigned x : {four.x, four.y, four.z, four.w})
    CHECK_EQUAL(murand_discrete(&one, &distribution), x);
}

float normalInPlainCpp(unsigned long long seed); // rand_distributions_plain.cpp

static void plainFiles() {
  murandStatePhilox4_32_10_t state;
  murand_init(99, 0, 0, &state);
  CHECK(murand_normal(&state) == normalInPlainCpp(99));
}

int main() {
  plainFiles();
  distributions<murandStateXORWOW_t>("XORWOW");
  distributions<murandStatePhilox4_32_10_t>("Philox");
  distributions<murandStateMRG32k3a_t>("MRG32k3a");
  waiting<murandState_t>();
  waiting<murandStatePhilox4_32_10_t>();
  waiting<murandStateMRG32k3a_t>();
  boxMuller();
  fours();
  quantiles();
  discrete();
  return CHECK_RESULT();
}
