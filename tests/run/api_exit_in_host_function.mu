// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit() in a host function ends the program: nobody waits for the work that calls it, nor for what
// is behind that.
// EXIT: 7
#include "check.h"

__global__ void set(int *p) { *p = 1; }

int main() {
  int *p = nullptr;
  CHECK_MUSA(musaMallocManaged(&p, 4));
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaLaunchHostFunc(stream, [](void *) { std::exit(7); }, nullptr));
  set<<<1, 1, 0, stream>>>(p);
  CHECK_MUSA(musaDeviceSynchronize());
  return 1; // not come to
}
