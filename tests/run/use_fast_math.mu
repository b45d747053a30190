// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fast mathematics of device code: functions may be less exact, infinities and NaNs stay, and sums
// are added in their order.
// MCC: -O3 -use_fast_math
// MCC: --use_fast_math
// MCC: -O3 -ffast-math -fmusa-flush-denormals-to-zero
// MCC: -O2 -freciprocal-math -fapprox-func -fmusa-flush-denormals-to-zero
#include "check.h"

#include <cmath>
#include <limits>

#if defined(__MUSA_ARCH__) && (defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ == 1)
#error "device code has infinities"
#endif

constexpr int n = 64;

__global__ void sigmoid(const float *x, float *y, bool *special) {
  const int i = static_cast<int>(threadIdx.x);
  y[i] = x[i] / (1 + expf(-x[i]));
  special[i] = isinf(x[i]) || isnan(x[i]);
}
__global__ void compensated(const float *x, float *sum) {
  float total = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const float next = x[i] - lost;
    const float more = total + next;
    lost = (more - total) - next;
    total = more;
  }
  *sum = total;
}

int main() {
  float *x = nullptr, *y = nullptr;
  bool *special = nullptr;
  CHECK_MUSA(musaMallocManaged(&x, n * sizeof *x));
  CHECK_MUSA(musaMallocManaged(&y, n * sizeof *y));
  CHECK_MUSA(musaMallocManaged(&special, n * sizeof *special));
  volatile float zero = 0;
  for (int i = 0; i < n; ++i)
    x[i] = static_cast<float>(i - n / 2) * 10;
  x[0] = 100;
  x[1] = 1 / zero;
  x[2] = -100;
  x[3] = -1000;
  sigmoid<<<1, n>>>(x, y, special);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    // Not by functions: the host's side may have been told that there are no NaNs.
    const unsigned bits = __builtin_bit_cast(unsigned, y[i]);
    CHECK((bits & 0x7fffffff) <= 0x7f800000);
    CHECK_EQUAL(special[i], i == 1);
  }
  CHECK_EQUAL(y[0], 100.0f);
  CHECK_EQUAL(__builtin_bit_cast(unsigned, y[1]), 0x7f800000u);
  CHECK(y[2] <= 0 && y[2] > -1e-30f);
  CHECK(y[3] == 0);

  x[0] = 0x1p+24f;
  for (int i = 1; i < n; ++i)
    x[i] = 1;
  compensated<<<1, 1>>>(x, y);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(y[0], 0x1p+24f + 64); // 63 rounds to even; without compensation it stays 0x1p+24

  // The host may flush denormals by now: then the sum of two halves of the smallest one is 0.
  x[0] = 0x1p-140f;
  sigmoid<<<1, 1>>>(x, y, special);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(__builtin_bit_cast(unsigned, y[0]), __builtin_bit_cast(unsigned, 0x1p-141f));
  return CHECK_RESULT();
}
