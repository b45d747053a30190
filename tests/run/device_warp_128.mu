// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps of 128 lanes: shuffles over all of them, votes over the caller's 32. Code that was written
// for 32 lanes waits for no others.
// MCC: --offload-arch=mp_22
// MCC: --offload-arch=mp_22 -fno-musa-split-lanes
// MCC: --offload-arch=mp_21
#include "check.h"

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)

constexpr unsigned all = 0xffffffff;

__global__ void wide(int *wrong) {
  const unsigned thread = threadIdx.x;
  const unsigned lane = thread % 128;
  const unsigned first = thread - lane;
  EXPECT(warpSize == 128 && __get_laneid() == lane);
  EXPECT(__shfl_sync(all, thread, 100) == first + 100);
  EXPECT(__shfl_up_sync(all, thread, 40) == (lane < 40 ? thread : thread - 40));
  EXPECT(__shfl_down_sync(all, thread, 1) == (lane == 127 ? thread : thread + 1));
  EXPECT(__shfl_xor_sync(all, 0.5 * thread, 64) == 0.5 * (thread ^ 64));
  EXPECT(__shfl_sync(all, thread, 70, 64) == thread / 64 * 64 + 6);
  EXPECT(__shfl_down_sync(all, thread, 33, 64) == (lane % 64 + 33 < 64 ? thread + 33 : thread));
  EXPECT(__shfl_sync(all, thread, 5, 32) == thread / 32 * 32 + 5);
  EXPECT(__shfl_up_sync(all, thread, 1, 16) == (thread % 16 == 0 ? thread : thread - 1));

  unsigned sum = thread;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(all, sum, offset);
  EXPECT(sum == 128 * first + 127 * 64);

  const unsigned in32 = thread % 32;
  const unsigned quarter = lane / 32;
  EXPECT(__ballot_sync(all, in32 == quarter) == 1U << quarter);
  EXPECT(__any_sync(all, lane == 40) == (quarter == 1));
  EXPECT(__all_sync(all, lane != 40) == (quarter != 1));
  EXPECT(__match_any_sync(all, lane / 16) == (in32 < 16 ? 0xffffU : 0xffff0000U));
  EXPECT(__reduce_add_sync(all, lane) == 32 * 32 * quarter + 496);
  EXPECT(__reduce_min_sync(all, lane) == 32 * quarter);
  EXPECT(__reduce_max_sync(all, lane) == 32 * quarter + 31);
  EXPECT(__reduce_min_sync(all, 5 - static_cast<int>(lane)) ==
         -26 - 32 * static_cast<int>(quarter));
  EXPECT(__reduce_max_sync(all, 5 - static_cast<int>(lane)) == 5 - 32 * static_cast<int>(quarter));
  EXPECT(__reduce_and_sync(all, lane | 0x200) == (0x200 | 32 * quarter));
  EXPECT(__reduce_or_sync(all, lane) == 32 * quarter + 31);
  EXPECT(__reduce_xor_sync(all, lane == 70 ? 5u : 0u) == (quarter == 2 ? 5 : 0));
  int same = -1;
  EXPECT(__match_all_sync(all, quarter, &same) == all && same == 1);
  EXPECT(__match_all_sync(all, lane == 70, &same) == (quarter == 2 ? 0 : all) &&
         same == (quarter != 2));
  EXPECT(__get_lanemask_lt() == (1U << in32) - 1);
  EXPECT(__activemask() == all);
}

/// 80 threads: a warp that is cut short.
__global__ void partial(int *wrong) {
  const unsigned lane = threadIdx.x;
  EXPECT(__shfl_down_sync(all, lane, 32) == (lane + 32 < 80 ? lane + 32 : lane));
  EXPECT(__ballot_sync(all, 1) == (lane < 64 ? all : 0xffffU));
}

/// Lanes that wait elsewhere, or never come, are not waited for.
__global__ void divergent(int *wrong) {
  const unsigned thread = threadIdx.x;
  if (thread < 64) {
    EXPECT(__shfl(thread, 0) == 0);
    EXPECT(__shfl_xor(thread, 32) == (thread ^ 32));
    EXPECT(__shfl_down(thread, 64) == thread);
  }
  if (thread % 32 < 5) {
    EXPECT(__ballot(thread % 32 < 3) == 7);
    EXPECT(__any(thread % 32 == 4) && !__any(thread % 32 == 5));
    EXPECT(__all(thread % 32 < 5) && !__all(thread % 32 < 4));
  }
  __syncthreads();
  // As after a reduction by each 32: the first 32 add up what all have found.
  if (thread < 32) {
    unsigned sum = thread;
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(all, sum, offset);
    EXPECT(thread != 0 || sum == 496);
    __syncwarp();
  }
  __syncthreads();
  if (thread < 64)
    EXPECT(__shfl_sync(all, thread, 63, 64) == 63);
  else
    EXPECT(__shfl_sync(all, thread, 0, 64) == 64);
}

/// A value goes through shared memory from any lane of the warp to any other.
__global__ void memory(int *wrong) {
  __shared__ unsigned values[128];
  const unsigned thread = threadIdx.x;
  for (unsigned round = 0; round < 3; ++round) {
    values[thread] = thread + round;
    __syncwarp();
    EXPECT(values[127 - thread] == 127 - thread + round);
    __syncwarp();
  }
}

/// Of 32 lanes that all are named, one does not come.
__global__ void stuck() {
  if (threadIdx.x < 31)
    __shfl_down_sync(all, threadIdx.x, 1);
  else
    __syncthreads();
}

int main() {
  static int wrong[1];
  wide<<<1, 256>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  partial<<<1, 80>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  divergent<<<1, 128>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  memory<<<1, 128>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  stuck<<<1, 128>>>();
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
