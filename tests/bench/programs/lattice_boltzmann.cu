//===- lattice_boltzmann.cu - a flow in the plane ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nine directions of flow at each point (D2Q9). A step pulls what flows in and lets it collide. The
// edges of the plane meet.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 1024;
constexpr int points = size * size;
constexpr int directions = 9;
constexpr int steps = 4; ///< even: the result is where the input was
constexpr float relaxation = 0.6f;

/// What flows in from the nine directions, in: after: what is left of it and where it goes.
__host__ __device__ inline void collide(float (&f)[directions]) {
  const float density = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
  const float u = (f[1] + f[5] + f[8] - f[3] - f[6] - f[7]) / density;
  const float v = (f[2] + f[5] + f[6] - f[4] - f[7] - f[8]) / density;
  const float slow = 1 - 1.5f * (u * u + v * v);
  const auto relax = [&](int i, float weight, float along) {
    const float balance = weight * density * (slow + 3 * along + 4.5f * along * along);
    f[i] += relaxation * (balance - f[i]);
  };
  relax(0, 4.0f / 9, 0);
  relax(1, 1.0f / 9, u);
  relax(2, 1.0f / 9, v);
  relax(3, 1.0f / 9, -u);
  relax(4, 1.0f / 9, -v);
  relax(5, 1.0f / 36, u + v);
  relax(6, 1.0f / 36, v - u);
  relax(7, 1.0f / 36, -u - v);
  relax(8, 1.0f / 36, u - v);
}

__host__ __device__ inline void update(const float *in, float *out, int x, int y) {
  const int left = (x + size - 1) % size;
  const int right = (x + 1) % size;
  const int row = y * size;
  const int below = (y + size - 1) % size * size;
  const int above = (y + 1) % size * size;
  float f[directions] = {in[row + x],
                         in[points + row + left],
                         in[2 * points + below + x],
                         in[3 * points + row + right],
                         in[4 * points + above + x],
                         in[5 * points + below + left],
                         in[6 * points + below + right],
                         in[7 * points + above + right],
                         in[8 * points + above + left]};
  collide(f);
  for (int i = 0; i < directions; ++i)
    out[i * points + row + x] = f[i];
}

__global__ void step(const float *in, float *out) {
  update(in, out, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y);
}

static void stepOnHost(const float *in, float *out) {
#pragma omp parallel for
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      update(in, out, x, y);
}

int main() {
  std::vector<float> in = program::Numbers().uniform(size_t{points} * directions);
  for (float &value : in)
    value = 0.1f + 0.01f * value;
  std::vector<float> out(in.size());
  program::DeviceArray<float> deviceIn(in);
  program::DeviceArray<float> deviceOut(in.size());
  return program::compare(
      [&] {
        for (int i = 0; i < steps; i += 2) {
          step<<<dim3(size / 256, size), 256>>>(deviceIn.get(), deviceOut.get());
          step<<<dim3(size / 256, size), 256>>>(deviceOut.get(), deviceIn.get());
        }
      },
      [&] {
        for (int i = 0; i < steps; i += 2) {
          stepOnHost(in.data(), out.data());
          stepOnHost(out.data(), in.data());
        }
      },
      deviceIn, in, 1e-5);
}
