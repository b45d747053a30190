//===- quasi.mu - quasirandom numbers in bulk: Sobol' sequences --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of n results in d dimensions, the first n / d are the first dimension's, and so on, as cuRAND
// documents. A thread computes a part of one dimension: any point can be the first.
//===----------------------------------------------------------------------===//
#include "quasi.h"
#include "sobol_vectors.h"

#include <new>

#pragma GCC visibility push(hidden)

namespace murand_bulk {

/// One result of one number. Pairs would mix points.
template <typename State> __host__ __device__ auto drawOne(State *state, const Bits &) {
  return murand(state);
}
template <typename State> __host__ __device__ auto drawOne(State *state, const LongBits &) {
  return murand(state);
}
template <typename State> __host__ __device__ float drawOne(State *state, const Uniform &) {
  return murand_uniform(state);
}
template <typename State> __host__ __device__ double drawOne(State *state, const UniformDouble &) {
  return murand_uniform_double(state);
}
template <typename State> __host__ __device__ float drawOne(State *state, const Normal &draw) {
  return __builtin_fmaf(murand_normal(state), draw.stddev, draw.mean);
}
template <typename State>
__host__ __device__ double drawOne(State *state, const NormalDouble &draw) {
  return __builtin_fma(murand_normal_double(state), draw.stddev, draw.mean);
}
template <typename State> __host__ __device__ float drawOne(State *state, const LogNormal &draw) {
  return murand_log_normal(state, draw.mean, draw.stddev);
}
template <typename State>
__host__ __device__ double drawOne(State *state, const LogNormalDouble &draw) {
  return murand_log_normal_double(state, draw.mean, draw.stddev);
}
template <typename State> __host__ __device__ unsigned drawOne(State *state, const Poisson &draw) {
  return murand_poisson(state, draw.lambda);
}

template <typename State, typename Word, typename Draw>
__host__ __device__ void fillPoints(const Word *vectors, unsigned long long position, size_t points,
                                    const Draw &draw, typename Draw::Result *out) {
  State state;
  murand_init(vectors, static_cast<Word>(position), &state);
  for (size_t i = 0; i < points; ++i)
    out[i] = drawOne(&state, draw);
}

/// So many points are a thread's: many more than what its start costs.
constexpr size_t pointsOfThread = 4096;
constexpr unsigned quasiBlockSize = 64;

template <typename State, typename Word, typename Draw>
__global__ void fillDimensions(const Word *vectors, unsigned dimensions,
                               unsigned long long position, size_t points, Draw draw,
                               typename Draw::Result *out) {
  const size_t thread = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t parts = (points + pointsOfThread - 1) / pointsOfThread;
  const size_t dimension = thread / parts;
  if (dimension >= dimensions)
    return;
  const size_t first = thread % parts * pointsOfThread;
  const size_t count = points - first < pointsOfThread ? points - first : pointsOfThread;
  fillPoints<State>(vectors + dimension * 8 * sizeof(Word), position + first, count, draw,
                    out + dimension * points + first);
}

template <typename State, typename Word> class SobolGenerator : public murandGenerator_st {
public:
  explicit SobolGenerator(bool ofHost) : onHost(ofHost) {}
  SobolGenerator(const SobolGenerator &) = delete;
  SobolGenerator &operator=(const SobolGenerator &) = delete;
  ~SobolGenerator() override { musaFree(deviceVectors); }

  bool isQuasi() const override { return true; }
  bool setOrdering(murandOrdering_t order) override {
    return order == MURAND_ORDERING_QUASI_DEFAULT;
  }
  murandStatus_t setDimensions(unsigned count) override {
    if (count < 1 || count > sobolMaximumDimensions)
      return MURAND_STATUS_OUT_OF_RANGE;
    dimensions = count;
    started = false;
    return MURAND_STATUS_SUCCESS;
  }
  murandStatus_t startStates() override {
    const Word *vectors = hostVectors();
    if (!onHost) {
      if (musaPeekAtLastError() != musaSuccess)
        return MURAND_STATUS_PREEXISTING_FAILURE;
      // The stream may have work that reads them.
      if (musaStreamSynchronize(stream) != musaSuccess)
        return MURAND_STATUS_LAUNCH_FAILURE;
      musaFree(deviceVectors);
      deviceVectors = nullptr;
      const size_t bytes = sizeof(Word) * 8 * sizeof(Word) * dimensions;
      if (musaMalloc(&deviceVectors, bytes) != musaSuccess)
        return MURAND_STATUS_ALLOCATION_FAILED;
      if (musaMemcpy(deviceVectors, vectors, bytes, musaMemcpyHostToDevice) != musaSuccess)
        return MURAND_STATUS_LAUNCH_FAILURE;
    }
    position = offset;
    started = true;
    return MURAND_STATUS_SUCCESS;
  }

  murandStatus_t generate(unsigned *out, size_t n, const Bits &draw) override {
    if constexpr (sizeof(Word) == sizeof(unsigned))
      return run(out, n, draw);
    return MURAND_STATUS_TYPE_ERROR;
  }
  murandStatus_t generate(unsigned long long *out, size_t n, const LongBits &draw) override {
    if constexpr (sizeof(Word) == sizeof(unsigned long long))
      return run(out, n, draw);
    return MURAND_STATUS_TYPE_ERROR;
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
  unsigned dimensions = 1;
  unsigned long long position = 0; ///< the next point
  Word *deviceVectors = nullptr;

  static const Word *hostVectors() {
    if constexpr (sizeof(Word) == sizeof(unsigned))
      return *sobolVectors32();
    else
      return *sobolVectors64();
  }

  template <typename Draw>
  murandStatus_t run(typename Draw::Result *out, size_t n, const Draw &draw) {
    if (n % dimensions != 0)
      return MURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!onHost && musaPeekAtLastError() != musaSuccess)
      return MURAND_STATUS_PREEXISTING_FAILURE;
    if (!started)
      if (const murandStatus_t status = startStates(); status != MURAND_STATUS_SUCCESS)
        return status;
    const size_t points = n / dimensions;
    if (points == 0)
      return MURAND_STATUS_SUCCESS;
    if (onHost) {
      for (unsigned i = 0; i < dimensions; ++i)
        fillPoints<State>(hostVectors() + size_t{i} * 8 * sizeof(Word), position, points, draw,
                          out + i * points);
    } else {
      const size_t threads = (points + pointsOfThread - 1) / pointsOfThread * dimensions;
      const size_t blocks = (threads + quasiBlockSize - 1) / quasiBlockSize;
      fillDimensions<State><<<static_cast<unsigned>(blocks), quasiBlockSize, 0, stream>>>(
          deviceVectors, dimensions, position, points, draw, out);
      if (musaPeekAtLastError() != musaSuccess)
        return MURAND_STATUS_LAUNCH_FAILURE;
    }
    position += points;
    return MURAND_STATUS_SUCCESS;
  }
};

murandGenerator_st *createSobol32(bool onHost) {
  return new (std::nothrow) SobolGenerator<murandStateSobol32_t, unsigned>(onHost);
}
murandGenerator_st *createSobol64(bool onHost) {
  return new (std::nothrow) SobolGenerator<murandStateSobol64_t, unsigned long long>(onHost);
}

} // namespace murand_bulk

#pragma GCC visibility pop
