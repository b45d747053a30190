// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier that some threads have returned before: works as on GPUs that we know of, with a
// warning once, whether the return comes before or after the others wait.
// STDERR: warning: kernel 'first\(int\*\)': a thread waits for its block at .*barrier_returned\.mu:11, but 1 of the block's 32 threads have returned
// STDERR: warning: kernel 'last\(int\*\)'
#include "check.h"

__global__ void first(int *out) {
  if (threadIdx.x == 0)
    return;
  __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void last(int *out) {
  if (threadIdx.x == 31)
    return;
  __syncthreads();
  out[threadIdx.x] = 2;
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(reinterpret_cast<void **>(&out), 32 * sizeof(int)));
  out[0] = out[31] = 0;
  first<<<1, 32>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 0);
  CHECK_EQUAL(out[31], 1);
  last<<<1, 32>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[30], 2);
  CHECK_EQUAL(out[31], 1);
  return CHECK_RESULT();
}
