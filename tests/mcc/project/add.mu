// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "values.muh"

__global__ void addKernel(int *values) { values[threadIdx.x] += OFFSET; }
__global__ void archKernel(int *value) {
#ifdef __MUSA_ARCH__
  *value = __MUSA_ARCH__;
#endif
}

void add(int *values, int count) {
  addKernel<<<1, count>>>(values);
  musaDeviceSynchronize();
}

int archOfAdd() {
  int *value = nullptr;
  musaMallocManaged(reinterpret_cast<void **>(&value), sizeof(int));
  archKernel<<<1, 1>>>(value);
  musaDeviceSynchronize();
  const int result = *value;
  musaFree(value);
  return result;
}
