// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// The same with no handler of the program's.
// EXIT: signal
#include "check.h"

__global__ void set(int *p) { *p = 1; }

int main() {
  int *p = nullptr;
  CHECK_MUSA(musaMallocManaged(&p, 4));
  set<<<1, 1>>>(p);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*p, 1);
  volatile int *nowhere = nullptr;
  *nowhere = 1;
  return CHECK_RESULT();
}
