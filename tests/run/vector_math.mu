// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of <math.h> gives a thread the same bits whether its loop became vectors or not, and
// for float is within an ulp of what the C library computes in double.
#include "check.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

constexpr int count = 4096 + 5; // the last threads are no whole vector

template <typename T, typename F> __global__ void asVectors(const T *in, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = F()(in[i]);
}

// No loop over threads becomes vectors that has a loop in it.
template <typename T, typename F> __global__ void oneByOne(const T *in, const int *times, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int time = 0; i < count && time < times[i]; ++time)
    out[i] = F()(in[i]);
}

template <typename T> static std::vector<T> inputs() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> result = {T(0),
                           -T(0),
                           T(1),
                           T(-1),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN(),
                           Limits::max(),
                           Limits::lowest(),
                           Limits::min(),
                           Limits::denorm_min(),
                           -Limits::denorm_min()};
  for (int exponent = -40; result.size() < count; ++exponent) // all magnitudes, and many near 1
    for (int i = 1; i <= 32 && result.size() < count; ++i) {
      const T value = std::ldexp(T(1) + T(i) / T(33.7), exponent % 40);
      result.push_back(i % 2 == 0 ? value : -value);
    }
  return result;
}

/// The distance of two numbers in units of the last place of the exact one.
static double ulps(float got, double exact) {
  const float rounded = static_cast<float>(exact);
  if (std::isnan(rounded) || std::isnan(got))
    return std::isnan(rounded) && std::isnan(got) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || std::isinf(got) || rounded == 0)
    return rounded == got && std::signbit(rounded) == std::signbit(got) ? 0 : HUGE_VAL;
  const float size = std::fabs(rounded);
  return std::fabs(got - exact) / (std::nextafter(size, HUGE_VALF) - size);
}

template <typename F> static void checkExactness(const char *name, float x, float got) {
  if (ulps(got, F()(double(x))) > 1.01)
    check::report(__FILE__, __LINE__,
                  std::string(name) + "(" + std::to_string(x) + ") = " + std::to_string(got) +
                      ", not " + std::to_string(F()(double(x))));
}
template <typename F> static void checkExactness(const char *, double, double) {}

template <typename T, typename F> static void compare(const char *name) {
  const std::vector<T> values = inputs<T>();
  T *in, *vectors, *single;
  int *times;
  CHECK_MUSA(musaMallocManaged(&in, count * sizeof(T)));
  CHECK_MUSA(musaMallocManaged(&vectors, count * sizeof(T)));
  CHECK_MUSA(musaMallocManaged(&single, count * sizeof(T)));
  CHECK_MUSA(musaMallocManaged(&times, count * sizeof(int)));
  std::memcpy(in, values.data(), count * sizeof(T));
  for (int i = 0; i < count; ++i)
    times[i] = 1;
  constexpr int threads = 256;
  asVectors<T, F><<<(count + threads - 1) / threads, threads>>>(in, vectors);
  oneByOne<T, F><<<(count + threads - 1) / threads, threads>>>(in, times, single);
  CHECK_MUSA(musaDeviceSynchronize());
  int different = 0;
  for (int i = 0; i < count; ++i)
    if (std::memcmp(&vectors[i], &single[i], sizeof(T)) != 0 &&
        !(std::isnan(vectors[i]) && std::isnan(single[i])) && different++ == 0)
      check::report(__FILE__, __LINE__,
                    std::string(name) + "(" + std::to_string(in[i]) + "): " +
                        std::to_string(vectors[i]) + " as a vector, " + std::to_string(single[i]));
  for (int i = 0; i < count; ++i)
    checkExactness<F>(name, in[i], vectors[i]);
  for (void *memory : {static_cast<void *>(in), static_cast<void *>(vectors),
                       static_cast<void *>(single), static_cast<void *>(times)})
    CHECK_MUSA(musaFree(memory));
}

#define COMPARE(name, expression)                                                                  \
  struct name##Of {                                                                                \
    template <typename T> __host__ __device__ T operator()(T x) const { return expression; }       \
  };                                                                                               \
  static void compare_##name() {                                                                   \
    compare<float, name##Of>(#name "f");                                                           \
    compare<double, name##Of>(#name);                                                              \
  }
COMPARE(acos, acos(x))
COMPARE(asin, asin(x))
COMPARE(atan, atan(x))
COMPARE(cos, cos(x))
COMPARE(erf, erf(x))
COMPARE(exp, exp(x))
COMPARE(exp10, exp10(x))
COMPARE(exp2, exp2(x))
COMPARE(expm1, expm1(x))
COMPARE(log, log(x))
COMPARE(log10, log10(x))
COMPARE(log2, log2(x))
COMPARE(pow, pow(x, T(2.5)))
COMPARE(power, pow(T(1.25), x))
COMPARE(sin, sin(x))
COMPARE(tan, tan(x))
COMPARE(tanh, tanh(x))

int main() {
  compare_acos();
  compare_asin();
  compare_atan();
  compare_cos();
  compare_erf();
  compare_exp();
  compare_exp10();
  compare_exp2();
  compare_expm1();
  compare_log();
  compare_log10();
  compare_log2();
  compare_pow();
  compare_power();
  compare_sin();
  compare_tan();
  compare_tanh();
  return CHECK_RESULT();
}
