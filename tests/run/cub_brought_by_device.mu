// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What comes with one header of a device-wide algorithm.
#include "cub_test.h"

#include <cub/device/device_radix_sort.cuh>

__global__ void sumAndScan(int *out) {
  using Reduce = cub::BlockReduce<int, 64>;
  using Scan = cub::BlockScan<int, 64>;
  using Sort = cub::BlockRadixSort<int, 64, 1>;
  using Warp = cub::WarpReduce<int>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
    typename Warp::TempStorage warps[2];
  } storage;
  const int thread = static_cast<int>(threadIdx.x);
  const int sum = Reduce(storage.reduce).Sum(thread);
  if (thread == 0)
    out[0] = sum;
  __syncthreads();
  int before;
  Scan(storage.scan).ExclusiveSum(thread, before);
  if (thread == 63)
    out[1] = before;
  __syncthreads();
  int keys[1] = {63 - thread};
  Sort(storage.sort).Sort(keys);
  if (thread == 5)
    out[2] = keys[0];
  __syncthreads();
  const int ofWarp = Warp(storage.warps[thread / 32]).Sum(1);
  if (thread == 32)
    out[3] = ofWarp;
}

int main() {
  Device<int> out(4);
  sumAndScan<<<1, 64>>>(out);
  CHECK(out.host() == std::vector<int>({2016, 1953, 5, 32}));
  return CHECK_RESULT();
}
