// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With MUSA_LAUNCH_BLOCKING=1 a launch returns when the kernel has run.
// ENV: MUSA_LAUNCH_BLOCKING=1
#include "check.h"

__global__ void count(volatile int *p) {
  for (int i = 0; i < 1000000; ++i)
    *p = i;
}

int main() {
  int *p = nullptr;
  CHECK_MUSA(musaMallocManaged(&p, sizeof(int)));
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  count<<<1, 1, 0, stream>>>(p);
  CHECK_EQUAL(*p, 999999);
  CHECK_MUSA(musaStreamQuery(stream));
  return CHECK_RESULT();
}
