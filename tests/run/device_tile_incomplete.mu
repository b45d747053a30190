// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread of a tile that is larger than a warp does not come: the error says who waits where.
// STDERR: kernel 'incomplete\(\)': no thread can run
// STDERR: thread \(128, 0, 0\) waits for its tile at .*device_tile_incomplete\.mu:17
// STDERR: 127 threads wait in all
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void incomplete() {
  __shared__ cg::block_tile_memory<256> memory;
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block(memory));
  if (threadIdx.x == 255)
    return;
  const int sum = tile.shfl(static_cast<int>(threadIdx.x), 0);
  tile.sync();
  if (sum == -1)
    printf("not reached\n");
}

int main() {
  incomplete<<<1, 256>>>();
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
