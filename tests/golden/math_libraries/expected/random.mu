#include <murand.h>
#include <murand_kernel.h>

__global__ void noise(float *out, unsigned long long seed) {
  murandStatePhilox4_32_10_t state;
  murand_init(seed, threadIdx.x, 0, &state);
  out[threadIdx.x] = murand_uniform(&state) + murand_normal4(&state).x;
}

void fill(float *out, size_t n) {
  murandGenerator_t generator;
  murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_DEFAULT);
  murandGenerateUniform(generator, out, n);
  murandDestroyGenerator(generator);
}
