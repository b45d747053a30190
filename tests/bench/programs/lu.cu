//===- lu.cu - a matrix as a product of two triangles ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place, without pivots, by tiles: the one on the diagonal, then those beside and below it, then
// the rest of the matrix.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 1024;
constexpr int tile = 16;
constexpr int tiles = size / tile;

__global__ void diagonal(float *a, int k) {
  __shared__ float d[tile][tile];
  float *at = a + k * tile * (size + 1);
  const int row = threadIdx.x;
  for (int column = 0; column < tile; ++column)
    d[column][row] = at[column * size + row];
  __syncthreads();
  for (int i = 0; i < tile - 1; ++i) {
    if (row > i) {
      d[row][i] /= d[i][i];
      for (int column = i + 1; column < tile; ++column)
        d[row][column] -= d[row][i] * d[i][column];
    }
    __syncthreads();
  }
  for (int column = 0; column < tile; ++column)
    at[column * size + row] = d[column][row];
}

/// Half of a block's threads work on a tile beside the diagonal, half on one below it.
__global__ void borders(float *a, int k) {
  __shared__ float d[tile][tile];
  __shared__ float right[tile][tile];
  __shared__ float below[tile][tile];
  const int other = k + 1 + blockIdx.x;
  const int t = threadIdx.x % tile;
  float *atRight = a + k * tile * size + other * tile;
  float *atBelow = a + other * tile * size + k * tile;
  if (threadIdx.x < tile) {
    for (int i = 0; i < tile; ++i)
      d[i][t] = a[(k * tile + i) * size + k * tile + t];
    for (int i = 0; i < tile; ++i)
      right[i][t] = atRight[i * size + t];
  } else {
    for (int i = 0; i < tile; ++i)
      below[i][t] = atBelow[i * size + t];
  }
  __syncthreads();
  if (threadIdx.x < tile) {
    for (int i = 1; i < tile; ++i)
      for (int j = 0; j < i; ++j)
        right[i][t] -= d[i][j] * right[j][t];
  } else {
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < i; ++j)
        below[t][i] -= below[t][j] * d[j][i];
      below[t][i] /= d[i][i];
    }
  }
  __syncthreads();
  if (threadIdx.x < tile) {
    for (int i = 0; i < tile; ++i)
      atRight[i * size + t] = right[i][t];
  } else {
    for (int i = 0; i < tile; ++i)
      atBelow[i * size + t] = below[i][t];
  }
}

__global__ void inner(float *a, int k) {
  __shared__ float left[tile][tile];
  __shared__ float above[tile][tile];
  const int row = (k + 1 + blockIdx.y) * tile + threadIdx.y;
  const int column = (k + 1 + blockIdx.x) * tile + threadIdx.x;
  left[threadIdx.y][threadIdx.x] = a[row * size + k * tile + threadIdx.x];
  above[threadIdx.y][threadIdx.x] = a[(k * tile + threadIdx.y) * size + column];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < tile; ++i)
    sum += left[threadIdx.y][i] * above[i][threadIdx.x];
  a[row * size + column] -= sum;
}

static void diagonalOnHost(float *at) {
  for (int i = 0; i < tile - 1; ++i)
    for (int row = i + 1; row < tile; ++row) {
      at[row * size + i] /= at[i * size + i];
      for (int column = i + 1; column < tile; ++column)
        at[row * size + column] -= at[row * size + i] * at[i * size + column];
    }
}

static void rightOnHost(const float *d, float *at) {
  for (int i = 1; i < tile; ++i)
    for (int j = 0; j < i; ++j)
      for (int t = 0; t < tile; ++t)
        at[i * size + t] -= d[i * size + j] * at[j * size + t];
}

static void belowOnHost(const float *d, float *at) {
  for (int t = 0; t < tile; ++t)
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < i; ++j)
        at[t * size + i] -= at[t * size + j] * d[j * size + i];
      at[t * size + i] /= d[i * size + i];
    }
}

static void innerOnHost(const float *left, const float *above, float *at) {
  for (int row = 0; row < tile; ++row) {
    float sums[tile] = {};
    for (int i = 0; i < tile; ++i)
      for (int column = 0; column < tile; ++column)
        sums[column] += left[row * size + i] * above[i * size + column];
    for (int column = 0; column < tile; ++column)
      at[row * size + column] -= sums[column];
  }
}

static void luOnHost(float *a) {
  const auto at = [=](int row, int column) { return a + (row * size + column) * tile; };
  for (int k = 0; k < tiles; ++k) {
    diagonalOnHost(at(k, k));
#pragma omp parallel for
    for (int other = k + 1; other < tiles; ++other) {
      rightOnHost(at(k, k), at(k, other));
      belowOnHost(at(k, k), at(other, k));
    }
#pragma omp parallel for collapse(2)
    for (int row = k + 1; row < tiles; ++row)
      for (int column = k + 1; column < tiles; ++column)
        innerOnHost(at(row, k), at(k, column), at(row, column));
  }
}

int main() {
  std::vector<float> matrix = program::Numbers().uniform(size_t{size} * size);
  for (int i = 0; i < size; ++i)
    matrix[i * (size + 1)] += size; // which needs no pivots
  std::vector<float> a;
  program::DeviceArray<float> deviceMatrix(matrix);
  program::DeviceArray<float> deviceA(matrix.size());
  return program::compare(
      [&] {
        deviceA.copyFrom(deviceMatrix);
        for (int k = 0; k < tiles; ++k) {
          diagonal<<<1, tile>>>(deviceA.get(), k);
          const int left = tiles - k - 1;
          if (left == 0)
            break;
          borders<<<left, 2 * tile>>>(deviceA.get(), k);
          inner<<<dim3(left, left), dim3(tile, tile)>>>(deviceA.get(), k);
        }
      },
      [&] {
        a = matrix;
        luOnHost(a.data());
      },
      deviceA, a, 1e-6);
}
