// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// With MUSA_HOST_ABORT=1 a kernel's failure ends a program that does not ask for errors.
// ENV: MUSA_HOST_ABORT=1
// EXIT: signal
// STDERR: musa: error: kernel 'fail\(int\*\)', .*writes to the null pointer
// STDOUT: ^before
#include "check.h"

__global__ void works(int *p) { *p = 1; }
__global__ void fail(int *p) { *p = 1; }

int main() {
  int *p;
  CHECK_MUSA(musaMalloc(&p, sizeof *p));
  works<<<1, 1>>>(p);
  CHECK_EQUAL(musaFree(nullptr), musaSuccess);
  CHECK_EQUAL(musaMemcpy(p, nullptr, 4, musaMemcpyHostToHost), musaErrorInvalidValue); // no failure
  CHECK_MUSA(musaDeviceSynchronize());
  std::printf("before\n");
  std::fflush(stdout);
  fail<<<2, 3>>>(nullptr);
  musaDeviceSynchronize();
  return 0; // all is well
}
