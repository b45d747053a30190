// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of rand_distributions.mu: what is for kernels, in a host file.
#include <murand_kernel.h>

float normalInPlainCpp(unsigned long long seed);
float normalInPlainCpp(unsigned long long seed) {
  murandStatePhilox4_32_10_t state;
  murand_init(seed, 0, 0, &state);
  return murand_normal(&state);
}
