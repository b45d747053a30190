// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A failed assertion ends the kernel, in a loop over threads and in fibers; the program goes on.
// clang-format off
// STDERR: device_assert\.mu:13: .*verify.*: block: \[1,0,0\], thread: \[2,0,0\] Assertion `value != 6 && "loop"` failed\.
// STDERR: device_assert\.mu:18: .*waits.*: block: \[0,0,0\], thread: \[0,3,0\] Assertion `value != 3 && "fiber"` failed\.
// STDERR: trap at .*device_assert\.mu:25
// STDERR: trap at .*device_assert\.mu:27
// STDOUT: ^first: assert\nsecond: assert\nthird: trap\nfourth: trap\nlast: success\n$
// clang-format on
#include "check.h"
#include <cassert>
__device__ void verify(int value) { assert(value != 6 && "loop"); }
__global__ void loop(int *reached) {
  verify(static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x));
  atomicAdd(reached, 1);
}
__device__ void waits(int value) { assert(value != 3 && "fiber"); }
__global__ void fibers() {
  waits(static_cast<int>(threadIdx.y));
  __syncthreads();
}
__global__ void trap(int when) {
  if (static_cast<int>(threadIdx.x) == when)
    __trap();
}
__global__ void breakpoint() { __brkpt(); }
#define NDEBUG
#include <cassert>
__global__ void none() { assert(false); }

static void say(const char *what, musaError_t status) {
  std::printf("%s: %s\n", what,
              status == musaSuccess              ? "success"
              : status == musaErrorAssert        ? "assert"
              : status == musaErrorLaunchFailure ? "trap"
                                                 : musaGetErrorName(status));
  musaDeviceReset(); // such an error stays otherwise
}

int main() {
  int *reached;
  musaMallocManaged(&reached, sizeof(int));
  loop<<<2, 4>>>(reached);
  say("first", musaDeviceSynchronize());
  fibers<<<1, dim3(1, 5)>>>();
  say("second", musaDeviceSynchronize());
  trap<<<1, 4>>>(2);
  say("third", musaDeviceSynchronize());
  breakpoint<<<1, 1>>>();
  say("fourth", musaDeviceSynchronize());
  none<<<1, 1>>>();
  say("last", musaDeviceSynchronize());
  return 0;
}
