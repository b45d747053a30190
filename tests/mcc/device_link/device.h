// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

extern __device__ int counter;
extern __constant__ int factor;
extern __managed__ int total;
__device__ int scaled(int value);
__device__ int sumOfBlock(int value);
__device__ extern int (*chosen)(int);
extern __constant__ int (*choices[2])(int);
struct Weighted {
  char weight;
  double value;
};
__device__ double sumOf(int count, ...); // of Weighted
__global__ void elsewhere(int *out);
void runFilled(int *out);

inline __device__ int twice(int value) { return 2 * value; }
template <typename T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value; }
