// MRG32k3a: numbers, substreams and jump matrices that L'Ecuyer's RngStreams publishes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QUIET:
#include "rand_test.h"

using State = murandStateMRG32k3a_t;

constexpr unsigned m1 = 4294967087, m2 = 4294944443;

// Seed 0 is the default state of RngStreams, 12345 six times.
static void rngStreams() {
  State state;
  murand_init(0, 0, 0, &state);
  for (unsigned expected : {545508589u, 1368065410u, 1327943761u, 3546985096u, 951893194u})
    CHECK_EQUAL(murand_MRG32k3a(&state), expected);

  // u = number / (m1 + 1) there; the second substream begins 2^76 numbers on.
  const double substream[] = {0.07939898979733463, 0.4803395047575741, 0.8583222470551328};
  const auto numbers = onBoth<unsigned>(3, [] __host__ __device__(int i) {
    State thread;
    murand_init(0, 1, i, &thread);
    return murand_MRG32k3a(&thread);
  });
  for (int i = 0; i < 3; ++i)
    CHECK(std::fabs(numbers[i] / (m1 + 1.0) - substream[i]) < 1e-15);

  const struct {
    unsigned n;
    double value;
  } far[] = {
      {1000, 0.98607848680213228}, {100000, 0.69628910995743587}, {1000000, 0.37578835621568801}};
  for (const auto &one : far) {
    murand_init(0, 0, one.n - 1, &state);
    CHECK(std::fabs(murand_MRG32k3a(&state) / (m1 + 1.0) - one.value) < 1e-15);
  }
}

// The matrices of 2^76 and 2^127 steps: the jump of a unit vector is a column.
static void matrices() {
  const unsigned long long first76[3][3] = {{82758667, 1871391091, 4127413238},
                                            {3672831523, 69195019, 1871391091},
                                            {3672091415, 3528743235, 69195019}};
  const unsigned long long second76[3][3] = {{1511326704, 3759209742, 1610795712},
                                             {4292754251, 1511326704, 3889917532},
                                             {3859662829, 4292754251, 3708466080}};
  const unsigned long long first127[3][3] = {{2427906178, 3580155704, 949770784},
                                             {226153695, 1230515664, 3580155704},
                                             {1988835001, 986791581, 1230515664}};
  const unsigned long long second127[3][3] = {{1464411153, 277697599, 1610723613},
                                              {32183930, 1464411153, 1022607788},
                                              {2824425944, 32183930, 2093834863}};
  for (int column = 0; column < 3; ++column) {
    State unit{};
    unit.s1[column] = unit.s2[column] = 1;
    State by76 = unit, by127 = unit;
    skipahead_subsequence(1, &by76);
    skipahead_sequence(1, &by127);
    for (int row = 0; row < 3; ++row) {
      CHECK_EQUAL(by76.s1[row], first76[row][column]);
      CHECK_EQUAL(by76.s2[row], second76[row][column]);
      CHECK_EQUAL(by127.s1[row], first127[row][column]);
      CHECK_EQUAL(by127.s2[row], second127[row][column]);
    }
  }
}

static bool same(const State &a, const State &b) {
  return std::memcmp(a.s1, b.s1, sizeof a.s1) == 0 && std::memcmp(a.s2, b.s2, sizeof a.s2) == 0;
}

static void jumps() {
  State stepped, jumped;
  murand_init(1234, 0, 0, &stepped);
  int wrong = 0;
  for (unsigned n = 0; n < 100000; ++n) {
    if (n < 700 || n % 997 == 0) {
      murand_init(1234, 0, n, &jumped);
      wrong += !same(stepped, jumped);
    }
    murand(&stepped);
  }
  CHECK_EQUAL(wrong, 0);

  // 2^63 * 2^13 is a subsequence, and 2^51 of those are a sequence.
  murand_init(5, 1, 0, &stepped);
  murand_init(5, 0, 0, &jumped);
  for (int i = 0; i < 1 << 13; ++i)
    skipahead(1ull << 63, &jumped);
  CHECK(same(stepped, jumped));
  skipahead_sequence(1, &stepped);
  skipahead_subsequence(1ull << 51, &jumped);
  CHECK(same(stepped, jumped));
}

// The seed multiplies the default state.
static void seeds() {
  const unsigned long long seed = 0xfedcba9876543210;
  const unsigned long long low = 0x76543210u ^ 0x55555555u;
  const unsigned long long high = 0xfedcba98u ^ 0xaaaaaaaau;
  State state;
  murand_init(seed, 0, 0, &state);
  const unsigned long long expected1[] = {low * 12345 % m1, high * 12345 % m1, low * 12345 % m1};
  const unsigned long long expected2[] = {high * 12345 % m2, low * 12345 % m2, high * 12345 % m2};
  for (int i = 0; i < 3; ++i) {
    CHECK_EQUAL(state.s1[i], expected1[i]);
    CHECK_EQUAL(state.s2[i], expected2[i]);
  }
}

static void conversions() {
  State numbers, state;
  murand_init(9, 1, 1, &numbers);
  murand_init(9, 1, 1, &state);
  const auto number = [&] { return static_cast<double>(murand_MRG32k3a(&numbers)); };
  CHECK_EQUAL(murand_uniform(&state), static_cast<float>(number() * 2.3283065498378288e-10));
  CHECK_EQUAL(murand_uniform_double(&state), number() * 2.3283065498378288e-10);
  CHECK_EQUAL(murand(&state), static_cast<unsigned>(number() * 1.000000048662));
  CHECK_EQUAL(m1 * 2.3283065498378288e-10, 1.0);

  State largest{{1, 0, 0}, {0, 0, 0}, 0, 0, 0, 0}; // of which m1 - a13 comes
  CHECK_EQUAL(murand_MRG32k3a(&largest), m1 - 810728);
  State end{{0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0}; // of which 0 comes, which counts as m1
  CHECK_EQUAL(murand(&end), 0xffffffffu);
  CHECK_EQUAL(murand_uniform(&end), 1.0f);
}

// Samples of NVIDIA's: seed 1234 and subsequences 0 to 9.
static void samples() {
  const auto uniforms = onBoth<float>(10, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_uniform(&state);
  });
  const auto normals = onBoth<float2>(5, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_normal2(&state);
  });
  const auto logNormals = onBoth<float2>(5, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    const float first = murand_log_normal(&state, 1, 2);
    return float2{first, murand_log_normal(&state, 1, 2)};
  });
  for (int i = 0; i < 10; ++i) {
    const auto of = [i](float2 pair) { return i % 2 == 0 ? pair.x : pair.y; };
    checkPrinted(uniforms[i], publishedMrg32k3a.uniform[i]);
    checkPrinted(of(normals[i / 2]) * 2 + 1, publishedMrg32k3a.normal[i]);
    checkPrinted(of(logNormals[i / 2]), publishedMrg32k3a.logNormal[i]);
  }
}

int main() {
  samples();
  rngStreams();
  matrices();
  jumps();
  seeds();
  conversions();
  static_assert(sizeof(State) == 48, "as in CUDA");
  return CHECK_RESULT();
}
