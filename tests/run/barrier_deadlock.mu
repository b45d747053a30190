// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a warp waits for its other half, which waits for the block: nobody can go on. The error
// says who waits where, and the program goes on. One thread runs to the end meanwhile.
// STDERR: kernel 'stuck\(\)': no thread can run
// STDERR: block \(0, 0, 0\), thread \(16, 0, 0\) waits for the block at .*barrier_deadlock\.mu:18
// STDERR: block \(0, 0, 0\), thread \(0, 0, 0\) waits for lanes of the warp at .*barrier_deadlock\.mu:16
// STDERR: 47 threads wait in all
// MCC:
// MCC: -fno-musa-split-lanes
#include "check.h"
__global__ void stuck() {
  __syncthreads();
  if (threadIdx.x == 47)
    return;
  if (threadIdx.x < 16)
    __syncwarp();
  else
    __syncthreads();
}

int main() {
  stuck<<<1, 48>>>();
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
