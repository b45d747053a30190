// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What musa-warp-size, musa-lane-mask and musa-warp-shuffle report is wrong with warps of 128
// lanes, and what they do not report is right there. Each kernel is a case of their unit tests.
// MCC: --offload-arch=mp_22
// MCC: --offload-arch=mp_22 -fno-musa-split-lanes
#include "check.h"

constexpr unsigned all = 0xffffffff;
constexpr int threads = 256;

/// Sums of 32 threads each, by a butterfly or by halves, with the width of the warp.
__global__ void groupsOf32(int *sums) {
  const int lane = threadIdx.x % 32;
  int butterfly = threadIdx.x;
  int halves = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2) {
    butterfly += __shfl_xor_sync(all, butterfly, offset);
    halves += __shfl_down_sync(all, halves, offset);
  }
  if (lane == 0)
    sums[threadIdx.x / 32] = butterfly == halves ? butterfly : -1;
}

/// Each 32 threads scan, and look at their own bits.
__global__ void scansOf32(int *sums) {
  const int lane = threadIdx.x & 31;
  int sum = threadIdx.x;
  for (int offset = 1; offset < 32; offset *= 2) {
    const int before = __shfl_up_sync(all, sum, offset);
    if (lane >= offset)
      sum += before;
  }
  const unsigned even = __ballot_sync(all, threadIdx.x % 2 == 0);
  if (__popc(even & ((1u << lane) - 1)) == 16 && lane == 31 && __ffs(even) == 1)
    sums[threadIdx.x >> 5] = sum;
}

/// The same of 128 threads, with warpSize.
__global__ void warps(int *sums) {
  int sum = threadIdx.x;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(all, sum, offset);
  sum = __shfl_sync(all, sum, 0);
  if (threadIdx.x % warpSize == warpSize - 1)
    sums[threadIdx.x / warpSize] = sum;
}

/// A value of each 32 threads' first one; reported without the width.
template <int Width> __global__ void broadcast(int *values) {
  int value = threadIdx.x % 32 == 0 ? threadIdx.x : -1;
  value = Width == 0 ? __shfl_sync(all, value, 0) : __shfl_sync(all, value, 0, Width);
  if (threadIdx.x % 32 == 31)
    values[threadIdx.x / 32] = value;
}

/// The same of the first thread that votes yes; reported.
template <int Width> __global__ void broadcastOfLeader(int *values) {
  const unsigned yes = __ballot_sync(all, threadIdx.x % 32 >= 7);
  const int leader = __ffs(yes) - 1;
  const int value = Width == 0 ? __shfl_sync(all, static_cast<int>(threadIdx.x), leader)
                               : __shfl_sync(all, static_cast<int>(threadIdx.x), leader, Width);
  if (threadIdx.x % 32 == 31)
    values[threadIdx.x / 32] = value;
}

/// 128 threads' sums, of which one in each 32 is taken for the sum of 32; reported.
__global__ void warpsForGroupsOf32(int *sums) {
  int sum = threadIdx.x;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(all, sum, offset);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
}

/// 32 threads' sums, of which one is taken for that of the warp; reported.
__global__ void groupsOf32ForWarps(int *sums) {
  int sum = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(all, sum, offset);
  if (threadIdx.x % warpSize == 0)
    sums[threadIdx.x / warpSize] = sum;
}

/// Farther than the width; reported.
__global__ void beyondTheWidth(int *sums) {
  int sum = threadIdx.x;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(all, sum, offset, 32);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
}

/// The first of those that vote yes is looked for among lanes up to 127; reported.
__global__ void leaderOfWarp(int *count) {
  const int lane = threadIdx.x % warpSize;
  const unsigned yes = __ballot_sync(all, true);
  if (lane == __ffs(yes) - 1)
    atomicAdd(count, __popc(yes));
}

/// Blocks of 64 threads have half of a warp; reported at the launch.
__global__ void warpsOfBlocks(int *sums) {
  int sum = 1;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(all, sum, offset);
  if (threadIdx.x == 0)
    sums[0] = sum;
}

/// How many of the groups of `lanes` threads have their own sum in `sums`.
static int right(const int *sums, int lanes) {
  int count = 0;
  for (int first = 0; first < threads; first += lanes)
    count += sums[first / lanes] == lanes * first + lanes * (lanes - 1) / 2;
  return count;
}

static int values[threads];
template <typename Kernel> const int *run(Kernel kernel, int blockSize = threads) {
  for (int &value : values)
    value = 0;
  kernel<<<1, blockSize>>>(values);
  CHECK_MUSA(musaDeviceSynchronize());
  return values;
}

static int rightFirst(const int *firsts, int offset) {
  int count = 0;
  for (int group = 0; group < threads / 32; ++group)
    count += firsts[group] == 32 * group + offset;
  return count;
}

int main() {
  CHECK_EQUAL(right(run(groupsOf32), 32), 8);
  CHECK_EQUAL(right(run(scansOf32), 32), 8);
  CHECK_EQUAL(right(run(warps), 128), 2);
  CHECK_EQUAL(rightFirst(run(broadcast<32>), 0), 8);
  CHECK_EQUAL(rightFirst(run(broadcastOfLeader<32>), 7), 8);
  CHECK_EQUAL(run(warpsOfBlocks, 128)[0], 128);

  // Only each warp's first 32 threads have their own.
  CHECK_EQUAL(rightFirst(run(broadcast<0>), 0), 2);
  CHECK_EQUAL(rightFirst(run(broadcastOfLeader<0>), 7), 2);
  CHECK_EQUAL(right(run(warpsForGroupsOf32), 32), 0);
  CHECK_EQUAL(right(run(groupsOf32ForWarps), 128), 0);
  CHECK_EQUAL(right(run(beyondTheWidth), 32), 0);
  CHECK_EQUAL(run(leaderOfWarp)[0], 64);
  CHECK_EQUAL(run(warpsOfBlocks, 64)[0] == 64, false);
  return CHECK_RESULT();
}
