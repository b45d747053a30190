// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write past a local variable of a kernel with a barrier, where its neighbour would be.
// MCC: -g -O1 -fsanitize=address
// EXIT: 1
// STDERR: AddressSanitizer: stack-buffer-overflow
// STDERR: WRITE of size 4
// STDERR: in past\(int\*, int\) .*address_sanitizer_local\.mu:13
#include "check.h"

__global__ void past(int *out, int n) {
  int local[4] = {}, neighbour[64] = {};
  __syncthreads();
  local[n] = 1;
  __syncthreads();
  out[threadIdx.x] = local[threadIdx.x % 4] + neighbour[threadIdx.x];
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMalloc(reinterpret_cast<void **>(&out), 32 * sizeof(int)));
  past<<<1, 32>>>(out, 4);
  musaDeviceSynchronize();
  return CHECK_RESULT();
}
