//===- histogram.cu - how often each value is there --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block counts in shared memory, and adds what it has counted to the counts of all.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int elements = 1 << 26;
constexpr int bins = 256;
constexpr int blocks = 256;

__global__ void count(const unsigned char *in, unsigned *out) {
  __shared__ unsigned counts[bins];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < elements; i += blockDim.x * gridDim.x)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

static void countOnHost(const unsigned char *in, unsigned *out) {
  std::fill(out, out + bins, 0);
#pragma omp parallel for reduction(+ : out[ : bins])
  for (int i = 0; i < elements; ++i)
    ++out[in[i]];
}

int main() {
  program::Numbers numbers;
  std::vector<unsigned char> in(elements);
  for (unsigned char &value : in)
    value = static_cast<unsigned char>(numbers.next() % 16 * (numbers.next() % 16));
  std::vector<unsigned> out(bins);
  program::DeviceArray<unsigned char> deviceIn(in);
  program::DeviceArray<unsigned> deviceOut(bins);
  return program::compare(
      [&] {
        cudaMemset(deviceOut.get(), 0, bins * sizeof(unsigned));
        count<<<blocks, bins>>>(deviceIn.get(), deviceOut.get());
      },
      [&] { countOnHost(in.data(), out.data()); }, deviceOut, out, 0);
}
