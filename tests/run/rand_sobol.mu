// Sobol' sequences over direction vectors made here, against the known first points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QUIET:
#include "rand_test.h"

/// Of the first dimension, van der Corput's sequence, and of the second, whose polynomial is x + 1.
template <typename Word> void makeVectors(Word *first, Word *second) {
  constexpr int bits = 8 * sizeof(Word);
  for (int k = 0; k < bits; ++k) {
    first[k] = Word{1} << (bits - 1 - k);
    second[k] = k == 0 ? first[0] : second[k - 1] ^ second[k - 1] >> 1;
  }
}

struct Vectors {
  murandDirectionVectors32_t first, second;
  murandDirectionVectors64_t first64, second64;
};

static const double points[][2] = {{0, 0},         {0.5, 0.5},     {0.75, 0.25},   {0.25, 0.75},
                                   {0.375, 0.375}, {0.875, 0.875}, {0.625, 0.125}, {0.125, 0.625}};

static void knownPoints(const Vectors &vectors) {
  const auto numbers = onBoth<uint2>(8, [=] __host__ __device__(int i) {
    murandStateSobol32_t x, y;
    murand_init(vectors.first, i, &x);
    murand_init(vectors.second, 0, &y);
    for (int k = 0; k < i; ++k)
      murand(&y);
    return uint2{murand(&x), murand(&y)};
  });
  for (int i = 0; i < 8; ++i) {
    CHECK_EQUAL(numbers[i].x * 0x1p-32, points[i][0]);
    CHECK_EQUAL(numbers[i].y * 0x1p-32, points[i][1]);
  }
  const auto wide = onBoth<ulonglong2>(8, [=] __host__ __device__(int i) {
    murandStateSobol64_t x, y;
    murand_init(vectors.first64, i, &x);
    murand_init(vectors.second64, 0, &y);
    for (int k = 0; k < i; ++k)
      murand(&y);
    return ulonglong2{murand(&x), murand(&y)};
  });
  for (int i = 0; i < 8; ++i) {
    CHECK_EQUAL(static_cast<double>(wide[i].x) * 0x1p-64, points[i][0]);
    CHECK_EQUAL(static_cast<double>(wide[i].y) * 0x1p-64, points[i][1]);
  }
}

// What NVIDIA's CUDALibrarySamples print for Sobol32 and Sobol64, dimension 1: normal numbers with
// mean 1 and deviation 2, and Poisson numbers with mean 10.
template <typename State, typename Word> void samples(const Word *vectors) {
  const float normals[] = {-11.675915f, 1.000000f, 2.348979f,  -0.348979f, 0.362721f,
                           3.300699f,   1.637279f, -1.300699f, -0.774293f, 1.977553f};
  const float logNormals[] = {0.000008f,  2.718282f, 10.474874f, 0.705408f, 1.437235f,
                              27.131590f, 5.141160f, 0.272341f,  0.461030f, 7.225041f};
  const unsigned counts[] = {0, 10, 12, 8, 9, 14, 11, 6, 7, 11, 15, 9};
  State normal, logNormal, poisson;
  murand_init(vectors, Word{0}, &normal);
  logNormal = poisson = normal;
  for (int i = 0; i < 10; ++i) {
    checkPrinted(murand_normal(&normal) * 2 + 1, normals[i]);
    checkPrinted(murand_log_normal(&logNormal, 1, 2), logNormals[i]);
  }
  for (unsigned count : counts)
    CHECK_EQUAL(murand_poisson(&poisson, 10), count);
}

template <typename Plain, typename Scrambled, typename Word> void jumps(const Word *vectors) {
  Plain stepped, jumped;
  Scrambled scrambled;
  murand_init(vectors, Word{0}, &stepped);
  murand_init(vectors, Word{12345}, Word{0}, &scrambled);
  for (Word n = 0; n < 1000; ++n) {
    murand_init(vectors, n, &jumped);
    const Word number = murand(&stepped);
    CHECK_EQUAL(murand(&jumped), number);
    CHECK_EQUAL(murand(&scrambled), number ^ 12345);
  }
  murand_init(vectors, Word{900}, &jumped);
  skipahead(100, &jumped);
  CHECK_EQUAL(murand(&jumped), murand(&stepped));
}

// One number each, and monotonous: what a quasi-random sequence needs.
template <typename State, typename Word> void distributions(const Word *vectors) {
  State state;
  double sum = 0, squares = 0, logs = 0;
  const int n = 4096;
  murand_init(vectors, Word{1}, &state); // the first number is 0, the lowest by far
  for (int i = 1; i < n; ++i) {
    State same = state;
    const double z = murand_normal_double(&state);
    CHECK(std::fabs(murand_normal(&same) - z) < 1e-4);
    CHECK_EQUAL(same.i, state.i);
    sum += z;
    squares += z * z;
  }
  CHECK(std::fabs(sum / n) < 1e-3);
  CHECK(std::fabs(squares / n - 1) < 1e-2);
  murand_init(vectors, Word{1}, &state);
  for (int i = 1; i < n; ++i)
    logs += std::log(murand_log_normal_double(&state, 2.0, 0.5));
  CHECK(std::fabs(logs / (n - 1) - 2) < 1e-3);
  for (double lambda : {2.0, 100.0, 5000.0}) {
    murand_init(vectors, Word{1}, &state);
    double poisson = 0;
    for (int i = 1; i < n; ++i)
      poisson += murand_poisson(&state, lambda);
    CHECK_EQUAL(state.i, Word{n});
    CHECK(std::fabs(poisson / (n - 1) / lambda - 1) < 2e-3);
  }
  murand_init(vectors, Word{1}, &state);
  CHECK(murand_uniform(&state) == 0.5f + 0x1p-33f);
  CHECK(std::fabs(murand_uniform_double(&state) - 0.75) < 1e-9);
}

int main() {
  Vectors vectors;
  makeVectors(vectors.first, vectors.second);
  makeVectors(vectors.first64, vectors.second64);
  knownPoints(vectors);
  samples<murandStateSobol32_t>(vectors.first);
  samples<murandStateSobol64_t>(vectors.first64);
  jumps<murandStateSobol32_t, murandStateScrambledSobol32_t>(vectors.second);
  jumps<murandStateSobol64_t, murandStateScrambledSobol64_t>(vectors.second64);
  distributions<murandStateSobol32_t>(vectors.first);
  distributions<murandStateSobol64_t>(vectors.first64);
  return CHECK_RESULT();
}
