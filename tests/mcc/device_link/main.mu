// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include <cstdio>

static __device__ int own = 5;
static __managed__ int shared = 1;
static __global__ void hidden(int *out) {
  out[0] = own + chosen(3) + choices[1](10) + choices[0](10);
  out[1] = static_cast<int>(2 * sumOf(2, Weighted{3, 0.5}, Weighted{4, 10}));
  shared += 1;
}

__global__ void use(int *out) {
  const int i = threadIdx.x;
  out[i] = scaled(i) + twice(i) + own;
  atomicAdd(&counter, 1);
  out[i] += sumOfBlock(1);
  if (i == 0)
    total += 9;
}

int main() {
  int *out = nullptr;
  musaMallocManaged(&out, 64 * sizeof(int));
  const int seven = 7;
  musaMemcpyToSymbol(factor, &seven, sizeof seven);
  total = 10;
  use<<<1, 64>>>(out);
  musaDeviceSynchronize();
  int count = 0;
  int mine = 0;
  musaMemcpyFromSymbol(&count, counter, sizeof count);
  musaMemcpyFromSymbol(&mine, own, sizeof mine);
  std::printf("%d %d %d %d %d\n", out[3], out[63], count, total, mine);
  hidden<<<1, 1>>>(out);
  musaDeviceSynchronize();
  std::printf("%d %d %d\n", out[0], out[1], shared);
  elsewhere<<<1, 1>>>(out);
  fill<<<1, 32>>>(out + 32, 4);
  musaDeviceSynchronize();
  std::printf("%d %d\n", out[0], out[40]);
  runFilled(out);
  std::printf("%d %d %d %s\n", out[0], out[1], total, musaGetErrorName(musaGetLastError()));
}
