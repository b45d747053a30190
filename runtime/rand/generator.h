//===- rand/generator.h - what is drawn, and what draws it ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RAND_GENERATOR_H
#define MUSAPORT_RAND_GENERATOR_H

#include <murand_kernel.h>

#pragma GCC visibility push(hidden)

namespace murand_bulk {

/// What is drawn at once from one stream: `results` of them, of as many 32-bit numbers (not
/// counting how many Poisson numbers need).
struct Bits {
  using Result = unsigned;
  static constexpr int results = 1, numbers = 1;
  template <typename State> __host__ __device__ void operator()(State *state, unsigned *out) const {
    *out = murand(state);
  }
};
struct LongBits {
  using Result = unsigned long long;
};
struct Uniform {
  using Result = float;
  static constexpr int results = 1, numbers = 1;
  template <typename State> __host__ __device__ void operator()(State *state, float *out) const {
    *out = murand_uniform(state);
  }
};
struct UniformDouble {
  using Result = double;
  static constexpr int results = 1, numbers = 2;
  template <typename State> __host__ __device__ void operator()(State *state, double *out) const {
    *out = murand_uniform_double(state);
  }
  /// The device's function takes one number of Philox.
  __host__ __device__ void operator()(murandStatePhilox4_32_10_t *state, double *out) const {
    *out = __murand::uniform_double_of_two(state);
  }
};
struct Normal {
  using Result = float;
  static constexpr int results = 2, numbers = 2;
  float mean, stddev;
  template <typename State> __host__ __device__ void operator()(State *state, float *out) const {
    const float2 pair = murand_normal2(state);
    out[0] = __builtin_fmaf(pair.x, stddev, mean);
    out[1] = __builtin_fmaf(pair.y, stddev, mean);
  }
};
struct NormalDouble {
  using Result = double;
  static constexpr int results = 2, numbers = 4;
  double mean, stddev;
  template <typename State> __host__ __device__ void operator()(State *state, double *out) const {
    const double2 pair = murand_normal2_double(state);
    out[0] = __builtin_fma(pair.x, stddev, mean);
    out[1] = __builtin_fma(pair.y, stddev, mean);
  }
};
struct LogNormal {
  using Result = float;
  static constexpr int results = 2, numbers = 2;
  float mean, stddev;
  template <typename State> __host__ __device__ void operator()(State *state, float *out) const {
    const float2 pair = murand_log_normal2(state, mean, stddev);
    out[0] = pair.x;
    out[1] = pair.y;
  }
};
struct LogNormalDouble {
  using Result = double;
  static constexpr int results = 2, numbers = 4;
  double mean, stddev;
  template <typename State> __host__ __device__ void operator()(State *state, double *out) const {
    const double2 pair = murand_log_normal2_double(state, mean, stddev);
    out[0] = pair.x;
    out[1] = pair.y;
  }
};
struct Poisson {
  using Result = unsigned;
  static constexpr int results = 1, numbers = 1;
  double lambda;
  template <typename State> __host__ __device__ void operator()(State *state, unsigned *out) const {
    *out = murand_poisson(state, lambda);
  }
};

} // namespace murand_bulk

/// What the API calls, whatever the generator's algorithm.
struct murandGenerator_st {
  unsigned long long seed = 0;
  unsigned long long offset = 0;
  musaStream_t stream = nullptr;
  bool started = false; ///< the states are those of seed, offset and ordering

  virtual ~murandGenerator_st() = default;
  virtual bool isQuasi() const { return false; }
  virtual bool setOrdering(murandOrdering_t order) = 0;
  virtual murandStatus_t setDimensions(unsigned) { return MURAND_STATUS_TYPE_ERROR; }
  virtual murandStatus_t startStates() = 0;
  virtual murandStatus_t generate(unsigned *out, size_t n, const murand_bulk::Bits &) = 0;
  virtual murandStatus_t generate(unsigned long long *, size_t, const murand_bulk::LongBits &) {
    return MURAND_STATUS_TYPE_ERROR; // only 64-bit quasirandom generators have these
  }
  virtual murandStatus_t generate(float *out, size_t n, const murand_bulk::Uniform &) = 0;
  virtual murandStatus_t generate(double *out, size_t n, const murand_bulk::UniformDouble &) = 0;
  virtual murandStatus_t generate(float *out, size_t n, const murand_bulk::Normal &) = 0;
  virtual murandStatus_t generate(double *out, size_t n, const murand_bulk::NormalDouble &) = 0;
  virtual murandStatus_t generate(float *out, size_t n, const murand_bulk::LogNormal &) = 0;
  virtual murandStatus_t generate(double *out, size_t n, const murand_bulk::LogNormalDouble &) = 0;
  virtual murandStatus_t generate(unsigned *out, size_t n, const murand_bulk::Poisson &) = 0;
};

#pragma GCC visibility pop

#endif // MUSAPORT_RAND_GENERATOR_H
