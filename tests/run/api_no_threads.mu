// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: they have their own pthread_create
// The system gives the program no thread: a launch that would need one is refused, nothing hangs,
// and what the calling thread waits for it does itself.
// ENV: MUSA_HOST_WORKERS=4
#include "check.h"

#include <cerrno>
#include <pthread.h>

extern "C" int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                              void *) noexcept {
  return EAGAIN;
}

__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 5; }

int main() {
  constexpr size_t n = 100 * 64;
  int *data = nullptr;
  CHECK_MUSA(musaMallocManaged(&data, n * sizeof(int)));
  CHECK_MUSA(musaMemset(data, 0, n * sizeof(int)));
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  fill<<<100, 64, 0, stream>>>(data);
  CHECK_EQUAL(musaGetLastError(), musaErrorOperatingSystem);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(data[0], 0);
  CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_MUSA(musaFree(data));
  return CHECK_RESULT();
}
