#include <curand.h>
#include <curand_kernel.h>

__global__ void noise(float *out, unsigned long long seed) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, threadIdx.x, 0, &state);
  out[threadIdx.x] = curand_uniform(&state) + curand_normal4(&state).x;
}

void fill(float *out, size_t n) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, out, n);
  curandDestroyGenerator(generator);
}
