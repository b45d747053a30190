// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that wait for later ones: they all run at once, as they would on a GPU.
// NO-SANITIZER: its blocks poll flags, which ThreadSanitizer reports
// MCC:
// MCC: -O0
#include "check.h"

/// A barrier of the whole grid, made by hand.
__global__ void wholeGrid(unsigned *arrived, int *seen, int *sums) {
  const unsigned block = blockIdx.x;
  if (threadIdx.x == 0) {
    seen[block] = static_cast<int>(block) + 1;
    __threadfence();
    atomicAdd(arrived, 1);
    while (*static_cast<volatile unsigned *>(arrived) < gridDim.x)
      ;
  }
  __syncthreads();
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += seen[i];
  sums[block * blockDim.x + threadIdx.x] = sum;
}

/// Each block waits for the one behind it, the last for none: all have to run at once.
__device__ int addedNothing(int *place) { return atomicAdd(place, 0); }
__device__ int cached(const int *place) { return __ldcg(place); }
enum class Way { Volatile, Function, Fence, Barrier, Shared };
template <Way way> __global__ void fromBehind(int *done, int *order) {
  const unsigned block = blockIdx.x;
  if (way == Way::Barrier && block + 1 < gridDim.x) {
    while (__syncthreads_or(static_cast<volatile int *>(done)[block + 1]) == 0)
      ;
  } else if (way == Way::Shared && block + 1 < gridDim.x) {
    __shared__ int isDone;
    do {
      __syncthreads();
      if (threadIdx.x == 0)
        isDone = addedNothing(done + block + 1);
      __syncthreads();
    } while (isDone == 0);
  } else if (threadIdx.x == 0 && block + 1 < gridDim.x) {
    if (way == Way::Volatile) {
      while (static_cast<volatile int *>(done)[block + 1] == 0)
        ;
    } else if (way == Way::Function) {
      while (addedNothing(done + blockIdx.x + 1) == 0)
        ;
    } else {
      for (;;) {
        if (cached(done + block + 1) != 0)
          break;
        __threadfence();
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 1) {
    order[block] = block + 1 < gridDim.x ? order[block + 1] + 1 : 1;
    __threadfence();
    atomicExch(done + block, 1);
  }
}

/// Blocks of one thread, whose barriers wait for nobody.
__global__ void alone(volatile int *done) {
  while (blockIdx.x + 1 < gridDim.x && done[blockIdx.x + 1] == 0)
    __syncthreads();
  done[blockIdx.x] = 1;
}

/// The first block fails, and the others wait for it.
__global__ void forAFailedBlock(volatile int *done) {
  if (blockIdx.x == 0)
    __trap();
  while (*done == 0)
    ;
}

template <Way way> void checkFromBehind(int *done) {
  constexpr int blocks = 60;
  int *order = done + blocks;
  for (int i = 0; i < 2 * blocks; ++i)
    done[i] = 0;
  fromBehind<way><<<blocks, 32>>>(done, order);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < blocks; ++i)
    CHECK_EQUAL(order[i], blocks - i);
}

int main() {
  int *data;
  CHECK_MUSA(musaMallocManaged(&data, 1024 * sizeof(int)));
  checkFromBehind<Way::Volatile>(data);
  checkFromBehind<Way::Function>(data);
  checkFromBehind<Way::Fence>(data);
  checkFromBehind<Way::Barrier>(data);
  checkFromBehind<Way::Shared>(data);

  for (int i = 0; i < 20; ++i)
    data[i] = 0;
  alone<<<20, 1>>>(data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(data[0], 1);

  // A barrier of the grid without a cooperative launch.
  constexpr int blocks = 40;
  auto *arrived = reinterpret_cast<unsigned *>(data);
  *arrived = 0;
  wholeGrid<<<blocks, 4>>>(arrived, data + 1, data + 1 + blocks);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < blocks * 4; ++i)
    CHECK_EQUAL(data[1 + blocks + i], blocks * (blocks + 1) / 2);

  data[0] = 0;
  forAFailedBlock<<<8, 4>>>(data);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  CHECK_MUSA(musaDeviceReset());
  return CHECK_RESULT();
}
