// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include <cstdarg>

__device__ int counter = 100;
__constant__ int factor = 1;
__managed__ int total;
static __device__ int own = 6;

__device__ int scaled(int value) { return factor * value; }
__device__ int sumOfBlock(int value) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, value);
  __syncthreads();
  return sum;
}
static __device__ int square(int value) { return value * value; }
__device__ int (*chosen)(int) = square;
__constant__ int (*choices[2])(int) = {square, scaled};

__device__ double sumOf(int count, ...) {
  va_list list;
  va_start(list, count);
  double sum = 0;
  while (count-- > 0) {
    const Weighted one = va_arg(list, Weighted);
    sum += one.weight * one.value;
  }
  va_end(list);
  return sum;
}

static __global__ void hidden(int *out) { out[1] = own; }
__global__ void elsewhere(int *out) { out[0] = 42; }

void runFilled(int *out) {
  fill<<<1, 64>>>(out, 9);
  hidden<<<1, 1>>>(out);
  musaDeviceSynchronize();
  ++total;
}
