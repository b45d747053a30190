// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A texture object that is destroyed is there until the kernels that read it are done.
#include "check.h"

#include <chrono>
#include <thread>

__global__ void read(musaTextureObject_t texture, const int *isOpen, int *out) {
  while (__atomic_load_n(isOpen, __ATOMIC_ACQUIRE) == 0) {
  }
  out[threadIdx.x] = tex1Dfetch<int>(texture, static_cast<int>(threadIdx.x));
}

int main() {
  constexpr int n = 64;
  int *data = nullptr, *out = nullptr, *isOpen = nullptr;
  CHECK_MUSA(musaMallocManaged(&data, n * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&out, n * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&isOpen, sizeof(int)));
  *isOpen = 0;
  for (int i = 0; i < n; ++i)
    data[i] = 3 * i;
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = musaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = n * sizeof(int);
  const musaTextureDesc sampling = {};
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  read<<<1, n, 0, stream>>>(texture, isOpen, out);
  std::thread opening([=] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // mostly, destroying has begun
    __atomic_store_n(isOpen, 1, __ATOMIC_RELEASE);
  });
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaStreamQuery(stream));
  opening.join();
  CHECK_MUSA(musaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    CHECK_EQUAL(out[i], 3 * i);
  CHECK_EQUAL(musaDestroyTextureObject(texture), musaErrorInvalidResourceHandle);
  return CHECK_RESULT();
}
