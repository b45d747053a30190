//===- path_finder.cu - the cheapest way through a grid ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From row to row, straight or to a neighbor. A block does some rows at once, for its columns and
// for as many beside them as it has rows.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int columns = 1 << 20;
constexpr int rows = 65;
constexpr int rowsAtOnce = 16;
constexpr int blockThreads = 256;
constexpr int blockColumns = blockThreads - 2 * rowsAtOnce;
constexpr int blocks = (columns + blockColumns - 1) / blockColumns;

/// `grid`: the first of the rows to add.
__global__ void findPaths(const int *grid, const int *in, int *out) {
  __shared__ int before[blockThreads];
  __shared__ int after[blockThreads];
  const int t = threadIdx.x;
  const int column = static_cast<int>(blockIdx.x) * blockColumns - rowsAtOnce + t;
  const bool isInside = column >= 0 && column < columns;
  const int left = column > 0 ? max(t - 1, 0) : t;
  const int right = column < columns - 1 ? min(t + 1, blockThreads - 1) : t;
  before[t] = isInside ? in[column] : 0;
  __syncthreads();
  for (int row = 0; row < rowsAtOnce; ++row) {
    if (isInside)
      after[t] = grid[row * columns + column] + min(before[t], min(before[left], before[right]));
    __syncthreads();
    before[t] = after[t];
    __syncthreads();
  }
  if (isInside && t >= rowsAtOnce && t < blockThreads - rowsAtOnce)
    out[column] = before[t];
}

static void rowOnHost(const int *grid, const int *in, int *out) {
#pragma omp parallel for
  for (int column = 0; column < columns; ++column) {
    const int left = in[std::max(column - 1, 0)];
    const int right = in[std::min(column + 1, columns - 1)];
    out[column] = grid[column] + std::min(in[column], std::min(left, right));
  }
}

int main() {
  program::Numbers numbers;
  std::vector<int> grid(size_t{rows} * columns);
  for (int &cost : grid)
    cost = static_cast<int>(numbers.next() % 10);
  std::vector<int> in(columns);
  std::vector<int> out(columns);
  program::DeviceArray<int> deviceGrid(grid);
  program::DeviceArray<int> deviceIn(columns);
  program::DeviceArray<int> deviceOut(columns);
  return program::compare(
      [&] {
        cudaMemcpy(deviceIn.get(), deviceGrid.get(), columns * sizeof(int),
                   cudaMemcpyDeviceToDevice);
        for (int row = 1; row < rows;
             row += 2 * rowsAtOnce) { // the result is where the first row was
          const int *first = deviceGrid.get() + row * columns;
          findPaths<<<blocks, blockThreads>>>(first, deviceIn.get(), deviceOut.get());
          findPaths<<<blocks, blockThreads>>>(first + rowsAtOnce * columns, deviceOut.get(),
                                              deviceIn.get());
        }
      },
      [&] {
        std::copy(grid.begin(), grid.begin() + columns, in.begin());
        for (int row = 1; row < rows; row += 2) {
          rowOnHost(grid.data() + row * columns, in.data(), out.data());
          rowOnHost(grid.data() + (row + 1) * columns, out.data(), in.data());
        }
      },
      deviceIn, in, 0);
}
