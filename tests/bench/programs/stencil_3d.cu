//===- stencil_3d.cu - seven points in space ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread walks along z and keeps the three values of its column in registers.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 256;
constexpr int plane = size * size;
constexpr int steps = 4; ///< even: the result is where the input was
constexpr float center = 0.4f;
constexpr float side = 0.1f;

__global__ void stencil(const float *in, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || x == size - 1 || y == 0 || y == size - 1)
    return;
  int at = y * size + x;
  float below = in[at];
  float here = in[at += plane];
  for (int z = 1; z < size - 1; ++z, at += plane) {
    const float above = in[at + plane];
    out[at] = center * here +
              side * (below + above + in[at - 1] + in[at + 1] + in[at - size] + in[at + size]);
    below = here;
    here = above;
  }
}

static void stencilOnHost(const float *in, float *out) {
#pragma omp parallel for collapse(2)
  for (int z = 1; z < size - 1; ++z)
    for (int y = 1; y < size - 1; ++y)
      for (int x = 1; x < size - 1; ++x) {
        const float *at = in + z * plane + y * size + x;
        out[z * plane + y * size + x] = center * at[0] + side * (at[-plane] + at[plane] + at[-1] +
                                                                 at[1] + at[-size] + at[size]);
      }
}

int main() {
  std::vector<float> in = program::Numbers().uniform(size_t{plane} * size);
  std::vector<float> out = in;
  program::DeviceArray<float> deviceIn(in);
  program::DeviceArray<float> deviceOut(in);
  return program::compare(
      [&] {
        const dim3 threads(64, 4);
        const dim3 blocks(size / threads.x, size / threads.y);
        for (int step = 0; step < steps; step += 2) {
          stencil<<<blocks, threads>>>(deviceIn.get(), deviceOut.get());
          stencil<<<blocks, threads>>>(deviceOut.get(), deviceIn.get());
        }
      },
      [&] {
        for (int step = 0; step < steps; step += 2) {
          stencilOnHost(in.data(), out.data());
          stencilOnHost(out.data(), in.data());
        }
      },
      deviceIn, in, 1e-5);
}
