// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fast-math intrinsics at numbers of all sizes: at most 2 units in the last place from the
// exact value, with infinities, NaN and subnormal numbers.
// MCC:
// MCC: -O3
#include "check.h"
#include <cmath>
#include <cstring>
#include <vector>

enum Function { Exp, Log, Sin, Cos, Tan, SinOfBoth, CosOfBoth, Tanh, Exp10, Log2, Log10 };
constexpr int functions = Log10 + 1;

__device__ float value(Function function, float x) {
  float sine, cosine;
  switch (function) {
  case Exp:
    return __expf(x);
  case Log:
    return __logf(x);
  case Sin:
    return __sinf(x);
  case Cos:
    return __cosf(x);
  case Tan:
    return __tanf(x);
  case SinOfBoth:
    __sincosf(x, &sine, &cosine);
    return sine;
  case CosOfBoth:
    __sincosf(x, &sine, &cosine);
    return cosine;
  case Tanh:
    return __tanhf(x);
  case Exp10:
    return __exp10f(x);
  case Log2:
    return __log2f(x);
  case Log10:
    return __log10f(x);
  }
  return 0;
}
double exact(Function function, double x) {
  switch (function) {
  case Exp:
    return std::exp(x);
  case Log:
    return std::log(x);
  case Sin:
  case SinOfBoth:
    return std::sin(x);
  case Cos:
  case CosOfBoth:
    return std::cos(x);
  case Tan:
    return std::tan(x);
  case Tanh:
    return std::tanh(x);
  case Exp10:
    return std::pow(10.0, x);
  case Log2:
    return std::log2(x);
  case Log10:
    return std::log10(x);
  }
  return 0;
}

template <Function F> __global__ void evaluate(const float *x, float *y, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    y[i] = value(F, x[i]);
}

bool close(float got, double wanted) {
  const auto nearest = static_cast<float>(wanted);
  if (std::isnan(wanted) || std::isinf(nearest) || std::isinf(got))
    return std::isnan(wanted) ? std::isnan(got)
                              : got == nearest || std::fabs(wanted) > 0x1.fffffcp127;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(wanted), -126) - 23);
  return std::fabs(got - wanted) <= 2 * (wanted == 0 ? 0x1p-149 : unit);
}

template <Function F> void test(const std::vector<float> &x, const float *in, float *out) {
  const int n = static_cast<int>(x.size());
  evaluate<F><<<static_cast<unsigned>(n + 255) / 256, 256>>>(in, out, n);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    const double wanted = exact(F, x[static_cast<size_t>(i)]);
    if (!close(out[i], wanted)) {
      char text[100];
      std::snprintf(text, sizeof text, "function %d of %a: %a is not %a", F,
                    static_cast<double>(x[static_cast<size_t>(i)]), static_cast<double>(out[i]),
                    wanted);
      check::report(__FILE__, __LINE__, text);
    }
  }
  if constexpr (F + 1 < functions)
    test<static_cast<Function>(F + 1)>(x, in, out);
}

int main() {
  // Every exponent and both signs, and what is next to a border.
  std::vector<float> x = {0.0f,        -0.0f,      1.0f,       -1.0f,      0x1p-149f, -0x1p-149f,
                          0x1p-126f,   88.72284f,  88.7229f,   -87.33655f, -103.98f,  -104.0f,
                          0.70710677f, 1.4142135f, 3.1415927f, 38.5318f,   -45.0f};
  for (unsigned bits = 0; bits < 0xffff0000u; bits += 65521) {
    float next;
    std::memcpy(&next, &bits, sizeof next);
    x.push_back(next);
  }
  for (int i = -3000; i < 3000; ++i)
    x.push_back(static_cast<float>(i) / 30);
  float *in, *out;
  CHECK_MUSA(musaMallocManaged(&in, x.size() * sizeof(float)));
  CHECK_MUSA(musaMallocManaged(&out, x.size() * sizeof(float)));
  std::copy(x.begin(), x.end(), in);
  test<Exp>(x, in, out);
  return CHECK_RESULT();
}
