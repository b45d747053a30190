//===- sparse_matrix_vector.cu - a matrix of compressed rows -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight lanes share a row and add their sums by shuffles.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int rows = 1 << 20;
constexpr int lanesPerRow = 8;
constexpr int blockThreads = 256;

__global__ void multiply(const int *begins, const int *columns, const float *values, const float *x,
                         float *y) {
  const int row = (blockIdx.x * blockThreads + threadIdx.x) / lanesPerRow;
  const int lane = threadIdx.x % lanesPerRow;
  float sum = 0;
  for (int i = begins[row] + lane; i < begins[row + 1]; i += lanesPerRow)
    sum += values[i] * x[columns[i]];
  for (int distance = lanesPerRow / 2; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance, lanesPerRow);
  if (lane == 0)
    y[row] = sum;
}

static void multiplyOnHost(const int *begins, const int *columns, const float *values,
                           const float *x, float *y) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = begins[row]; i < begins[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

int main() {
  program::Numbers numbers;
  std::vector<int> begins = {0};
  std::vector<int> columns;
  for (int row = 0; row < rows; ++row) {
    const int count = 4 + static_cast<int>(numbers.next() % 24);
    // Near the diagonal, as in a matrix that comes from a mesh.
    for (int i = 0; i < count; ++i)
      columns.push_back(static_cast<int>((row + numbers.next() % 4096) % rows));
    begins.push_back(static_cast<int>(columns.size()));
  }
  const std::vector<float> values = numbers.uniform(columns.size());
  const std::vector<float> x = numbers.uniform(rows);
  std::vector<float> y(rows);
  program::DeviceArray<int> deviceBegins(begins);
  program::DeviceArray<int> deviceColumns(columns);
  program::DeviceArray<float> deviceValues(values);
  program::DeviceArray<float> deviceX(x);
  program::DeviceArray<float> deviceY(rows);
  return program::compare(
      [&] {
        multiply<<<rows / (blockThreads / lanesPerRow), blockThreads>>>(
            deviceBegins.get(), deviceColumns.get(), deviceValues.get(), deviceX.get(),
            deviceY.get());
      },
      [&] { multiplyOnHost(begins.data(), columns.data(), values.data(), x.data(), y.data()); },
      deviceY, y, 1e-5);
}
