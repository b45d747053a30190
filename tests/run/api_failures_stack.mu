// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// A thread that needs more stack than it has is told so; musaLimitStackSize gives more.
// STDERR: musa: error: kernel 'endless\(int\*, int\)', block 0 of 1: stack overflow
// STDERR: musa: error: kernel 'recurse\(int\*, int\)', block \(0, 0, 0\), thread \(3, 0, 0\): stack overflow
#include "check.h"

__device__ __attribute__((noinline)) int depth(int n, volatile int *sink) {
  volatile char frame[512];
  frame[n % 512] = static_cast<char>(n);
  *sink = n;
  return n == 0 ? 0 : 1 + depth(n - 1, sink) + frame[n % 512] - static_cast<char>(n);
}

__global__ void recurse(int *out, int n) {
  __nanosleep(0); // keeps threads apart: each has a stack
  out[threadIdx.x] = threadIdx.x == 3 ? depth(n, out + 32) : 0;
  __syncwarp();
}

__global__ void endless(int *out, int n) { *out = depth(n, out); }

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 64 * sizeof(int)));
  recurse<<<1, 32>>>(out, 20);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[3], 20);
  recurse<<<1, 32>>>(out, 1000);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorHardwareStackError);
  CHECK_MUSA(musaDeviceReset());
  CHECK_MUSA(musaDeviceSetLimit(musaLimitStackSize, 2 << 20));
  CHECK_MUSA(musaMallocManaged(&out, 64 * sizeof(int)));
  recurse<<<1, 32>>>(out, 1000);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[3], 1000);
  endless<<<1, 1>>>(out, 1 << 30);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorHardwareStackError);
  return CHECK_RESULT();
}
