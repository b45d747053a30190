// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti
//
// Callbacks and records of several threads: what ends a subscription or flushes waits for what
// other threads still give to the program.
#include "pti_records.h"

#include "musa_runtime.h"

#include <atomic>
#include <thread>

namespace {

/// A function of the program's that another thread is in, and leaves after the main thread has
/// begun to wait for that.
struct Visit {
  std::atomic<bool> entered = false;
  std::atomic<bool> released = false;
  std::atomic<bool> left = false;

  void stay() {
    entered = true;
    while (!released)
      std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) // for who does not wait to come back first
      std::this_thread::yield();
    left = true;
  }
  void release() {
    while (!entered)
      std::this_thread::yield();
    released = true;
  }
};

void call() {
  int device = 0;
  CHECK_MUSA(musaGetDevice(&device));
}

void subscribe(MUpti_SubscriberHandle *subscriber, MUpti_CallbackFunc callback, void *userdata) {
  CHECK_MUPTI(muptiSubscribe(subscriber, callback, userdata));
  CHECK_MUPTI(muptiEnableCallback(1, *subscriber, MUPTI_CB_DOMAIN_RUNTIME_API,
                                  MUPTI_RUNTIME_TRACE_CBID_musaGetDevice_v3020));
}

/// Of other threads: what the callback uses may be gone afterwards.
void checkUnsubscribeWaits() {
  Visit visit;
  MUpti_SubscriberHandle subscriber = nullptr;
  subscribe(
      &subscriber,
      [](void *userdata, MUpti_CallbackDomain, MUpti_CallbackId, const void *) {
        static_cast<Visit *>(userdata)->stay();
      },
      &visit);
  std::thread other(call);
  visit.release();
  CHECK_MUPTI(muptiUnsubscribe(subscriber));
  CHECK(visit.left);
  other.join();
}

/// Not for the callback that unsubscribes, which is the last one.
void checkUnsubscribeInside() {
  static int callbacks = 0;
  static MUpti_SubscriberHandle subscriber = nullptr;
  subscribe(
      &subscriber,
      [](void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *) {
        ++callbacks;
        CHECK_MUPTI(muptiUnsubscribe(subscriber));
      },
      nullptr);
  call();
  call();
  CHECK_EQUAL(callbacks, 1);
}

/// Of threads that subscribe at the same time, one succeeds.
void checkSubscribeOnce() {
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> successes = 0;
    std::atomic<MUpti_SubscriberHandle> subscriber = nullptr;
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
      threads.emplace_back([&] {
        MUpti_SubscriberHandle mine = nullptr;
        if (muptiSubscribe(
                &mine, [](void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *) {},
                nullptr) == MUPTI_SUCCESS) {
          ++successes;
          subscriber = mine;
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    CHECK_EQUAL(successes.load(), 1);
    CHECK_MUPTI(muptiUnsubscribe(subscriber));
  }
}

Visit delivery;

/// Records that another thread is giving back have come when a flush returns.
void checkFlushWaits() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(
      Records::request, [](MUcontext, uint32_t, uint8_t *buffer, size_t, size_t) {
        delivery.stay();
        CHECK_MUPTI(muptiActivityFlushAll(0)); // does not wait for itself
        std::free(buffer);
      }));
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_RUNTIME));
  call();
  std::thread other([] { CHECK_MUPTI(muptiActivityFlushAll(0)); });
  delivery.release();
  CHECK_MUPTI(muptiActivityFlushAll(0));
  CHECK(delivery.left);
  other.join();
}

std::atomic<size_t> records = 0;

/// Nothing is lost while the program gives buffers, however many threads ask for one at a time.
void checkNothingDropped() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(
      [](uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
        Records::request(buffer, size, maxNumRecords);
        *maxNumRecords = 1;
      },
      [](MUcontext, uint32_t, uint8_t *buffer, size_t, size_t validSize) {
        CHECK_EQUAL(validSize, sizeof(MUpti_ActivityAPI));
        ++records;
        std::free(buffer);
      }));
  constexpr size_t threadCount = 4;
  constexpr size_t callsPerThread = 2000;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < threadCount; ++i)
    threads.emplace_back([] {
      for (size_t j = 0; j < callsPerThread; ++j)
        call();
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK_MUPTI(muptiActivityFlushAll(0));
  CHECK_EQUAL(records.load(), threadCount * callsPerThread);
  size_t dropped = 1;
  CHECK_MUPTI(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  CHECK_EQUAL(dropped, 0u);
}

/// To give a buffer back takes time, which the next buffer tells.
void checkOverhead() {
  CHECK_MUPTI(muptiActivityRegisterCallbacks(Records::request, Records::complete));
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_OVERHEAD));
  const auto overheads = [] {
    return Records::of<MUpti_ActivityOverhead>(MUPTI_ACTIVITY_KIND_OVERHEAD);
  };
  call();
  CHECK_EQUAL(overheads().size(), 0u);
  call();
  const auto all = overheads();
  CHECK_EQUAL(all.size(), 1u);
  CHECK(all[0].start <= all[0].end);
  CHECK_EQUAL(static_cast<int>(all[0].overheadKind),
              static_cast<int>(MUPTI_ACTIVITY_OVERHEAD_MUPTI_BUFFER_FLUSH));
  CHECK_EQUAL(overheads().size(), 1u); // a flush of nothing is none
  CHECK_MUPTI(muptiActivityDisable(MUPTI_ACTIVITY_KIND_OVERHEAD));
}

__global__ void awaitHost(int *flags) {
  atomicAdd_system(&flags[0], 1);
  while (atomicAdd_system(&flags[1], 0) == 0) {
  }
}

/// A kernel that runs while the program registers its clock ends by the clock of its start.
void checkClock() {
  int *flags = nullptr;
  CHECK_MUSA(musaMallocManaged(&flags, 2 * sizeof(int)));
  flags[0] = flags[1] = 0;
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  awaitHost<<<1, 1>>>(flags);
  while (__atomic_load_n(&flags[0], __ATOMIC_SEQ_CST) == 0)
    CHECK_EQUAL(static_cast<int>(musaStreamQuery(nullptr)), static_cast<int>(musaErrorNotReady));
  CHECK_MUPTI(muptiActivityRegisterTimestampCallback([]() -> uint64_t { return 1000; }));
  __atomic_store_n(&flags[1], 1, __ATOMIC_SEQ_CST);
  CHECK_MUSA(musaDeviceSynchronize());
  const auto kernels = Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  CHECK_EQUAL(kernels.size(), 1u);
  CHECK(kernels[0].start > 1000 && kernels[0].start <= kernels[0].end);
  CHECK_MUSA(musaFree(flags));
}

} // namespace

int main() {
  CHECK_MUSA(musaFree(nullptr));
  checkUnsubscribeWaits();
  checkUnsubscribeInside();
  checkSubscribeOnce();
  checkFlushWaits();
  checkNothingDropped();
  checkOverhead();
  checkClock();
  return CHECK_RESULT();
}
