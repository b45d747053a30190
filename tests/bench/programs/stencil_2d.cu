//===- stencil_2d.cu - five points in the plane ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block keeps its tile and the tile's border in shared memory.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 4096;
constexpr int steps = 4; ///< even: the result is where the input was
constexpr int tileX = 32;
constexpr int tileY = 8;

__global__ void stencil(const float *in, float *out) {
  __shared__ float tile[tileY + 2][tileX + 2];
  const int x = blockIdx.x * tileX + threadIdx.x;
  const int y = blockIdx.y * tileY + threadIdx.y;
  const int i = threadIdx.x + 1;
  const int j = threadIdx.y + 1;
  tile[j][i] = in[y * size + x];
  if (threadIdx.x == 0)
    tile[j][0] = x > 0 ? in[y * size + x - 1] : 0;
  if (threadIdx.x == tileX - 1)
    tile[j][tileX + 1] = x < size - 1 ? in[y * size + x + 1] : 0;
  if (threadIdx.y == 0)
    tile[0][i] = y > 0 ? in[(y - 1) * size + x] : 0;
  if (threadIdx.y == tileY - 1)
    tile[tileY + 1][i] = y < size - 1 ? in[(y + 1) * size + x] : 0;
  __syncthreads();
  if (x > 0 && x < size - 1 && y > 0 && y < size - 1)
    out[y * size + x] = 0.5f * tile[j][i] + 0.125f * (tile[j][i - 1] + tile[j][i + 1] +
                                                      tile[j - 1][i] + tile[j + 1][i]);
}

static void stencilOnHost(const float *in, float *out) {
#pragma omp parallel for
  for (int y = 1; y < size - 1; ++y)
    for (int x = 1; x < size - 1; ++x) {
      const float *at = in + y * size + x;
      out[y * size + x] = 0.5f * at[0] + 0.125f * (at[-1] + at[1] + at[-size] + at[size]);
    }
}

int main() {
  std::vector<float> in = program::Numbers().uniform(size_t{size} * size);
  std::vector<float> out = in;
  program::DeviceArray<float> deviceIn(in);
  program::DeviceArray<float> deviceOut(in);
  return program::compare(
      [&] {
        for (int step = 0; step < steps; step += 2) {
          const dim3 blocks(size / tileX, size / tileY);
          stencil<<<blocks, dim3(tileX, tileY)>>>(deviceIn.get(), deviceOut.get());
          stencil<<<blocks, dim3(tileX, tileY)>>>(deviceOut.get(), deviceIn.get());
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
