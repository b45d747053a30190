//===- transformer_norms.cu - softmax and layer norm of rows -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block has a row. Its threads exchange sums by shuffles in their warps, and the warps by shared
// memory.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int rows = 16384;
constexpr int columns = 1024;
constexpr int blockThreads = 256;
constexpr int warps = blockThreads / 32;
constexpr int perThread = columns / blockThreads;
constexpr float epsilon = 1e-5f;

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Greatest {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// The same value for all threads of the block.
template <typename Combine> __device__ float ofBlock(float value, Combine combine) {
  __shared__ float values[warps];
  for (int distance = 16; distance > 0; distance /= 2)
    value = combine(value, __shfl_xor_sync(0xffffffff, value, distance));
  __syncthreads(); // whoever reads the last ones
  if (threadIdx.x % 32 == 0)
    values[threadIdx.x / 32] = value;
  __syncthreads();
  value = values[0];
  for (int warp = 1; warp < warps; ++warp)
    value = combine(value, values[warp]);
  return value;
}

__global__ void softmax(const float *in, float *out) {
  float values[perThread];
  float greatest = -INFINITY;
  for (int i = 0; i < perThread; ++i) {
    values[i] = in[blockIdx.x * columns + i * blockThreads + threadIdx.x];
    greatest = fmaxf(greatest, values[i]);
  }
  greatest = ofBlock(greatest, Greatest());
  float sum = 0;
  for (int i = 0; i < perThread; ++i) {
    values[i] = expf(values[i] - greatest);
    sum += values[i];
  }
  sum = ofBlock(sum, Sum());
  for (int i = 0; i < perThread; ++i)
    out[blockIdx.x * columns + i * blockThreads + threadIdx.x] = values[i] / sum;
}

__global__ void layerNorm(const float *in, const float *scale, const float *shift, float *out) {
  float values[perThread];
  float sum = 0;
  for (int i = 0; i < perThread; ++i) {
    values[i] = in[blockIdx.x * columns + i * blockThreads + threadIdx.x];
    sum += values[i];
  }
  const float mean = ofBlock(sum, Sum()) / columns;
  float squares = 0;
  for (int i = 0; i < perThread; ++i)
    squares += (values[i] - mean) * (values[i] - mean);
  const float factor = rsqrtf(ofBlock(squares, Sum()) / columns + epsilon);
  for (int i = 0; i < perThread; ++i) {
    const int column = i * blockThreads + threadIdx.x;
    out[blockIdx.x * columns + column] =
        (values[i] - mean) * factor * scale[column] + shift[column];
  }
}

static void softmaxOnHost(const float *in, float *out) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float *values = in + row * columns;
    float *results = out + row * columns;
    float greatest = -INFINITY;
#pragma omp simd reduction(max : greatest)
    for (int i = 0; i < columns; ++i)
      greatest = std::max(greatest, values[i]);
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; ++i) {
      results[i] = std::exp(values[i] - greatest);
      sum += results[i];
    }
    for (int i = 0; i < columns; ++i)
      results[i] /= sum;
  }
}

static void layerNormOnHost(const float *in, const float *scale, const float *shift, float *out) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float *values = in + row * columns;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; ++i)
      sum += values[i];
    const float mean = sum / columns;
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (int i = 0; i < columns; ++i)
      squares += (values[i] - mean) * (values[i] - mean);
    const float factor = 1 / std::sqrt(squares / columns + epsilon);
    for (int i = 0; i < columns; ++i)
      out[row * columns + i] = (values[i] - mean) * factor * scale[i] + shift[i];
  }
}

int main() {
  program::Numbers numbers;
  const std::vector<float> in = numbers.uniform(size_t{rows} * columns);
  const std::vector<float> scale = numbers.uniform(columns);
  const std::vector<float> shift = numbers.uniform(columns);
  std::vector<float> weights(in.size());
  std::vector<float> out(in.size());
  program::DeviceArray<float> deviceIn(in);
  program::DeviceArray<float> deviceScale(scale);
  program::DeviceArray<float> deviceShift(shift);
  program::DeviceArray<float> deviceWeights(in.size());
  program::DeviceArray<float> deviceOut(in.size());
  return program::compare(
      [&] {
        softmax<<<rows, blockThreads>>>(deviceIn.get(), deviceWeights.get());
        layerNorm<<<rows, blockThreads>>>(deviceWeights.get(), deviceScale.get(), deviceShift.get(),
                                          deviceOut.get());
      },
      [&] {
        softmaxOnHost(in.data(), weights.data());
        layerNormOnHost(weights.data(), scale.data(), shift.data(), out.data());
      },
      deviceOut, out, 1e-4);
}
