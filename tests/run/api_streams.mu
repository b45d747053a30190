// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams run beside each other and beside the host; stream 0 waits for them and they for it.
// ENV: MUSA_HOST_WORKERS=2
#include "check.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

__global__ void set(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELEASE); }
__global__ void waitFor(const int *flag, int value) {
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != value) {
  }
}
__global__ void append(int *log, int *count, int what) { log[(*count)++] = what; }
__global__ void scale(float *data, int n, float by) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    data[i] *= by;
}

/// What a stream waits for until the host opens it.
class Gate {
public:
  void open() {
    const std::lock_guard<std::mutex> lock(mutex);
    isOpen = true;
    changed.notify_all();
  }
  static void pass(void *gate) { static_cast<Gate *>(gate)->wait(); }

private:
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return isOpen; });
  }
  std::mutex mutex;
  std::condition_variable changed;
  bool isOpen = false;
};

static int *managedInts(int n) {
  int *result = nullptr;
  CHECK_MUSA(musaMallocManaged(&result, static_cast<size_t>(n) * sizeof(int)));
  for (int i = 0; i < n; ++i)
    result[i] = 0;
  return result;
}

/// A kernel in one stream ends only when a kernel in another has run, which was launched later.
static void besideEachOther() {
  int *flag = managedInts(1);
  musaStream_t a = nullptr, b = nullptr;
  CHECK_MUSA(musaStreamCreate(&a));
  CHECK_MUSA(musaStreamCreate(&b));
  waitFor<<<1, 1, 0, a>>>(flag, 5);
  CHECK_EQUAL(musaStreamQuery(a), musaErrorNotReady);
  set<<<1, 1, 0, b>>>(flag, 5);
  CHECK_MUSA(musaStreamSynchronize(a));
  CHECK_MUSA(musaStreamQuery(a));
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaStreamDestroy(b));
  CHECK_MUSA(musaFree(flag));
}

static void besideTheHost() {
  int *flag = managedInts(1);
  Gate gate;
  musaStream_t a = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&a, musaStreamNonBlocking));
  CHECK_MUSA(musaLaunchHostFunc(a, &Gate::pass, &gate));
  set<<<1, 1, 0, a>>>(flag, 1);
  CHECK_EQUAL(musaStreamQuery(a), musaErrorNotReady);
  CHECK_EQUAL(__atomic_load_n(flag, __ATOMIC_ACQUIRE), 0);
  gate.open();
  CHECK_MUSA(musaStreamSynchronize(a));
  CHECK_EQUAL(*flag, 1);
  CHECK_EQUAL(musaPeekAtLastError(), musaSuccess); // not ready is no error
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaFree(flag));
}

/// Stream 0 comes after what was launched into blocking streams, and they after it.
static void legacyOrder() {
  int *log = managedInts(8);
  int *count = managedInts(1);
  Gate gate;
  musaStream_t a = nullptr, b = nullptr, free = nullptr;
  CHECK_MUSA(musaStreamCreate(&a));
  CHECK_MUSA(musaStreamCreate(&b));
  CHECK_MUSA(musaStreamCreateWithFlags(&free, musaStreamNonBlocking));
  CHECK_MUSA(musaLaunchHostFunc(a, &Gate::pass, &gate));
  append<<<1, 1, 0, a>>>(log, count, 1);
  append<<<1, 1>>>(log, count, 2);
  append<<<1, 1, 0, b>>>(log, count, 3);
  CHECK_EQUAL(musaStreamQuery(b), musaErrorNotReady);
  CHECK_EQUAL(musaStreamQuery(0), musaErrorNotReady);
  int *other = managedInts(1);
  set<<<1, 1, 0, free>>>(other, 9); // does not wait for stream 0
  CHECK_MUSA(musaStreamSynchronize(free));
  CHECK_EQUAL(*other, 9);
  CHECK_EQUAL(musaStreamQuery(b), musaErrorNotReady);
  gate.open();
  CHECK_MUSA(musaStreamSynchronize(b));
  CHECK_EQUAL(*count, 3);
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(log[i], i + 1);
  CHECK_MUSA(musaStreamSynchronize(musaStreamLegacy));
  for (musaStream_t stream : {a, b, free})
    CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_MUSA(musaFree(log));
  CHECK_MUSA(musaFree(count));
  CHECK_MUSA(musaFree(other));
}

/// Stream 0 has done its work when it has come behind that of blocking streams; and who has waited
/// for a stream's last event finds the stream done.
static void synchronized() {
  int *value = managedInts(1);
  musaStream_t a = nullptr;
  CHECK_MUSA(musaStreamCreate(&a));
  musaEvent_t event = nullptr;
  CHECK_MUSA(musaEventCreate(&event));
  for (const musaStream_t legacy : {static_cast<musaStream_t>(nullptr), musaStreamLegacy})
    for (int i = 1; i <= 100; ++i) {
      set<<<1, 1, 0, a>>>(value, i);
      CHECK_MUSA(musaStreamSynchronize(legacy));
      CHECK_EQUAL(*value, i);
      CHECK_MUSA(musaStreamQuery(a));
      CHECK_MUSA(musaStreamQuery(legacy));
    }
  for (int i = 1; i <= 1000; ++i) {
    set<<<1, 1, 0, a>>>(value, i);
    CHECK_MUSA(musaEventRecord(event, a));
    CHECK_MUSA(musaEventSynchronize(event));
    CHECK_MUSA(musaStreamQuery(a));
  }
  CHECK_MUSA(musaEventDestroy(event));
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaFree(value));
}

static void waitEvent() {
  int *log = managedInts(4);
  int *count = managedInts(1);
  Gate gate;
  musaStream_t a = nullptr, b = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&a, musaStreamNonBlocking));
  CHECK_MUSA(musaStreamCreateWithFlags(&b, musaStreamNonBlocking));
  musaEvent_t event = nullptr;
  CHECK_MUSA(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  CHECK_MUSA(musaStreamWaitEvent(b, event, 0)); // never recorded: nothing to wait for
  CHECK_MUSA(musaStreamSynchronize(b));
  CHECK_MUSA(musaLaunchHostFunc(a, &Gate::pass, &gate));
  append<<<1, 1, 0, a>>>(log, count, 1);
  CHECK_MUSA(musaEventRecord(event, a));
  CHECK_MUSA(musaStreamWaitEvent(b, event));
  append<<<1, 1, 0, b>>>(log, count, 2);
  CHECK_MUSA(musaEventDestroy(event)); // what waits for it still does
  CHECK_EQUAL(musaStreamQuery(b), musaErrorNotReady);
  gate.open();
  CHECK_MUSA(musaStreamSynchronize(b));
  CHECK_EQUAL(log[0], 1);
  CHECK_EQUAL(log[1], 2);
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaStreamDestroy(b));
  CHECK_MUSA(musaFree(log));
  CHECK_MUSA(musaFree(count));
}

struct CallbackRecord {
  musaStream_t stream = nullptr;
  musaError_t status = musaErrorUnknown;
  musaError_t inside = musaSuccess;
  std::thread::id thread;
  int seen = 0;
  int *value = nullptr;
};

static void callback(musaStream_t stream, musaError_t status, void *data) {
  auto &record = *static_cast<CallbackRecord *>(data);
  record.stream = stream;
  record.status = status;
  record.seen = *record.value;
  record.inside = musaDeviceSynchronize();
}

static void callbacks() {
  int *value = managedInts(1);
  musaStream_t a = nullptr;
  CHECK_MUSA(musaStreamCreate(&a));
  CallbackRecord record;
  record.value = value;
  set<<<1, 1, 0, a>>>(value, 77);
  CHECK_MUSA(musaStreamAddCallback(a, &callback, &record, 0));
  CHECK_MUSA(musaStreamSynchronize(a));
  CHECK(record.stream == a);
  CHECK_EQUAL(record.status, musaSuccess);
  CHECK_EQUAL(record.seen, 77);
  CHECK_EQUAL(record.inside, musaErrorNotPermitted);
  CHECK_EQUAL(musaGetLastError(), musaSuccess); // the function's error is not this thread's
  CHECK_EQUAL(musaStreamAddCallback(a, &callback, &record, 1), musaErrorInvalidValue);
  CHECK_EQUAL(musaLaunchHostFunc(a, nullptr, nullptr), musaErrorInvalidValue);
  musaGetLastError();
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaFree(value));
}

/// A pageable source may change after the call; a pageable destination is there after it.
static void pageableCopies() {
  int *device = nullptr;
  CHECK_MUSA(musaMalloc(&device, sizeof(int)));
  Gate gate;
  musaStream_t a = nullptr;
  CHECK_MUSA(musaStreamCreate(&a));
  CHECK_MUSA(musaLaunchHostFunc(a, &Gate::pass, &gate));
  int source = 11;
  CHECK_MUSA(musaMemcpyAsync(device, &source, sizeof source, musaMemcpyHostToDevice, a));
  source = 22;
  gate.open();
  int result = 0;
  CHECK_MUSA(musaMemcpyAsync(&result, device, sizeof result, musaMemcpyDeviceToHost, a));
  CHECK_EQUAL(result, 11);
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaFree(device));
}

static void properties() {
  int least = 9, greatest = 9, priority = 9;
  CHECK_MUSA(musaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest < least);
  musaStream_t a = nullptr, b = nullptr;
  CHECK_MUSA(musaStreamCreateWithPriority(&a, musaStreamNonBlocking, greatest - 5));
  CHECK_MUSA(musaStreamGetPriority(a, &priority));
  CHECK_EQUAL(priority, greatest);
  unsigned flags = 9;
  CHECK_MUSA(musaStreamGetFlags(a, &flags));
  CHECK_EQUAL(flags, unsigned{musaStreamNonBlocking});
  CHECK_MUSA(musaStreamCreate(&b));
  unsigned long long first = 0, second = 0;
  CHECK_MUSA(musaStreamGetId(a, &first));
  CHECK_MUSA(musaStreamGetId(b, &second));
  CHECK(first != second);
  musaStreamAttrValue value = {};
  value.syncPolicy = musaSyncPolicyBlockingSync;
  CHECK_MUSA(musaStreamSetAttribute(a, musaStreamAttributeSynchronizationPolicy, &value));
  CHECK_MUSA(musaStreamCopyAttributes(b, a));
  value = {};
  CHECK_MUSA(musaStreamGetAttribute(b, musaStreamAttributeSynchronizationPolicy, &value));
  CHECK_EQUAL(value.syncPolicy, musaSyncPolicyBlockingSync);
  CHECK_EQUAL(musaStreamCreateWithFlags(&b, 8), musaErrorInvalidValue);
  CHECK_EQUAL(musaStreamDestroy(nullptr), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaStreamDestroy(a));
  CHECK_MUSA(musaStreamDestroy(b));
  CHECK_EQUAL(musaStreamSynchronize(a), musaErrorInvalidResourceHandle);
  musaGetLastError();
}

/// Each host thread's own stream 0 is one, and does not wait for the others'.
static void perThread() {
  int *flag = managedInts(1);
  std::thread waiting([=] {
    waitFor<<<1, 1, 0, musaStreamPerThread>>>(flag, 3);
    CHECK_MUSA(musaStreamSynchronize(musaStreamPerThread));
  });
  std::thread setting([=] {
    set<<<1, 1, 0, musaStreamPerThread>>>(flag, 3);
    CHECK_MUSA(musaStreamSynchronize(musaStreamPerThread));
  });
  waiting.join();
  setting.join();
  CHECK_MUSA(musaFree(flag));
}

/// Many streams, many launches, from several host threads.
static void many() {
  constexpr int threads = 4, streams = 4, launches = 25, n = 4096;
  std::vector<std::thread> hosts;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < threads; ++t)
    hosts.emplace_back([&wrong] {
      std::vector<musaStream_t> all(streams);
      std::vector<float *> data(streams);
      std::vector<float> host(n, 1.0f);
      for (size_t s = 0; s < streams; ++s) {
        bool good = musaStreamCreateWithFlags(&all[s], musaStreamNonBlocking) == musaSuccess;
        good = good && musaMalloc(&data[s], n * sizeof(float)) == musaSuccess;
        good = good && musaMemcpyAsync(data[s], host.data(), n * sizeof(float),
                                       musaMemcpyHostToDevice, all[s]) == musaSuccess;
        wrong += good ? 0 : 1;
      }
      for (int i = 0; i < launches; ++i)
        for (size_t s = 0; s < streams; ++s)
          scale<<<n / 128, 128, 0, all[s]>>>(data[s], n, i % 2 == 0 ? 2.0f : 0.5f);
      for (size_t s = 0; s < streams; ++s) {
        musaMemcpyAsync(host.data(), data[s], n * sizeof(float), musaMemcpyDeviceToHost, all[s]);
        for (const float value : host)
          wrong += value == 2.0f ? 0 : 1;
        musaFree(data[s]);
        musaStreamDestroy(all[s]);
      }
    });
  for (std::thread &host : hosts)
    host.join();
  CHECK_EQUAL(wrong.load(), 0);
}

int main() {
  besideEachOther();
  besideTheHost();
  legacyOrder();
  synchronized();
  waitEvent();
  callbacks();
  pageableCopies();
  properties();
  perThread();
  many();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
