// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "values.muh"

__global__ void scaleKernel(int *values) { values[threadIdx.x] *= FACTOR; }

void scale(int *values, int count) {
  scaleKernel<<<1, count>>>(values);
  musaDeviceSynchronize();
}
