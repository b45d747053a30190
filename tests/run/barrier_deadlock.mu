// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a warp waits for its other half, which waits for the block: nobody can go on. The error
// says who waits where, and the program goes on.
// STDERR: kernel 'stuck\(\)': no thread can run
// STDERR: thread \(16, 0, 0\) waits for the block at .*barrier_deadlock\.mu:12
// STDERR: waits for lanes of the warp at .*barrier_deadlock\.mu:10
#include "check.h"
__global__ void stuck() {
  if (threadIdx.x < 16)
    __syncwarp();
  else
    __syncthreads();
}

int main() {
  stuck<<<1, 32>>>();
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
