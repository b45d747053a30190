// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multiplies matrices in tiles: a block copies a tile of each factor to shared memory, where each
// value is read as often as the tile is wide.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

constexpr int tile = 16;

// c (rows x columns) = a (rows x inner) * b (inner x columns), all of them row by row.
__global__ void multiply(const float *a, const float *b, float *c, int rows, int inner,
                         int columns) {
  __shared__ float tileOfA[tile][tile];
  __shared__ float tileOfB[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < inner; first += tile) {
    const int k = first + threadIdx.x;
    const int l = first + threadIdx.y;
    tileOfA[threadIdx.y][threadIdx.x] = row < rows && k < inner ? a[row * inner + k] : 0;
    tileOfB[threadIdx.y][threadIdx.x] = l < inner && column < columns ? b[l * columns + column] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += tileOfA[threadIdx.y][i] * tileOfB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns)
    c[row * columns + column] = sum;
}

int main() {
  const int rows = 250, inner = 190, columns = 130; // no multiples of the tile
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = float(i % 5) - 2;

  float *deviceA, *deviceB, *deviceC;
  CHECK(cudaMalloc(&deviceA, a.size() * sizeof(float)));
  CHECK(cudaMalloc(&deviceB, b.size() * sizeof(float)));
  CHECK(cudaMalloc(&deviceC, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  const dim3 block(tile, tile);
  const dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile);
  multiply<<<grid, block>>>(deviceA, deviceB, deviceC, rows, inner, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceA));
  CHECK(cudaFree(deviceB));
  CHECK(cudaFree(deviceC));

  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      float sum = 0; // of small whole numbers: exact in any order
      for (int i = 0; i < inner; ++i)
        sum += a[row * inner + i] * b[i * columns + column];
      if (c[row * columns + column] != sum) {
        std::printf("(%d, %d) is %g and should be %g\n", row, column, c[row * columns + column],
                    sum);
        return 1;
      }
    }
  }
  std::printf("the product of %d x %d and %d x %d is right\n", rows, inner, inner, columns);
  return 0;
}
