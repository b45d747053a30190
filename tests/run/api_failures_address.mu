// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// A kernel that uses an address it must not fails, and the device is lost until it is reset.
// STDERR: musa: error: kernel 'loop\(int\*, long\)', (one of blocks \d+ to \d+|block \d+) of 4: writes to 0x10
// STDERR: musa: error: kernel 'fibers\(int\*\)', block \(1, 0, 0\), thread \(5, 0, 0\): reads from 0x20
// STDERR: musa: error: kernel 'lanes\(int\*\)', block \(1, 0, 0\), one of threads \(32, 0, 0\) to \(63, 0, 0\): reads from 0x20
// STDERR: musa: error: kernel 'lanes\(int\*\)', block \(0, 0, 0\), thread \(5, 0, 0\): reads from 0x20
// STDERR: musa: error: kernel 'callOneOf\(int\*, int\)', block 0 of 1: reads from the null pointer
// STDERR: musa: error: kernel 'divide\(int\*, int\)', block 0 of 1: divides an integer by zero
#include "check.h"

#include <cstdint>
#include <utility>

__global__ void loop(int *p, long at) { p[at] = 1; }

__global__ void fibers(int *p) {
  __shared__ int value;
  __nanosleep(0); // keeps threads apart
  if (blockIdx.x == 1 && threadIdx.x == 5)
    value = *reinterpret_cast<volatile int *>(uintptr_t{0x20});
  __syncwarp();
  p[threadIdx.x] = value;
}

/// A warp runs as a whole, or lane by lane where its lanes are apart.
__global__ void lanes(int *p) {
  const unsigned faulty = blockIdx.x == 1 ? 37 : blockDim.x == 32 ? 5 : 1000;
  int value = __shfl_xor_sync(~0U, p[threadIdx.x], 1);
  if (blockDim.x == 32 && threadIdx.x < 16)
    value += __shfl_xor_sync(0xffff, value, 2);
  if (threadIdx.x == faulty)
    value = *reinterpret_cast<volatile int *>(uintptr_t{0x20});
  p[threadIdx.x] = __shfl_xor_sync(~0U, value, 1);
}

__device__ int (*functions[2])(int);
__global__ void callOneOf(int *p, int i) { *p = functions[i](3); }

__global__ void divide(int *p, int by) { *p = *p / by; }

__global__ void set(int *p, int value) { *p = value; }

static bool called = false;
static void note(void *) { called = true; }

static void expectLost(musaError_t wanted) {
  int *p = nullptr;
  int count = 0;
  CHECK_EQUAL(musaDeviceSynchronize(), wanted);
  CHECK_EQUAL(musaMalloc(&p, 4), wanted);
  CHECK_EQUAL(musaGetLastError(), wanted);
  CHECK_EQUAL(musaGetLastError(), musaSuccess); // which of all calls fails the next time
  CHECK_EQUAL(musaFree(nullptr), wanted);
  CHECK_EQUAL(musaPeekAtLastError(), wanted);
  CHECK_EQUAL(musaGetLastError(), wanted);
  set<<<1, 1>>>(nullptr, 1);
  CHECK_EQUAL(musaPeekAtLastError(), wanted);
  CHECK_MUSA(musaGetDeviceCount(&count)); // needs no context
  CHECK_MUSA(musaDeviceReset());
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
}

int main() {
  loop<<<4, 32>>>(nullptr, 4);
  expectLost(musaErrorIllegalAddress);

  int *p = nullptr;
  CHECK_MUSA(musaMallocManaged(&p, 64 * sizeof(int)));
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  fibers<<<2, 32, 0, stream>>>(p);
  set<<<1, 1, 0, stream>>>(p + 40, 1); // what comes after it is not run
  CHECK_EQUAL(musaStreamSynchronize(stream), musaErrorIllegalAddress);
  CHECK_EQUAL(p[40], 0);
  expectLost(musaErrorIllegalAddress);

  for (const auto &[blocks, threads] : {std::pair(2, 64), std::pair(1, 32)}) {
    CHECK_MUSA(musaMallocManaged(&p, 64 * sizeof(int)));
    lanes<<<blocks, threads>>>(p);
    expectLost(musaErrorIllegalAddress);
  }

  CHECK_MUSA(musaMallocManaged(&p, sizeof(int)));
  callOneOf<<<1, 1>>>(p, 1);
  expectLost(musaErrorIllegalAddress);

  CHECK_MUSA(musaMallocManaged(&p, sizeof(int)));
  divide<<<1, 1>>>(p, 0);
  expectLost(musaErrorLaunchFailure);

  // After all this the device works.
  CHECK_MUSA(musaMallocManaged(&p, 64 * sizeof(int)));
  set<<<1, 1>>>(p, 12);
  CHECK_MUSA(musaLaunchHostFunc(nullptr, &note, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*p, 12);
  CHECK(called);
  return CHECK_RESULT();
}
