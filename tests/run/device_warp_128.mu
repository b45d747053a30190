// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps of 128 lanes: shuffles over all of them, votes over the caller's 32.
// MCC: --offload-arch=mp_22
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
  EXPECT(__get_lanemask_lt() == (1U << in32) - 1);
  EXPECT(__activemask() == all);
}

/// 80 threads: a warp that is cut short.
__global__ void partial(int *wrong) {
  const unsigned lane = threadIdx.x;
  EXPECT(__shfl_down_sync(all, lane, 32) == (lane + 32 < 80 ? lane + 32 : lane));
  EXPECT(__ballot_sync(all, 1) == (lane < 64 ? all : 0xffffU));
}

int main() {
  static int wrong[1];
  wide<<<1, 256>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  partial<<<1, 80>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  return CHECK_RESULT();
}
