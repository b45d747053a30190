// Random numbers in bulk: the order that cuRAND documents, and all kinds of results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmurand
// MCC: -lmurand --offload-arch=mp_22
// QUIET:
#include "rand_test.h"

#include <murand.h>

#include <algorithm>

#define CHECK_RAND(call) CHECK_EQUAL((call), MURAND_STATUS_SUCCESS)

struct Kind {
  murandRngType_t type;
  bool onHost;
  murandOrdering_t ordering = MURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 99;
  unsigned long long offset = 0;
};

static murandGenerator_t create(const Kind &kind) {
  murandGenerator_t generator = nullptr;
  CHECK_RAND(kind.onHost ? murandCreateGeneratorHost(&generator, kind.type)
                         : murandCreateGenerator(&generator, kind.type));
  CHECK_RAND(murandSetPseudoRandomGeneratorSeed(generator, kind.seed));
  CHECK_RAND(murandSetGeneratorOrdering(generator, kind.ordering));
  CHECK_RAND(murandSetGeneratorOffset(generator, kind.offset));
  return generator;
}

/// `call(generator, memory, n)` for parts of these sizes, one behind the other.
template <typename T, typename F>
std::vector<T> make(const Kind &kind, const std::vector<size_t> &parts, F call) {
  size_t n = 0;
  for (size_t part : parts)
    n += part;
  const murandGenerator_t generator = create(kind);
  std::vector<T> result(n);
  T *memory = result.data();
  if (!kind.onHost)
    CHECK_MUSA(musaMalloc(&memory, n * sizeof(T)));
  size_t at = 0;
  for (size_t part : parts) {
    CHECK_RAND(call(generator, memory + at, part));
    at += part;
  }
  if (!kind.onHost) {
    CHECK_MUSA(musaMemcpy(result.data(), memory, n * sizeof(T), musaMemcpyDeviceToHost));
    CHECK_MUSA(musaFree(memory));
  }
  CHECK_RAND(murandDestroyGenerator(generator));
  return result;
}

// Printed in a question in NVIDIA's forum, for seed 0.
static void published() {
  const unsigned expected[] = {3179217846, 3955638199, 167591721, 4161663997, 3973448494,
                               1917059131, 2866113984, 472148682, 2019573489, 2204150021};
  for (bool onHost : {false, true}) {
    Kind kind{MURAND_RNG_PSEUDO_DEFAULT, onHost};
    kind.seed = 0;
    const auto numbers = make<unsigned>(kind, {10}, murandGenerate);
    for (int i = 0; i < 10; ++i)
      CHECK_EQUAL(numbers[i], expected[i]);
  }
}

// And for seed 1234, in NVIDIA's samples.
static void samples(murandRngType_t type, const Published &expected) {
  for (bool onHost : {false, true}) {
    Kind kind{type, onHost};
    kind.seed = 1234;
    const auto uniforms = make<float>(kind, {10}, murandGenerateUniform);
    const auto normals = make<float>(kind, {10}, [](auto generator, float *out, size_t n) {
      return murandGenerateNormal(generator, out, n, 1, 2);
    });
    const auto logNormals = make<float>(kind, {10}, [](auto generator, float *out, size_t n) {
      return murandGenerateLogNormal(generator, out, n, 1, 2);
    });
    for (int i = 0; i < 10; ++i) {
      checkPrinted(uniforms[i], expected.uniform[i]);
      checkPrinted(normals[i], expected.normal[i]);
      checkPrinted(logNormals[i], expected.logNormal[i]);
    }
  }
}

template <typename State> State at(unsigned long long subsequence, unsigned long long offset) {
  State state;
  murand_init(99, subsequence, offset, &state);
  return state;
}

/// Where the documentation says that result n comes from.
template <typename State>
static void order(Kind kind, unsigned streams, unsigned chunk, size_t total) {
  const auto numbers = make<unsigned>(kind, {total}, murandGenerate);
  const auto uniforms = make<float>(kind, {total}, murandGenerateUniform);
  int wrong = 0;
  for (size_t n = 0; n < total; n += 1 + n % 61) {
    State state = at<State>(n / chunk % streams, n / chunk / streams * chunk + n % chunk);
    State same = state;
    wrong += numbers[n] != murand(&state) || uniforms[n] != murand_uniform(&same);
  }
  CHECK_EQUAL(wrong, 0);

  // Parts are the whole, and an offset leaves out the beginning.
  CHECK(make<unsigned>(kind, {1, 2, 10000, 0, 7, total - 10010}, murandGenerate) == numbers);
  for (unsigned long long offset : {1ull, 6ull, 4097ull, total - 3ull}) {
    kind.offset = offset;
    const auto rest = make<unsigned>(kind, {total - offset}, murandGenerate);
    CHECK(std::equal(rest.begin(), rest.end(), numbers.begin() + offset, numbers.end()));
  }
}

template <typename T, typename F>
static std::vector<T> onBothSides(Kind kind, const std::vector<size_t> &parts, F call) {
  kind.onHost = true;
  const auto host = make<T>(kind, parts, call);
  kind.onHost = false;
  const auto device = make<T>(kind, parts, call);
  CHECK(host == device);
  return device;
}

template <typename T> static void moments(const std::vector<T> &values, double mean, double sigma) {
  double sum = 0, squares = 0;
  for (T x : values) {
    sum += x - mean;
    squares += (x - mean) * (x - mean);
  }
  const double n = static_cast<double>(values.size());
  CHECK(std::fabs(sum / n) < 5 * sigma / std::sqrt(n));
  CHECK(std::fabs(squares / n / sigma / sigma - 1) < 0.02);
}

static void distributions(murandRngType_t type) {
  const Kind kind{type, false};
  const std::vector<size_t> parts{100002, 2, 99996};
  moments(onBothSides<double>(kind, parts, murandGenerateUniformDouble), 0.5, std::sqrt(1 / 12.0));
  moments(onBothSides<float>(kind, parts,
                             [](auto generator, float *out, size_t n) {
                               return murandGenerateNormal(generator, out, n, 3.0f, 2.0f);
                             }),
          3, 2);
  moments(onBothSides<double>(kind, parts,
                              [](auto generator, double *out, size_t n) {
                                return murandGenerateNormalDouble(generator, out, n, -3.0, 0.5);
                              }),
          -3, 0.5);
  auto logs = onBothSides<float>(kind, parts, [](auto generator, float *out, size_t n) {
    return murandGenerateLogNormal(generator, out, n, 1.0f, 0.25f);
  });
  for (float &x : logs)
    x = std::log(x);
  moments(logs, 1, 0.25);
  auto doubleLogs = onBothSides<double>(kind, parts, [](auto generator, double *out, size_t n) {
    return murandGenerateLogNormalDouble(generator, out, n, 1.0, 2.0);
  });
  for (double &x : doubleLogs)
    x = std::log(x);
  moments(doubleLogs, 1, 2);
  for (double lambda : {4.0, 144.0, 10000.0})
    moments(onBothSides<unsigned>(kind, parts,
                                  [=](auto generator, unsigned *out, size_t n) {
                                    return murandGeneratePoisson(generator, out, n, lambda);
                                  }),
            lambda, std::sqrt(lambda));
}

static void inAStream() {
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  const Kind kind{MURAND_RNG_PSEUDO_PHILOX4_32_10, false};
  const murandGenerator_t generator = create(kind);
  CHECK_RAND(murandSetStream(generator, stream));
  CHECK_RAND(murandGenerateSeeds(generator));
  const size_t n = 300000;
  float *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, n * sizeof(float)));
  std::vector<float> result(n);
  CHECK_RAND(murandGenerateUniform(generator, memory, n));
  CHECK_MUSA(
      musaMemcpyAsync(result.data(), memory, n * sizeof(float), musaMemcpyDeviceToHost, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK(result == make<float>(kind, {n}, murandGenerateUniform));
  CHECK_RAND(murandDestroyGenerator(generator));
  CHECK_MUSA(musaFree(memory));
  CHECK_MUSA(musaStreamDestroy(stream));
}

static void discrete() {
  for (double lambda : {0.5, 20.0, 3000.0}) {
    murandDiscreteDistribution_t distribution = nullptr;
    CHECK_RAND(murandCreatePoissonDistribution(lambda, &distribution));
    moments(onDevice<unsigned>(100000,
                               [=] __device__(int i) {
                                 murandStatePhilox4_32_10_t state;
                                 murand_init(5, i, 0, &state);
                                 return murand_discrete(&state, distribution);
                               }),
            lambda, std::sqrt(lambda));
    CHECK_RAND(murandDestroyDistribution(distribution));
  }
  murandDiscreteDistribution_t distribution = nullptr;
  CHECK_EQUAL(murandCreatePoissonDistribution(0, &distribution), MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandCreatePoissonDistribution(1e6, &distribution), MURAND_STATUS_OUT_OF_RANGE);
}

static void errors() {
  murandGenerator_t generator = nullptr;
  float numbers[3];
  unsigned counts[2];
  CHECK_EQUAL(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_MTGP32),
              MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandCreateGenerator(&generator, MURAND_RNG_QUASI_SCRAMBLED_SOBOL32),
              MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandGenerateUniform(nullptr, numbers, 3), MURAND_STATUS_NOT_INITIALIZED);
  CHECK_RAND(murandCreateGeneratorHost(&generator, MURAND_RNG_PSEUDO_XORWOW));
  CHECK_EQUAL(murandGenerateNormal(generator, numbers, 3, 0, 1), MURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK_EQUAL(murandGeneratePoisson(generator, counts, 2, 0), MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandSetGeneratorOrdering(generator, MURAND_ORDERING_PSEUDO_SEEDED),
              MURAND_STATUS_OUT_OF_RANGE);
  CHECK_RAND(murandDestroyGenerator(generator));
  // An error of before is not the generator's, and stays.
  CHECK_RAND(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_XORWOW));
  float *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, sizeof numbers));
  CHECK_EQUAL(musaMalloc(static_cast<float **>(nullptr), 4), musaErrorInvalidValue);
  CHECK_EQUAL(murandGenerateUniform(generator, memory, 3), MURAND_STATUS_PREEXISTING_FAILURE);
  CHECK_EQUAL(murandGenerateSeeds(generator), MURAND_STATUS_PREEXISTING_FAILURE);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);
  CHECK_RAND(murandGenerateUniform(generator, memory, 3));
  CHECK_RAND(murandDestroyGenerator(generator));
  CHECK_MUSA(musaFree(memory));
  int version = 0;
  CHECK_RAND(murandGetVersion(&version));
  CHECK_EQUAL(version, MURAND_VERSION);
}

int main() {
  published();
  samples(MURAND_RNG_PSEUDO_XORWOW, publishedXorwow);
  samples(MURAND_RNG_PSEUDO_MRG32K3A, publishedMrg32k3a);
  samples(MURAND_RNG_PSEUDO_PHILOX4_32_10, publishedPhilox);
  for (bool onHost : {false, true}) {
    order<murandStateXORWOW_t>({MURAND_RNG_PSEUDO_XORWOW, onHost}, 4096, 1, 50000);
    order<murandStateMRG32k3a_t>({MURAND_RNG_PSEUDO_MRG32K3A, onHost}, 81920, 1, 200000);
    order<murandStateMRG32k3a_t>(
        {MURAND_RNG_PSEUDO_MRG32K3A, onHost, MURAND_ORDERING_PSEUDO_LEGACY}, 4096, 1, 50000);
    order<murandStatePhilox4_32_10_t>({MURAND_RNG_PSEUDO_PHILOX4_32_10, onHost}, 65536, 4, 600000);
  }
  distributions(MURAND_RNG_PSEUDO_XORWOW);
  distributions(MURAND_RNG_PSEUDO_MRG32K3A);
  distributions(MURAND_RNG_PSEUDO_PHILOX4_32_10);
  inAStream();
  discrete();
  errors();
  return CHECK_RESULT();
}
