// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp that waits for another one, in a loop with an exchange: both have to run. And __restrict__
// moves no access over a wait.
// MCC: -O2
// MCC: -O2 -fno-musa-split-lanes
#include "check.h"

__global__ void waitsForStore(int *out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (flag == 0)
      __syncwarp();
    out[threadIdx.x] = flag;
  } else if (threadIdx.x == 63) {
    flag = 7;
  }
}

__global__ void waitsByVote(int *out) {
  if (threadIdx.x < 32) {
    int rounds = 0;
    while (__any_sync(~0U, *static_cast<volatile int *>(out) == 0))
      ++rounds;
    out[threadIdx.x + 1] = rounds > 0;
  } else {
    *static_cast<volatile int *>(out) = 5;
  }
}

/// A read by an update that changes nothing, and an ordinary one in a loop with a fence.
__global__ void waitsByUpdate(int *out) {
  if (threadIdx.x < 32) {
    while (__any_sync(~0U, atomicAnd(out, -1) == 0))
      ;
    out[threadIdx.x + 1] = 1;
  } else {
    *static_cast<volatile int *>(out) = 5;
  }
}

__global__ void waitsByFence(int *out) {
  if (threadIdx.x < 32) {
    while (__any_sync(~0U, *out == 0))
      __threadfence();
    out[threadIdx.x + 1] = 1;
  } else {
    *static_cast<volatile int *>(out) = 5;
  }
}

/// Which value ends the loop, a branch decides.
__global__ void waitsByBranch(int *out) {
  if (threadIdx.x < 32) {
    bool isDone = false;
    do {
      if (*static_cast<volatile int *>(out) != 0)
        isDone = true;
      __syncwarp();
    } while (!isDone);
    out[threadIdx.x + 1] = 1;
  } else {
    *static_cast<volatile int *>(out) = 5;
  }
}

__global__ void restricted(int *__restrict__ out, const int *__restrict__ in) {
  const unsigned i = threadIdx.x;
  const int value = in[i];
  out[i] = value;
  __syncwarp();
  const int other = out[i ^ 1];
  __syncwarp();
  out[i] = value * 1000 + other;
}

__global__ void restrictedInBlock(int *__restrict__ out, const int *__restrict__ in) {
  const unsigned i = threadIdx.x;
  const int value = in[i];
  out[i] = value;
  const int none = __syncthreads_or(0);
  const int other = out[i ^ 1];
  __syncthreads_or(0);
  out[i] = value * 1000 + other + none;
}

int main() {
  int *out = nullptr;
  int *in = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 64 * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&in, 64 * sizeof(int)));
  waitsForStore<<<1, 64>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[31], 7);
  for (const auto kernel : {waitsByVote, waitsByUpdate, waitsByFence, waitsByBranch}) {
    CHECK_MUSA(musaMemset(out, 0, 64 * sizeof(int)));
    kernel<<<1, 64>>>(out);
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_EQUAL(out[0], 5);
  }
  for (const auto kernel : {restricted, restrictedInBlock}) {
    for (int i = 0; i < 64; ++i) {
      in[i] = i;
      out[i] = -1;
    }
    kernel<<<1, 64>>>(out, in);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int i = 0; i < 64; ++i)
      CHECK_EQUAL(out[i], i * 1000 + (i ^ 1));
  }
  return CHECK_RESULT();
}
