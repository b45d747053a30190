// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants with which a program makes numbers of bits, as murand_uniform() does.
// QUIET:
#include "rand_test.h"

#include <cmath>

__global__ void uniform(float *out) {
  murandState state, same;
  murand_init(7, threadIdx.x, 0, &state);
  same = state;
  const float x = static_cast<float>(murand(&state));
  out[2 * threadIdx.x] = x * MURAND_2POW32_INV + MURAND_2POW32_INV / 2.0f;
  out[2 * threadIdx.x + 1] = murand_uniform(&same);
}

int main() {
  constexpr int threads = 64;
  float *out;
  CHECK_MUSA(musaMallocManaged(&out, 2 * threads * sizeof(float)));
  uniform<<<1, threads>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[2 * i], out[2 * i + 1]);

  CHECK_EQUAL(MURAND_2POW32 * MURAND_2POW32_INV, 1.0f);
  CHECK_EQUAL(MURAND_2POW32_DOUBLE, std::pow(2.0, 32));
  CHECK_EQUAL(MURAND_2POW32_INV_DOUBLE, std::pow(2.0, -32));
  CHECK_EQUAL(MURAND_2POW53_INV_DOUBLE, std::pow(2.0, -53));
  CHECK_EQUAL(MURAND_PI_DOUBLE, std::acos(-1.0));
  CHECK_EQUAL(MURAND_2PI_DOUBLE, 2 * std::acos(-1.0));
  CHECK_EQUAL(MURAND_2PI, static_cast<float>(MURAND_2PI_DOUBLE));
  CHECK_EQUAL(MURAND_2POW32_INV_2PI, MURAND_2POW32_INV * MURAND_2PI);
  CHECK_EQUAL(MURAND_2POW53_INV_2PI_DOUBLE, MURAND_2POW53_INV_DOUBLE * MURAND_2PI_DOUBLE);
  CHECK_EQUAL(MURAND_SQRT2, -std::sqrt(2.0f));
  CHECK_EQUAL(MURAND_SQRT2_DOUBLE, -std::sqrt(2.0));
  return CHECK_RESULT();
}
