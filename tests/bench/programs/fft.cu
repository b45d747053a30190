//===- fft.cu - the Fourier transforms of many rows --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By hand, after Stockham: each of a row's ten passes writes what the next one reads.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int size = 1024;
constexpr int half = size / 2;
constexpr int rows = 8192;
constexpr int blockThreads = 256;

/// `roots`: exp(-2 pi i k / size).
__global__ void transform(const float2 *in, const float2 *roots, float2 *out) {
  __shared__ float2 buffers[2][size];
  for (int i = threadIdx.x; i < size; i += blockThreads)
    buffers[0][i] = in[blockIdx.x * size + i];
  __syncthreads();
  int from = 0;
  for (int stride = 1; stride < size; stride *= 2, from = 1 - from) {
    for (int i = threadIdx.x; i < half; i += blockThreads) {
      const int k = i & ~(stride - 1);
      const float2 a = buffers[from][i];
      const float2 b = buffers[from][i + half];
      const float2 root = roots[k];
      const float2 difference = make_float2(a.x - b.x, a.y - b.y);
      buffers[1 - from][i + k] = make_float2(a.x + b.x, a.y + b.y);
      buffers[1 - from][i + k + stride] =
          make_float2(difference.x * root.x - difference.y * root.y,
                      difference.x * root.y + difference.y * root.x);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < size; i += blockThreads)
    out[blockIdx.x * size + i] = buffers[from][i];
}

static void transformOnHost(const float2 *in, const float2 *roots, float2 *out) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    float2 buffers[2][size];
    std::copy(in + row * size, in + (row + 1) * size, buffers[0]);
    int from = 0;
    for (int stride = 1; stride < size; stride *= 2, from = 1 - from)
      for (int k = 0; k < half; k += stride) {
        const float2 root = roots[k];
        const float2 *as = buffers[from] + k;
        float2 *to = buffers[1 - from] + 2 * k;
#pragma omp simd
        for (int j = 0; j < stride; ++j) {
          const float2 a = as[j];
          const float2 b = as[j + half];
          const float2 difference = make_float2(a.x - b.x, a.y - b.y);
          to[j] = make_float2(a.x + b.x, a.y + b.y);
          to[j + stride] = make_float2(difference.x * root.x - difference.y * root.y,
                                       difference.x * root.y + difference.y * root.x);
        }
      }
    std::copy(buffers[from], buffers[from] + size, out + row * size);
  }
}

int main() {
  program::Numbers numbers;
  std::vector<float2> in(size_t{rows} * size);
  for (float2 &value : in)
    value = make_float2(numbers.uniform(), numbers.uniform());
  std::vector<float2> roots(half);
  for (int k = 0; k < half; ++k) {
    const double angle = -2 * M_PI * k / size;
    roots[k] =
        make_float2(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
  }
  std::vector<float> out(in.size() * 2);
  program::DeviceArray<float2> deviceIn(in);
  program::DeviceArray<float2> deviceRoots(roots);
  program::DeviceArray<float> deviceOut(out.size());
  return program::compare(
      [&] {
        transform<<<rows, blockThreads>>>(deviceIn.get(), deviceRoots.get(),
                                          reinterpret_cast<float2 *>(deviceOut.get()));
      },
      [&] { transformOnHost(in.data(), roots.data(), reinterpret_cast<float2 *>(out.data())); },
      deviceOut, out, 1e-5);
}
