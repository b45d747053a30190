// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that declares no texture of its own in the global namespace has CUDA 11's only as
// texture<...>: not as a member, and not where a function is found by its argument's type.
#include "check.h"

namespace image {
struct Sampler {
  int texture, surface;
};
__host__ __device__ int texture(const Sampler &sampler, int at) { return sampler.texture + at; }
__host__ __device__ int surface(const Sampler &sampler) { return sampler.surface; }
} // namespace image

template <class T> __host__ __device__ bool isLess(const T &t, const T *u) {
  return t.texture < 5 && u->surface < 7 && u->texture > 3;
}
template <class T> __host__ __device__ int sum(const T &t) { return texture(t, 3) + surface(t); }

texture<float> bound;

__global__ void read(image::Sampler sampler, float *out) {
  *out = isLess(sampler, &sampler) ? static_cast<float>(sum(sampler)) + tex1Dfetch(bound, 1) : 0;
}

int main() {
  float *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 2 * sizeof(float)));
  out[1] = 0.5f;
  CHECK_MUSA(musaBindTexture(nullptr, bound, out));
  read<<<1, 1>>>({4, 6}, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 13.5f);
  CHECK_EQUAL(texture(image::Sampler{1, 2}, 3), 4);
  return CHECK_RESULT();
}
