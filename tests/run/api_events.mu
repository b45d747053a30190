// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: what is recorded when, how long it took, and what is refused.
#include "check.h"

#include <chrono>
#include <future>
#include <thread>

static std::promise<void> gate;
static const std::shared_future<void> isOpen = gate.get_future().share();

/// Waits until the gate is open, first.
static void sleepAWhile(void *) {
  isOpen.wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

__global__ void nothing() {}

static void timing() {
  musaStream_t stream = nullptr;
  musaEvent_t start = nullptr, end = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaEventCreate(&start));
  CHECK_MUSA(musaEventCreate(&end, musaEventBlockingSync));
  float ms = -1;
  CHECK_EQUAL(musaEventElapsedTime(&ms, start, end), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaEventQuery(start)); // nothing recorded: nothing to wait for
  CHECK_MUSA(musaEventSynchronize(start));
  const auto before = std::chrono::steady_clock::now();
  CHECK_MUSA(musaEventRecord(start, stream));
  CHECK_MUSA(musaLaunchHostFunc(stream, &sleepAWhile, nullptr));
  nothing<<<1, 1, 0, stream>>>();
  CHECK_MUSA(musaEventRecord(end, stream));
  CHECK_EQUAL(musaEventQuery(end), musaErrorNotReady);
  CHECK_EQUAL(musaEventElapsedTime(&ms, start, end), musaErrorNotReady);
  gate.set_value();
  CHECK_MUSA(musaEventSynchronize(end));
  const std::chrono::duration<float, std::milli> passed = std::chrono::steady_clock::now() - before;
  CHECK_MUSA(musaEventQuery(end));
  CHECK_MUSA(musaEventElapsedTime(&ms, start, end));
  CHECK(ms >= 30 && ms <= passed.count());
  CHECK_MUSA(musaEventElapsedTime(&ms, end, start));
  CHECK(ms <= -30);
  // Recorded again, it is the later moment.
  CHECK_MUSA(musaLaunchHostFunc(stream, &sleepAWhile, nullptr));
  CHECK_MUSA(musaEventRecordWithFlags(start, stream, musaEventRecordDefault));
  CHECK_MUSA(musaEventSynchronize(start));
  CHECK_MUSA(musaEventElapsedTime(&ms, end, start));
  CHECK(ms >= 30);
  CHECK_MUSA(musaEventDestroy(start));
  CHECK_MUSA(musaEventDestroy(end));
  CHECK_MUSA(musaStreamDestroy(stream));
}

static void refused() {
  musaEvent_t timed = nullptr, untimed = nullptr, never = nullptr;
  CHECK_MUSA(musaEventCreate(&timed));
  CHECK_MUSA(musaEventCreateWithFlags(&untimed, musaEventDisableTiming));
  CHECK_MUSA(musaEventRecord(timed));
  CHECK_MUSA(musaEventRecord(untimed));
  CHECK_MUSA(musaDeviceSynchronize());
  float ms = 0;
  CHECK_EQUAL(musaEventElapsedTime(&ms, timed, untimed), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaEventElapsedTime(nullptr, timed, timed), musaErrorInvalidValue);
  CHECK_EQUAL(musaEventCreateWithFlags(&never, 0x100), musaErrorInvalidValue);
  CHECK_EQUAL(musaEventCreateWithFlags(&never, musaEventInterprocess), musaErrorInvalidValue);
  CHECK_EQUAL(musaEventRecord(nullptr), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaEventDestroy(timed));
  CHECK_EQUAL(musaEventDestroy(timed), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaEventQuery(timed), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaEventSynchronize(timed), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaStreamWaitEvent(nullptr, timed, 0), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaEventDestroy(untimed));
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);
}

int main() {
  timing();
  refused();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
