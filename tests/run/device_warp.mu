// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles, votes, matches and reductions with 32 lanes.
// MCC:
// MCC: -fno-musa-split-lanes
#include "check.h"

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)

constexpr unsigned all = 0xffffffff;

/// What the PTX manual's formulas for shfl say.
__device__ unsigned sourceOf(char how, unsigned lane, int operand, int width) {
  const int last = static_cast<int>(lane | (width - 1));
  const int first = static_cast<int>(lane & ~(width - 1));
  const int mine = static_cast<int>(lane);
  int from = 0;
  bool valid = true;
  if (how != 'i')
    operand &= 31; // an NVIDIA H200 takes 33 for 1
  switch (how) {
  case 'i':
    from = first | (operand & (width - 1));
    break;
  case 'u':
    from = mine - operand;
    valid = from >= first;
    break;
  case 'd':
    from = mine + operand;
    valid = from <= last;
    break;
  case 'x':
    from = mine ^ operand;
    valid = from <= last;
    break;
  }
  return static_cast<unsigned>(valid ? from : mine);
}

template <typename T> __device__ void shuffles(int *wrong, T scale) {
  const unsigned lane = threadIdx.x % 32;
  const T mine = static_cast<T>(lane) * scale;
  for (int width = 1; width <= 32; width *= 2)
    for (int operand : {0, 1, 2, 5, 16, 31, 32, 33}) {
      const auto is = [&](char how) {
        return static_cast<T>(sourceOf(how, lane, operand, width)) * scale;
      };
      EXPECT(__shfl_sync(all, mine, operand, width) == is('i'));
      EXPECT(__shfl_up_sync(all, mine, operand, width) == is('u'));
      EXPECT(__shfl_down_sync(all, mine, operand, width) == is('d'));
      EXPECT(__shfl_xor_sync(all, mine, operand, width) == is('x'));
    }
}

__global__ void shuffle(int *wrong) {
  shuffles<int>(wrong, -3);
  shuffles<unsigned>(wrong, 0x08000001);
  shuffles<long>(wrong, -(1L << 40));
  shuffles<unsigned long>(wrong, 1UL << 59);
  shuffles<long long>(wrong, -5);
  shuffles<unsigned long long>(wrong, 1ULL << 58);
  shuffles<float>(wrong, 0.25f);
  shuffles<double>(wrong, 1e300);
  const unsigned lane = threadIdx.x % 32;
  EXPECT(__shfl_sync(all, lane, -1) == 31);
  EXPECT(__shfl_down_sync(all, lane, 1) == (lane == 31 ? 31 : lane + 1)); // the default width
  EXPECT(__shfl(lane, 7) == 7 && __shfl_xor(lane, 1) == (lane ^ 1));
  EXPECT(__shfl_up(lane, 4, 8) == (lane % 8 < 4 ? lane : lane - 4));
  EXPECT(__shfl_down(2.5 * lane, 1) == 2.5 * (lane == 31 ? 31 : lane + 1));

  int sum = static_cast<int>(threadIdx.x);
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(all, sum, offset);
  EXPECT(sum == static_cast<int>(threadIdx.x / 32 * 32 * 32 + 31 * 16));

  // Two branches at the same time, each with its own lanes.
  unsigned got;
  if (lane < 8)
    got = __shfl_sync(0x000000ff, lane, 3);
  else
    got = __shfl_sync(0xffffff00, lane, 30);
  EXPECT(got == (lane < 8 ? 3 : 30));
  // A lane outside of the mask gives nothing: the caller keeps its own.
  if (lane < 8)
    EXPECT(__shfl_sync(0x000000ff, lane, 20) == lane);
}

__global__ void votes(int *wrong, unsigned *active) {
  const unsigned lane = threadIdx.x % 32;
  EXPECT(__ballot_sync(all, lane % 3 == 0) == 0x49249249);
  EXPECT(__ballot_sync(all, 256) == all); // not zero is what counts
  EXPECT(__any_sync(all, lane == 31) && !__any_sync(all, 0));
  EXPECT(__all_sync(all, 1) && !__all_sync(all, lane));
  EXPECT(__any(lane == 2) && !__all(lane == 2) && __ballot(lane < 4) == 0xf);
  if (lane >= 16) {
    EXPECT(__ballot_sync(0xffff0000, lane % 2) == 0xaaaa0000);
    EXPECT(__all_sync(0xffff0000, lane >= 16));
    const unsigned mask = __activemask();
    if (lane == 16)
      *active = mask;
  }
  __syncwarp();
  EXPECT(__activemask() == all);

  EXPECT(__match_any_sync(all, lane / 4) == 0xfU << lane / 4 * 4);
  EXPECT(__match_any_sync(all, lane % 2 ? 1.5 : -1.5) == (lane % 2 ? 0xaaaaaaaa : 0x55555555));
  EXPECT(__match_any_sync(all, static_cast<long long>(lane) << 33) == 1U << lane);
  int same = -1;
  EXPECT(__match_all_sync(all, 42u, &same) == all && same == 1);
  EXPECT(__match_all_sync(all, lane == 9 ? 1.0f : 2.0f, &same) == 0 && same == 0);

  EXPECT(__reduce_add_sync(all, lane) == 496);
  EXPECT(__reduce_add_sync(all, static_cast<int>(lane) - 16) == -16);
  EXPECT(__reduce_min_sync(all, static_cast<int>(lane) - 5) == -5);
  EXPECT(__reduce_max_sync(all, static_cast<int>(lane) - 5) == 26);
  EXPECT(__reduce_min_sync(all, lane - 5) == 0);
  EXPECT(__reduce_max_sync(all, lane - 5) == 0xffffffff);
  EXPECT(__reduce_and_sync(all, lane | 0x80) == 0x80);
  EXPECT(__reduce_or_sync(all, 1u << lane) == all);
  EXPECT(__reduce_xor_sync(all, lane) == 0);

  EXPECT(__get_laneid() == lane && __get_lanemask_eq() == 1U << lane);
  EXPECT(__get_lanemask_lt() == (1U << lane) - 1 &&
         __get_lanemask_le() == ((1U << lane) - 1 | 1U << lane));
  EXPECT(__get_lanemask_gt() == ~__get_lanemask_le() &&
         __get_lanemask_ge() == ~__get_lanemask_lt());
}

/// A block that ends within a warp, and lanes that have returned.
__global__ void partial(int *wrong) {
  const unsigned lane = threadIdx.x;
  EXPECT(__ballot_sync(all, 1) == 0x000fffff);
  EXPECT(__all_sync(all, 1));
  EXPECT(__shfl_down_sync(all, lane, 4) == (lane + 4 < 20 ? lane + 4 : lane));
  EXPECT(__reduce_add_sync(all, 1u) == 20);
  if (lane >= 10)
    return;
  EXPECT(__ballot_sync(all, lane > 4) == 0x3e0);
  EXPECT(__match_any_sync(all, 5) == 0x3ff);
  EXPECT(__shfl_sync(all, lane, 15) == lane);
}

/// Values go through shared memory among all lanes, and among some.
__global__ void memory(int *wrong) {
  __shared__ unsigned values[64];
  const unsigned thread = threadIdx.x, lane = thread % 32;
  values[thread] = lane;
  __syncwarp();
  EXPECT(values[thread ^ 31] == (lane ^ 31));
  __syncwarp();
  if (lane < 7) {
    values[thread] = lane + 100;
    __syncwarp(0x7f);
    EXPECT(values[thread - lane + 6 - lane] == 106 - lane);
  }
}

int main() {
  static int wrong[1];
  static unsigned active;
  shuffle<<<2, 96>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  votes<<<1, 64>>>(wrong, &active);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  CHECK_EQUAL(active, 0xffff0000U);
  memory<<<2, 64>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  partial<<<1, 20>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  return CHECK_RESULT();
}
