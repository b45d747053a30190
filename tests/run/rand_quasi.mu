// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmurand
// QUIET:
//
// Quasirandom numbers in bulk: direction vectors, the order of dimensions, kinds of results,
// errors.
#include "rand_test.h"

#include <murand.h>

#include <cmath>
#include <cstring>
#include <vector>

#define CHECK_RAND(call) CHECK_EQUAL((call), MURAND_STATUS_SUCCESS)

struct Kind {
  murandRngType_t type = MURAND_RNG_QUASI_SOBOL32;
  bool onHost = false;
  unsigned dimensions = 1;
  unsigned long long offset = 0;
};

static murandGenerator_t create(const Kind &kind) {
  murandGenerator_t generator = nullptr;
  CHECK_RAND(kind.onHost ? murandCreateGeneratorHost(&generator, kind.type)
                         : murandCreateGenerator(&generator, kind.type));
  CHECK_RAND(murandSetQuasiRandomGeneratorDimensions(generator, kind.dimensions));
  CHECK_RAND(murandSetGeneratorOrdering(generator, MURAND_ORDERING_QUASI_DEFAULT));
  CHECK_RAND(murandSetGeneratorOffset(generator, kind.offset));
  return generator;
}

/// `call(generator, memory, n)`
template <typename T, typename F> std::vector<T> make(const Kind &kind, size_t n, F call) {
  const murandGenerator_t generator = create(kind);
  std::vector<T> result(n);
  if (kind.onHost) {
    CHECK_RAND(call(generator, result.data(), n));
  } else {
    T *memory = nullptr;
    CHECK_MUSA(musaMalloc(&memory, n * sizeof(T)));
    CHECK_RAND(call(generator, memory, n));
    CHECK_MUSA(musaMemcpy(result.data(), memory, n * sizeof(T), musaMemcpyDeviceToHost));
    CHECK_MUSA(musaFree(memory));
  }
  CHECK_RAND(murandDestroyGenerator(generator));
  return result;
}

// What NVIDIA's CUDALibrarySamples print for one dimension, of host and device generators.
static void samples(murandRngType_t type, bool onHost) {
  const float uniforms[] = {0, .5f, .75f, .25f, .375f, .875f, .625f, .125f, .1875f, .6875f};
  const float normals[] = {-11.675915f, 1.000000f, 2.348979f,  -0.348979f, 0.362721f,
                           3.300699f,   1.637279f, -1.300699f, -0.774293f, 1.977553f};
  const unsigned counts[] = {0, 10, 12, 8, 9, 14, 11, 6, 7, 11};
  const Kind kind{type, onHost};
  const auto u = make<float>(kind, 10, murandGenerateUniform);
  const auto n = make<float>(kind, 10, [](auto generator, float *out, size_t count) {
    return murandGenerateNormal(generator, out, count, 1, 2);
  });
  const auto p = make<unsigned>(kind, 10, [](auto generator, unsigned *out, size_t count) {
    return murandGeneratePoisson(generator, out, count, 10);
  });
  for (int i = 0; i < 10; ++i) {
    checkPrinted(u[i], uniforms[i]);
    checkPrinted(n[i], normals[i]);
    CHECK_EQUAL(p[i], counts[i]);
  }
}

// S. Joe and F. Y. Kuo, 2008: the first points of new-joe-kuo-6's first ten dimensions, which their
// program prints (in its order, Gray code).
static void publishedPoints() {
  const double points[][10] = {
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
      {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
      {0.75, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.75, 0.75},
      {0.25, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.25, 0.25},
      {0.375, 0.375, 0.625, 0.875, 0.375, 0.125, 0.375, 0.875, 0.875, 0.625},
      {0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125}};
  for (bool onHost : {false, true}) {
    const auto numbers = make<unsigned>({MURAND_RNG_QUASI_SOBOL32, onHost, 10}, 60, murandGenerate);
    const auto wide = make<unsigned long long>({MURAND_RNG_QUASI_SOBOL64, onHost, 10}, 60,
                                               murandGenerateLongLong);
    for (int dimension = 0; dimension < 10; ++dimension)
      for (int i = 0; i < 6; ++i) {
        CHECK_EQUAL(numbers[dimension * 6 + i] * 0x1p-32, points[i][dimension]);
        CHECK_EQUAL(static_cast<double>(wide[dimension * 6 + i]) * 0x1p-64, points[i][dimension]);
      }
  }
}

// In each dimension, the first 2^k points are one in each interval of 2^-k.
static void intervals() {
  constexpr unsigned dimensions = 20000, k = 6, points = 1 << k;
  const auto numbers = make<unsigned>({MURAND_RNG_QUASI_SOBOL32, false, dimensions},
                                      size_t{dimensions} * points, murandGenerate);
  int wrong = 0;
  for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
    unsigned long long seen = 0;
    for (unsigned i = 0; i < points; ++i)
      seen |= 1ull << (numbers[size_t{dimension} * points + i] >> (32 - k));
    wrong += seen != ~0ull;
  }
  CHECK_EQUAL(wrong, 0);
}

/// Against states of kernels, over the vectors that the library gives.
template <typename State, typename Word, typename Vectors>
static void statesAgree(murandRngType_t type, const Vectors *vectors) {
  constexpr size_t points = 10000, dimensions = 3;
  for (bool onHost : {false, true}) {
    const auto numbers = make<double>({type, onHost, dimensions, 5}, points * dimensions,
                                      murandGenerateUniformDouble);
    int wrong = 0;
    for (size_t dimension = 0; dimension < dimensions; ++dimension) {
      State state;
      murand_init(vectors[dimension], Word{5}, &state);
      for (size_t i = 0; i < points; ++i)
        wrong += numbers[dimension * points + i] != murand_uniform_double(&state);
    }
    CHECK_EQUAL(wrong, 0);
  }
}

// A second call goes on where the first ended, in each dimension.
static void parts() {
  const auto whole = make<unsigned>({MURAND_RNG_QUASI_SOBOL32, true, 4}, 4 * 30, murandGenerate);
  const murandGenerator_t generator = create({MURAND_RNG_QUASI_SOBOL32, true, 4});
  std::vector<unsigned> first(4 * 10), rest(4 * 20);
  CHECK_RAND(murandGenerate(generator, first.data(), first.size()));
  CHECK_RAND(murandGenerate(generator, rest.data(), rest.size()));
  for (int dimension = 0; dimension < 4; ++dimension) {
    CHECK(std::memcmp(&first[dimension * 10], &whole[dimension * 30], 10 * sizeof(unsigned)) == 0);
    CHECK(std::memcmp(&rest[dimension * 20], &whole[dimension * 30 + 10], 20 * sizeof(unsigned)) ==
          0);
  }
  CHECK_RAND(murandDestroyGenerator(generator));
}

static void errors() {
  murandGenerator_t narrow = create({});
  murandGenerator_t wide = create({MURAND_RNG_QUASI_SOBOL64});
  murandGenerator_t pseudo = nullptr;
  CHECK_RAND(murandCreateGenerator(&pseudo, MURAND_RNG_PSEUDO_DEFAULT));
  unsigned *words = nullptr;
  unsigned long long *longWords = nullptr;
  CHECK_EQUAL(murandGenerate(wide, words, 0), MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandGenerateLongLong(narrow, longWords, 0), MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandGenerateLongLong(pseudo, longWords, 0), MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandGenerateLongLong(nullptr, longWords, 0), MURAND_STATUS_NOT_INITIALIZED);
  CHECK_EQUAL(murandSetPseudoRandomGeneratorSeed(narrow, 1), MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandSetQuasiRandomGeneratorDimensions(pseudo, 1), MURAND_STATUS_TYPE_ERROR);
  CHECK_EQUAL(murandSetQuasiRandomGeneratorDimensions(narrow, 0), MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandSetQuasiRandomGeneratorDimensions(narrow, 20001), MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandSetQuasiRandomGeneratorDimensions(nullptr, 1), MURAND_STATUS_NOT_INITIALIZED);
  CHECK_EQUAL(murandSetGeneratorOrdering(narrow, MURAND_ORDERING_PSEUDO_DEFAULT),
              MURAND_STATUS_OUT_OF_RANGE);
  CHECK_RAND(murandSetQuasiRandomGeneratorDimensions(narrow, 3));
  CHECK_EQUAL(murandGenerate(narrow, words, 4), MURAND_STATUS_LENGTH_NOT_MULTIPLE);
  for (murandGenerator_t generator : {narrow, wide, pseudo})
    CHECK_RAND(murandDestroyGenerator(generator));
  murandGenerator_t scrambled = nullptr;
  CHECK_EQUAL(murandCreateGenerator(&scrambled, MURAND_RNG_QUASI_SCRAMBLED_SOBOL32),
              MURAND_STATUS_TYPE_ERROR);

  murandDirectionVectors32_t *vectors = nullptr;
  CHECK_EQUAL(murandGetDirectionVectors32(nullptr, MURAND_DIRECTION_VECTORS_32_JOEKUO6),
              MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandGetDirectionVectors32(&vectors, MURAND_DIRECTION_VECTORS_64_JOEKUO6),
              MURAND_STATUS_OUT_OF_RANGE);
  CHECK_EQUAL(murandGetDirectionVectors32(&vectors, MURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6),
              MURAND_STATUS_OUT_OF_RANGE);
}

int main() {
  for (murandRngType_t type :
       {MURAND_RNG_QUASI_DEFAULT, MURAND_RNG_QUASI_SOBOL32, MURAND_RNG_QUASI_SOBOL64})
    for (bool onHost : {false, true})
      samples(type, onHost);
  publishedPoints();
  intervals();
  murandDirectionVectors32_t *vectors = nullptr;
  murandDirectionVectors64_t *wide = nullptr;
  CHECK_RAND(murandGetDirectionVectors32(&vectors, MURAND_DIRECTION_VECTORS_32_JOEKUO6));
  CHECK_RAND(murandGetDirectionVectors64(&wide, MURAND_DIRECTION_VECTORS_64_JOEKUO6));
  statesAgree<murandStateSobol32_t, unsigned>(MURAND_RNG_QUASI_SOBOL32, vectors);
  statesAgree<murandStateSobol64_t, unsigned long long>(MURAND_RNG_QUASI_SOBOL64, wide);
  parts();
  errors();
  return CHECK_RESULT();
}
