// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of one block wait at two barriers: an error that names kernel, thread and both places.
// STDERR: kernel 'half\(int\*\)', block \(0, 0, 0\), thread \(1, 0, 0\)
// STDERR: waits for its block at .*barrier_divergent\.mu:1[0-9], while other threads of the block wait at .*barrier_divergent\.mu:1[0-9]
#include "check.h"

__global__ void half(int *out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMalloc(reinterpret_cast<void **>(&out), 32 * sizeof(int)));
  half<<<1, 32>>>(out);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
