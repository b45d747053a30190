/*===- murand.h - random numbers in bulk --------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuRAND's host API, for C and C++; programs link with -lmurand. docs/reference/murand.md says what
 * the host has of it and which numbers equal cuRAND's. Kernels use murand_kernel.h instead.
 *===----------------------------------------------------------------------===*/
#ifndef MURAND_H_
#define MURAND_H_

#include "musa_runtime.h"
#include <stddef.h>

#define MURANDAPI

/* The version of cuRAND that has this interface. */
#define MURAND_VER_MAJOR 10
#define MURAND_VER_MINOR 3
#define MURAND_VER_PATCH 0
#define MURAND_VER_BUILD 0
#define MURAND_VERSION (MURAND_VER_MAJOR * 1000 + MURAND_VER_MINOR * 100 + MURAND_VER_PATCH)

enum murandStatus {
  MURAND_STATUS_SUCCESS = 0,
  MURAND_STATUS_VERSION_MISMATCH = 100,
  MURAND_STATUS_NOT_INITIALIZED = 101,
  MURAND_STATUS_ALLOCATION_FAILED = 102,
  MURAND_STATUS_TYPE_ERROR = 103,
  MURAND_STATUS_OUT_OF_RANGE = 104,
  MURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  MURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  MURAND_STATUS_LAUNCH_FAILURE = 201,
  MURAND_STATUS_PREEXISTING_FAILURE = 202,
  MURAND_STATUS_INITIALIZATION_FAILED = 203,
  MURAND_STATUS_ARCH_MISMATCH = 204,
  MURAND_STATUS_INTERNAL_ERROR = 999
};

enum murandRngType {
  MURAND_RNG_TEST = 0,
  MURAND_RNG_PSEUDO_DEFAULT = 100, /* XORWOW */
  MURAND_RNG_PSEUDO_XORWOW = 101,
  MURAND_RNG_PSEUDO_MRG32K3A = 121,
  MURAND_RNG_PSEUDO_MTGP32 = 141,
  MURAND_RNG_PSEUDO_MT19937 = 142,
  MURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  MURAND_RNG_QUASI_DEFAULT = 200,
  MURAND_RNG_QUASI_SOBOL32 = 201,
  MURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  MURAND_RNG_QUASI_SOBOL64 = 203,
  MURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};

enum murandOrdering {
  MURAND_ORDERING_PSEUDO_BEST = 100,
  MURAND_ORDERING_PSEUDO_DEFAULT = 101,
  MURAND_ORDERING_PSEUDO_SEEDED = 102,
  MURAND_ORDERING_PSEUDO_LEGACY = 103,
  MURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  MURAND_ORDERING_QUASI_DEFAULT = 201
};

enum murandDirectionVectorSet {
  MURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  MURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  MURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  MURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
};

typedef enum murandStatus murandStatus_t;
typedef enum murandRngType murandRngType_t;
typedef enum murandOrdering murandOrdering_t;
typedef enum murandDirectionVectorSet murandDirectionVectorSet_t;
typedef struct murandGenerator_st *murandGenerator_t;
typedef struct murandDiscreteDistribution_st *murandDiscreteDistribution_t;
typedef unsigned int murandDirectionVectors32_t[32];
typedef unsigned long long murandDirectionVectors64_t[64];

#if defined(__cplusplus)
extern "C" {
#endif

murandStatus_t murandGetVersion(int *version);

/* The first generator fills memory of the current device. The second one fills host memory, and its
 * calls return when the numbers are there. */
murandStatus_t murandCreateGenerator(murandGenerator_t *generator, murandRngType_t rng_type);
murandStatus_t murandCreateGeneratorHost(murandGenerator_t *generator, murandRngType_t rng_type);
murandStatus_t murandDestroyGenerator(murandGenerator_t generator);

murandStatus_t murandSetStream(murandGenerator_t generator, musaStream_t stream);
murandStatus_t murandSetPseudoRandomGeneratorSeed(murandGenerator_t generator,
                                                  unsigned long long seed);
murandStatus_t murandSetGeneratorOffset(murandGenerator_t generator, unsigned long long offset);
murandStatus_t murandSetGeneratorOrdering(murandGenerator_t generator, murandOrdering_t order);
/* Up to 20,000. */
murandStatus_t murandSetQuasiRandomGeneratorDimensions(murandGenerator_t generator,
                                                       unsigned int num_dimensions);
murandStatus_t murandGenerateSeeds(murandGenerator_t generator);

/* Of pseudorandom normal and log-normal numbers, n must be even; of quasirandom numbers, a multiple
 * of the dimensions. */
murandStatus_t murandGenerate(murandGenerator_t generator, unsigned int *output, size_t n);
/* For 64-bit quasirandom generators, and only for them. */
murandStatus_t murandGenerateLongLong(murandGenerator_t generator, unsigned long long *output,
                                      size_t n);
murandStatus_t murandGenerateUniform(murandGenerator_t generator, float *output, size_t n);
murandStatus_t murandGenerateUniformDouble(murandGenerator_t generator, double *output, size_t n);
murandStatus_t murandGenerateNormal(murandGenerator_t generator, float *output, size_t n,
                                    float mean, float stddev);
murandStatus_t murandGenerateNormalDouble(murandGenerator_t generator, double *output, size_t n,
                                          double mean, double stddev);
murandStatus_t murandGenerateLogNormal(murandGenerator_t generator, float *output, size_t n,
                                       float mean, float stddev);
murandStatus_t murandGenerateLogNormalDouble(murandGenerator_t generator, double *output, size_t n,
                                             double mean, double stddev);
murandStatus_t murandGeneratePoisson(murandGenerator_t generator, unsigned int *output, size_t n,
                                     double lambda);

/* Those of all 20,000 dimensions, for the states of kernels; the host has no scrambled ones. */
murandStatus_t murandGetDirectionVectors32(murandDirectionVectors32_t *vectors[],
                                           murandDirectionVectorSet_t set);
murandStatus_t murandGetDirectionVectors64(murandDirectionVectors64_t *vectors[],
                                           murandDirectionVectorSet_t set);

/* Creates a distribution that kernels pass to murand_discrete(). */
murandStatus_t murandCreatePoissonDistribution(double lambda,
                                               murandDiscreteDistribution_t *distribution);
murandStatus_t murandDestroyDistribution(murandDiscreteDistribution_t distribution);

#if defined(__cplusplus)
}
#endif

#endif /* MURAND_H_ */
