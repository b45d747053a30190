// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: they have their own pthread_create
// The system gives the program no thread: a grid's blocks are all the calling thread's.
// ENV: MUSA_HOST_WORKERS=4 MUSA_LAUNCH_BLOCKING=1
#include "check.h"

#include <cerrno>
#include <pthread.h>

extern "C" int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                              void *) noexcept {
  return EAGAIN;
}

__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 5; }

int main() {
  constexpr int n = 100 * 64;
  int *data = nullptr;
  CHECK_MUSA(musaMallocManaged(&data, n * sizeof(int)));
  for (int round = 0; round < 2; ++round) {
    CHECK_MUSA(musaMemset(data, 0, n * sizeof(int)));
    fill<<<100, 64>>>(data);
    CHECK_EQUAL(musaGetLastError(), musaSuccess);
    for (int i = 0; i < n; ++i)
      CHECK_EQUAL(data[i], 5);
  }
  CHECK_MUSA(musaFree(data));
  return CHECK_RESULT();
}
