// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that writes past its buffer is reported with its line, also on a fiber.
// MCC: -g -fsanitize=address
// MCC: -g -fsanitize=address -DBARRIER
// EXIT: 1
// STDERR: AddressSanitizer: heap-buffer-overflow
// STDERR: WRITE of size 4
// STDERR: in past\(int\*, int\) .*address_sanitizer\.mu:15
#include "check.h"

__global__ void past(int *out, int n) {
#ifdef BARRIER
  __syncthreads();
#endif
  out[threadIdx.x + n - 31] = 1;
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMalloc(reinterpret_cast<void **>(&out), 100 * sizeof(int)));
  past<<<1, 32>>>(out, 100);
  musaDeviceSynchronize();
  return CHECK_RESULT();
}
