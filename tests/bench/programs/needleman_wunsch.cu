//===- needleman_wunsch.cu - how well two sequences align --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cell needs those above it, to its left, and above that. Tiles along a diagonal run at the same
// time, and in a tile, cells along a diagonal.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 4096;
constexpr int stride = size + 1;
constexpr int tile = 32;
constexpr int tiles = size / tile;
constexpr int gap = 10;

/// `scores`: stride x stride; its first row and column are given.
__global__ void align(const int *similarity, int *scores, int diagonal, int firstColumn) {
  __shared__ int cells[tile + 1][tile + 1];
  __shared__ int alike[tile][tile];
  const int t = threadIdx.x;
  const int column = firstColumn + blockIdx.x;
  const int row = diagonal - column;
  int *corner = scores + row * tile * stride + column * tile;
  const int *similar = similarity + row * tile * size + column * tile;
  for (int i = 0; i < tile; ++i)
    alike[i][t] = similar[i * size + t];
  if (t == 0)
    cells[0][0] = corner[0];
  cells[0][t + 1] = corner[t + 1];
  cells[t + 1][0] = corner[(t + 1) * stride];
  __syncthreads();
  for (int step = 0; step < 2 * tile - 1; ++step) {
    const int x = t + 1;
    const int y = step - t + 1;
    if (y >= 1 && y <= tile)
      cells[y][x] = max(cells[y - 1][x - 1] + alike[y - 1][x - 1],
                        max(cells[y][x - 1], cells[y - 1][x]) - gap);
    __syncthreads();
  }
  for (int i = 1; i <= tile; ++i)
    corner[i * stride + t + 1] = cells[i][t + 1];
}

static void tileOnHost(const int *similar, int *corner) {
  for (int y = 1; y <= tile; ++y)
    for (int x = 1; x <= tile; ++x) {
      int *cell = corner + y * stride + x;
      *cell = std::max(cell[-stride - 1] + similar[(y - 1) * size + x - 1],
                       std::max(cell[-1], cell[-stride]) - gap);
    }
}

static void alignOnHost(const int *similarity, int *scores) {
  for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
    const int first = std::max(0, diagonal - tiles + 1);
#pragma omp parallel for
    for (int column = first; column <= std::min(diagonal, tiles - 1); ++column) {
      const int row = diagonal - column;
      tileOnHost(similarity + row * tile * size + column * tile,
                 scores + row * tile * stride + column * tile);
    }
  }
}

int main() {
  program::Numbers numbers;
  std::vector<int> similarity(size_t{size} * size);
  for (int &value : similarity)
    value = static_cast<int>(numbers.next() % 21) - 10;
  std::vector<int> scores(size_t{stride} * stride);
  for (int i = 0; i < stride; ++i)
    scores[i] = scores[i * stride] = -i * gap;
  program::DeviceArray<int> deviceSimilarity(similarity);
  program::DeviceArray<int> deviceScores(scores);
  return program::compare(
      [&] {
        for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
          const int first = std::max(0, diagonal - tiles + 1);
          const int count = std::min(diagonal, tiles - 1) - first + 1;
          align<<<count, tile>>>(deviceSimilarity.get(), deviceScores.get(), diagonal, first);
        }
      },
      [&] { alignOnHost(similarity.data(), scores.data()); }, deviceScores, scores, 0);
}
