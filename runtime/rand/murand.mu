//===- murand.mu - random numbers in bulk: cuRAND's host API -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A generator is an array of states, one for each of as many subsequences ("streams" below), over
// which results are dealt out in the order that cuRAND documents: one by one for XORWOW and
// MRG32k3a, in fours for Philox.
//===----------------------------------------------------------------------===//
#include "generator.h"
#include "quasi.h"

#include <cmath>
#include <memory>
#include <new>
#include <vector>

#pragma GCC visibility push(hidden)

namespace murand_bulk {

template <typename State> constexpr unsigned defaultStreams = 0;
template <> constexpr unsigned defaultStreams<murandStateXORWOW_t> = 4096;
template <> constexpr unsigned defaultStreams<murandStateMRG32k3a_t> = 81920;
template <> constexpr unsigned defaultStreams<murandStatePhilox4_32_10_t> = 65536;
/// With MURAND_ORDERING_PSEUDO_LEGACY.
template <typename State> constexpr unsigned legacyStreams = defaultStreams<State>;
template <> constexpr unsigned legacyStreams<murandStateMRG32k3a_t> = 4096;

/// So many numbers of one stream are followed by as many of the next.
template <typename State> constexpr unsigned chunk = 1;
template <> constexpr unsigned chunk<murandStatePhilox4_32_10_t> = 4;

/// How many places of the order a draw takes: Philox's are its numbers, those of the others
/// draws.
template <typename State, typename Draw>
constexpr unsigned places = chunk<State> == 1 ? 1 : Draw::numbers;

/// Sets a stream to where it is after the first `offset` places of the order.
template <typename State>
__host__ __device__ void start(State *state, unsigned stream, unsigned streams,
                               unsigned long long seed, unsigned long long offset) {
  constexpr unsigned step = chunk<State>;
  const unsigned long long round = static_cast<unsigned long long>(step) * streams;
  const unsigned long long first = static_cast<unsigned long long>(step) * stream;
  const unsigned long long rest = offset % round;
  const unsigned long long begun = rest <= first ? 0 : rest - first < step ? rest - first : step;
  murand_init(seed, stream, offset / round * step + begun, state);
}

/// The items of one stream, of `items` that begin at place `position`.
template <typename State, typename Draw>
__host__ __device__ void fill(State *state, unsigned stream, unsigned streams,
                              unsigned long long position, unsigned long long items, Draw draw,
                              typename Draw::Result *out) {
  constexpr unsigned step = chunk<State>;
  constexpr unsigned each = places<State, Draw>;
  State local = *state;
  unsigned long long turn = position / step; // chunk by chunk; the first that is this stream's:
  turn += (stream + streams - turn % streams) % streams;
  for (;; turn += streams) {
    const unsigned long long from = turn * step;
    unsigned long long item = from <= position ? 0 : (from - position + each - 1) / each;
    if (item >= items)
      break;
    for (; item < items && (position + item * each) / step == turn; ++item)
      draw(&local, out + item * Draw::results);
  }
  *state = local;
}

template <typename State>
__global__ void startAll(State *states, unsigned streams, unsigned long long seed,
                         unsigned long long offset) {
  const unsigned stream = blockIdx.x * blockDim.x + threadIdx.x;
  if (stream < streams)
    start(&states[stream], stream, streams, seed, offset);
}

template <typename State, typename Draw>
__global__ void fillAll(State *states, unsigned streams, unsigned long long position,
                        unsigned long long items, Draw draw, typename Draw::Result *out) {
  const unsigned stream = blockIdx.x * blockDim.x + threadIdx.x;
  if (stream < streams)
    fill(&states[stream], stream, streams, position, items, draw, out);
}

constexpr unsigned blockSize = 256;

template <typename State> class Generator : public murandGenerator_st {
public:
  explicit Generator(bool ofHost) : onHost(ofHost) {}
  Generator(const Generator &) = delete;
  Generator &operator=(const Generator &) = delete;
  ~Generator() override { musaFree(deviceStates); }

  bool setOrdering(murandOrdering_t order) override {
    switch (order) {
    case MURAND_ORDERING_PSEUDO_BEST:
    case MURAND_ORDERING_PSEUDO_DEFAULT:
      streams = defaultStreams<State>;
      break;
    case MURAND_ORDERING_PSEUDO_LEGACY:
      streams = legacyStreams<State>;
      break;
    case MURAND_ORDERING_PSEUDO_DYNAMIC: // any that is the same each time
      if (onHost)
        return false;
      streams = defaultStreams<State>;
      break;
    default:
      return false;
    }
    started = false;
    return true;
  }

  murandStatus_t startStates() override {
    if (hasFailedBefore())
      return MURAND_STATUS_PREEXISTING_FAILURE;
    if (onHost) {
      hostStates.resize(defaultStreams<State>);
      for (unsigned i = 0; i < streams; ++i)
        start(&hostStates[i], i, streams, seed, offset);
    } else {
      if (deviceStates == nullptr &&
          musaMalloc(&deviceStates, sizeof(State) * defaultStreams<State>) != musaSuccess)
        return MURAND_STATUS_ALLOCATION_FAILED;
      void *arguments[] = {&deviceStates, &streams, &seed, &offset};
      if (!launch(&startAll<State>, arguments))
        return MURAND_STATUS_LAUNCH_FAILURE;
    }
    position = offset;
    started = true;
    return MURAND_STATUS_SUCCESS;
  }

  murandStatus_t generate(unsigned *out, size_t n, const Bits &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(float *out, size_t n, const Uniform &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(double *out, size_t n, const UniformDouble &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(float *out, size_t n, const Normal &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(double *out, size_t n, const NormalDouble &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(float *out, size_t n, const LogNormal &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(double *out, size_t n, const LogNormalDouble &draw) override {
    return run(out, n, draw);
  }
  murandStatus_t generate(unsigned *out, size_t n, const Poisson &draw) override {
    return run(out, n, draw);
  }

private:
  const bool onHost;
  unsigned streams = defaultStreams<State>;
  unsigned long long position = 0; ///< the next place in the order
  State *deviceStates = nullptr;
  std::vector<State> hostStates;

  bool hasFailedBefore() const { return !onHost && musaPeekAtLastError() != musaSuccess; }

  /// A thread for each stream.
  template <typename... Parameters>
  bool launch(void (*kernel)(Parameters...), void **arguments) const {
    const unsigned blocks = (streams + blockSize - 1) / blockSize;
    return musaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(blocks), dim3(blockSize),
                            arguments, 0, stream) == musaSuccess;
  }

  template <typename Draw>
  murandStatus_t run(typename Draw::Result *out, size_t n, const Draw &draw) {
    if (hasFailedBefore())
      return MURAND_STATUS_PREEXISTING_FAILURE;
    if (n % Draw::results != 0)
      return MURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!started)
      if (const murandStatus_t status = startStates(); status != MURAND_STATUS_SUCCESS)
        return status;
    if (n == 0)
      return MURAND_STATUS_SUCCESS;
    unsigned long long items = n / Draw::results;
    if (onHost) {
      for (unsigned i = 0; i < streams; ++i)
        fill(&hostStates[i], i, streams, position, items, draw, out);
    } else {
      Draw copy = draw;
      void *arguments[] = {&deviceStates, &streams, &position, &items, &copy, &out};
      if (!launch(&fillAll<State, Draw>, arguments))
        return MURAND_STATUS_LAUNCH_FAILURE;
    }
    position += items * places<State, Draw>;
    return MURAND_STATUS_SUCCESS;
  }
};

murandStatus_t create(murandGenerator_t *generator, murandRngType_t type, bool onHost) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  switch (type) {
  case MURAND_RNG_PSEUDO_DEFAULT:
  case MURAND_RNG_PSEUDO_XORWOW:
    *generator = new (std::nothrow) Generator<murandStateXORWOW_t>(onHost);
    break;
  case MURAND_RNG_PSEUDO_MRG32K3A:
    *generator = new (std::nothrow) Generator<murandStateMRG32k3a_t>(onHost);
    break;
  case MURAND_RNG_PSEUDO_PHILOX4_32_10:
    *generator = new (std::nothrow) Generator<murandStatePhilox4_32_10_t>(onHost);
    break;
  case MURAND_RNG_QUASI_DEFAULT:
  case MURAND_RNG_QUASI_SOBOL32:
    *generator = createSobol32(onHost);
    break;
  case MURAND_RNG_QUASI_SOBOL64:
    *generator = createSobol64(onHost);
    break;
  default:
    return MURAND_STATUS_TYPE_ERROR;
  }
  return *generator == nullptr ? MURAND_STATUS_ALLOCATION_FAILED : MURAND_STATUS_SUCCESS;
}

template <typename Draw>
murandStatus_t generate(murandGenerator_t generator, typename Draw::Result *out, size_t n,
                        const Draw &draw) try {
  return generator == nullptr ? MURAND_STATUS_NOT_INITIALIZED : generator->generate(out, n, draw);
} catch (const std::bad_alloc &) { // of host states
  return MURAND_STATUS_ALLOCATION_FAILED;
}

} // namespace murand_bulk

#pragma GCC visibility pop

using namespace murand_bulk;

murandStatus_t murandGetVersion(int *version) {
  if (version == nullptr)
    return MURAND_STATUS_OUT_OF_RANGE;
  *version = MURAND_VERSION;
  return MURAND_STATUS_SUCCESS;
}

murandStatus_t murandCreateGenerator(murandGenerator_t *generator, murandRngType_t type) {
  return create(generator, type, false);
}
murandStatus_t murandCreateGeneratorHost(murandGenerator_t *generator, murandRngType_t type) {
  return create(generator, type, true);
}
murandStatus_t murandDestroyGenerator(murandGenerator_t generator) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return MURAND_STATUS_SUCCESS;
}

murandStatus_t murandSetStream(murandGenerator_t generator, musaStream_t stream) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return MURAND_STATUS_SUCCESS;
}
murandStatus_t murandSetPseudoRandomGeneratorSeed(murandGenerator_t generator,
                                                  unsigned long long seed) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  if (generator->isQuasi())
    return MURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->started = false;
  return MURAND_STATUS_SUCCESS;
}
murandStatus_t murandSetGeneratorOffset(murandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->started = false;
  return MURAND_STATUS_SUCCESS;
}
murandStatus_t murandSetGeneratorOrdering(murandGenerator_t generator, murandOrdering_t order) {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  return generator->setOrdering(order) ? MURAND_STATUS_SUCCESS : MURAND_STATUS_OUT_OF_RANGE;
}
murandStatus_t murandSetQuasiRandomGeneratorDimensions(murandGenerator_t generator,
                                                       unsigned dimensions) {
  return generator == nullptr ? MURAND_STATUS_NOT_INITIALIZED
                              : generator->setDimensions(dimensions);
}
murandStatus_t murandGenerateSeeds(murandGenerator_t generator) try {
  if (generator == nullptr)
    return MURAND_STATUS_NOT_INITIALIZED;
  return generator->startStates();
} catch (const std::bad_alloc &) {
  return MURAND_STATUS_ALLOCATION_FAILED;
}

murandStatus_t murandGenerate(murandGenerator_t generator, unsigned *output, size_t n) {
  return generate(generator, output, n, Bits{});
}
murandStatus_t murandGenerateLongLong(murandGenerator_t generator, unsigned long long *output,
                                      size_t n) {
  return generate(generator, output, n, LongBits{});
}
murandStatus_t murandGenerateUniform(murandGenerator_t generator, float *output, size_t n) {
  return generate(generator, output, n, Uniform{});
}
murandStatus_t murandGenerateUniformDouble(murandGenerator_t generator, double *output, size_t n) {
  return generate(generator, output, n, UniformDouble{});
}
murandStatus_t murandGenerateNormal(murandGenerator_t generator, float *output, size_t n,
                                    float mean, float stddev) {
  return generate(generator, output, n, Normal{mean, stddev});
}
murandStatus_t murandGenerateNormalDouble(murandGenerator_t generator, double *output, size_t n,
                                          double mean, double stddev) {
  return generate(generator, output, n, NormalDouble{mean, stddev});
}
murandStatus_t murandGenerateLogNormal(murandGenerator_t generator, float *output, size_t n,
                                       float mean, float stddev) {
  return generate(generator, output, n, LogNormal{mean, stddev});
}
murandStatus_t murandGenerateLogNormalDouble(murandGenerator_t generator, double *output, size_t n,
                                             double mean, double stddev) {
  return generate(generator, output, n, LogNormalDouble{mean, stddev});
}
murandStatus_t murandGeneratePoisson(murandGenerator_t generator, unsigned *output, size_t n,
                                     double lambda) {
  if (!(lambda > 0))
    return MURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, output, n, Poisson{lambda});
}

murandStatus_t murandCreatePoissonDistribution(double lambda,
                                               murandDiscreteDistribution_t *distribution) try {
  constexpr double largest = 4e5; // as documented by cuRAND
  if (distribution == nullptr || !(lambda > 0) || lambda > largest)
    return MURAND_STATUS_OUT_OF_RANGE;
  // What is farther off has less than 2^-60 of the probability.
  const double reach = 10 * std::sqrt(lambda) + 40;
  const double first = std::floor(std::fmax(lambda - reach, 0));
  std::vector<double> cumulative;
  double sum = 0;
  double term = 1; // the probability of k, times an unknown factor
  for (double k = first; k <= lambda + reach; term *= lambda / ++k)
    cumulative.push_back(sum += term);
  for (double &value : cumulative)
    value /= sum;

  const size_t bytes = sizeof(double) * cumulative.size();
  char *memory = nullptr;
  if (musaMalloc(&memory, sizeof(murandDiscreteDistribution_st) + bytes) != musaSuccess)
    return MURAND_STATUS_ALLOCATION_FAILED;
  double *table = reinterpret_cast<double *>(memory + sizeof(murandDiscreteDistribution_st));
  const murandDiscreteDistribution_st header{static_cast<unsigned>(first),
                                             static_cast<unsigned>(cumulative.size()), table};
  if (musaMemcpy(memory, &header, sizeof header, musaMemcpyHostToDevice) != musaSuccess ||
      musaMemcpy(table, cumulative.data(), bytes, musaMemcpyHostToDevice) != musaSuccess) {
    musaFree(memory);
    return MURAND_STATUS_LAUNCH_FAILURE;
  }
  *distribution = reinterpret_cast<murandDiscreteDistribution_t>(memory);
  return MURAND_STATUS_SUCCESS;
} catch (const std::bad_alloc &) {
  return MURAND_STATUS_ALLOCATION_FAILED;
}

murandStatus_t murandDestroyDistribution(murandDiscreteDistribution_t distribution) {
  return distribution != nullptr && musaFree(distribution) == musaSuccess
             ? MURAND_STATUS_SUCCESS
             : MURAND_STATUS_NOT_INITIALIZED;
}
