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
  CHECK_MUPTI(muptiActivityRegisterCallbacks(Records::request, Records::complete));
  checkClock();
  return CHECK_RESULT();
}
