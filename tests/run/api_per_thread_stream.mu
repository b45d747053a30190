// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With MUSA_API_PER_THREAD_DEFAULT_STREAM stream 0 of one thread does not wait for that of another.
// MCC: -DMUSA_API_PER_THREAD_DEFAULT_STREAM
#include "check.h"

#include <future>
#include <thread>

__global__ void set(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELEASE); }
__global__ void waitFor(const int *flag, int value) {
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != value) {
  }
}

template <typename... Parameters, typename... Arguments>
static void launch(void (*kernel)(Parameters...), Arguments... arguments) {
  musaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  CHECK_MUSA(musaLaunchKernelEx(&config, kernel, arguments...));
}

int main() {
  int *flag = nullptr;
  CHECK_MUSA(musaMallocManaged(&flag, sizeof(int)));
  *flag = 0;
  std::promise<void> waits;
  std::thread waiting([&] {
    launch(&waitFor, flag, 3);
    CHECK_EQUAL(musaStreamQuery(0), musaErrorNotReady);
    waits.set_value();
    CHECK_MUSA(musaStreamSynchronize(0));
  });
  std::thread setting([&] {
    waits.get_future().wait();
    int one = 0, two = 2;
    int *device = nullptr;
    CHECK_MUSA(musaMalloc(&device, sizeof(int)));
    CHECK_MUSA(musaMemcpy(device, &two, sizeof two, musaMemcpyHostToDevice));
    CHECK_MUSA(musaMemcpy(&one, device, sizeof one, musaMemcpyDeviceToHost));
    CHECK_EQUAL(one, 2);
    launch(&set, flag, 3);
    CHECK_MUSA(musaStreamSynchronize(0));
  });
  waiting.join();
  setting.join();
  return CHECK_RESULT();
}
