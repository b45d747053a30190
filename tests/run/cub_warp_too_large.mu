// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A logical warp of more threads than the architecture's warps have.
// MCC: --offload-arch=mp_31
// COMPILE-ERROR: a logical warp is larger than the architecture's warps
#include <cub/warp/warp_reduce.cuh>

__global__ void sum(int *values) {
  using Reduce = cub::WarpReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  values[threadIdx.x] = Reduce(storage).Sum(values[threadIdx.x]);
}

int main() { return 0; }
