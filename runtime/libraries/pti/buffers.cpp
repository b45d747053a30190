//===- libraries/pti/buffers.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "buffers.h"

#include "listening.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace musaport::pti {
namespace {

struct Buffer {
  uint8_t *memory = nullptr;
  size_t size = 0;
  size_t maxRecords = 0; ///< 0: any
  size_t used = 0;
  size_t records = 0;
  size_t overheads = 0; ///< of the records

  bool takes(size_t bytes) const {
    return memory != nullptr && size - used >= bytes && (maxRecords == 0 || records < maxRecords);
  }
};

/// The program's functions are called without the lock: what they do may wait for other threads.
struct State {
  std::mutex mutex;
  MUpti_BuffersCallbackRequestFunc request = nullptr;
  MUpti_BuffersCallbackCompleteFunc complete = nullptr;
  Buffer buffer;
  std::vector<MUpti_ActivityOverhead> overheads; ///< go before the next record
  size_t dropped = 0;

  std::set<uint64_t> deliveries; ///< which run now, numbered by their start
  uint64_t lastDelivery = 0;
  std::condition_variable delivered;
};
State &state() {
  static auto *result = new State; // threads of streams outlive main()
  return *result;
}

/// How many deliveries the thread is in: the program's function may cause another one.
thread_local unsigned ownDeliveries = 0;

/// Gives the program its buffer back.
void deliver(std::unique_lock<std::mutex> &lock, const Buffer &buffer) {
  if (buffer.memory == nullptr)
    return;
  State &all = state();
  const uint64_t delivery = ++all.lastDelivery;
  all.deliveries.insert(delivery);
  lock.unlock();
  const Clock clock = currentClock();
  const uint64_t start = clock();
  ++ownDeliveries;
  all.complete(nullptr, 0, buffer.memory, buffer.size, buffer.used);
  --ownDeliveries;
  const uint64_t end = clock();
  lock.lock();
  all.deliveries.erase(delivery);
  all.delivered.notify_all();
  // A buffer that has only such records would otherwise lead to one more.
  if (buffer.records == buffer.overheads || !isEnabled(MUPTI_ACTIVITY_KIND_OVERHEAD))
    return;
  MUpti_ActivityOverhead record = {};
  record.kind = MUPTI_ACTIVITY_KIND_OVERHEAD;
  record.overheadKind = MUPTI_ACTIVITY_OVERHEAD_MUPTI_BUFFER_FLUSH;
  record.objectKind = MUPTI_ACTIVITY_OBJECT_THREAD;
  record.objectId.pt = {processId(), threadId()};
  record.start = start;
  record.end = end;
  all.overheads.push_back(record);
}

/// Puts a record behind the others; into a new buffer, if it does not fit.
void put(std::unique_lock<std::mutex> &lock, const void *record, size_t size, bool isOverhead) {
  State &all = state();
  Buffer replaced;
  if (!all.buffer.takes(size)) {
    deliver(lock, std::exchange(all.buffer, {}));
    const MUpti_BuffersCallbackRequestFunc request = all.request;
    lock.unlock();
    Buffer fresh;
    if (request != nullptr)
      request(&fresh.memory, &fresh.size, &fresh.maxRecords);
    lock.lock();
    if (!fresh.takes(size)) {
      ++all.dropped;
      deliver(lock, fresh);
      return;
    }
    // Another thread may have put one in its place meanwhile, even a full one.
    replaced = std::exchange(all.buffer, fresh);
  }
  Buffer &buffer = all.buffer;
  std::memcpy(buffer.memory + buffer.used, record, size);
  buffer.used += size;
  ++buffer.records;
  buffer.overheads += isOverhead ? 1 : 0;
  deliver(lock, replaced);
}

/// Flushes every so often, until the period changes.
class Periodic {
public:
  void set(uint32_t milliseconds) {
    const std::lock_guard lock(mutex);
    period = std::chrono::milliseconds(milliseconds);
    changed.notify_one();
    if (milliseconds == 0 || isRunning)
      return;
    isRunning = true;
    std::thread([this] { run(); }).detach();
  }

private:
  void run() {
    std::unique_lock lock(mutex);
    while (period.count() != 0) {
      if (changed.wait_for(lock, period) == std::cv_status::no_timeout)
        continue;
      lock.unlock();
      flush();
      lock.lock();
    }
    isRunning = false;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::chrono::milliseconds period{0};
  bool isRunning = false;
};

} // namespace

void add(const void *record, size_t size) {
  State &all = state();
  std::unique_lock lock(all.mutex);
  for (const MUpti_ActivityOverhead &overhead : std::exchange(all.overheads, {}))
    put(lock, &overhead, sizeof overhead, true);
  put(lock, record, size, false);
}

void flush() {
  State &all = state();
  std::unique_lock lock(all.mutex);
  const uint64_t last = all.lastDelivery;
  if (all.buffer.records != 0)
    deliver(lock, std::exchange(all.buffer, {}));
  if (ownDeliveries != 0) // two threads that flush in the program's function would wait for ever
    return;
  all.delivered.wait(lock,
                     [&] { return all.deliveries.empty() || *all.deliveries.begin() > last; });
}

size_t sizeOf(MUpti_ActivityKind kind) {
  switch (kind) {
  case MUPTI_ACTIVITY_KIND_MEMCPY:
    return sizeof(MUpti_ActivityMemcpy5);
  case MUPTI_ACTIVITY_KIND_MEMCPY2:
    return sizeof(MUpti_ActivityMemcpyPtoP4);
  case MUPTI_ACTIVITY_KIND_MEMSET:
    return sizeof(MUpti_ActivityMemset4);
  case MUPTI_ACTIVITY_KIND_KERNEL:
  case MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return sizeof(MUpti_ActivityKernel9);
  case MUPTI_ACTIVITY_KIND_DRIVER:
  case MUPTI_ACTIVITY_KIND_RUNTIME:
    return sizeof(MUpti_ActivityAPI);
  case MUPTI_ACTIVITY_KIND_DEVICE:
    return sizeof(MUpti_ActivityDevice5);
  case MUPTI_ACTIVITY_KIND_CONTEXT:
    return sizeof(MUpti_ActivityContext2);
  case MUPTI_ACTIVITY_KIND_STREAM:
    return sizeof(MUpti_ActivityStream);
  case MUPTI_ACTIVITY_KIND_NAME:
    return sizeof(MUpti_ActivityName);
  case MUPTI_ACTIVITY_KIND_MARKER:
    return sizeof(MUpti_ActivityMarker2);
  case MUPTI_ACTIVITY_KIND_OVERHEAD:
    return sizeof(MUpti_ActivityOverhead);
  case MUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return sizeof(MUpti_ActivitySynchronization);
  case MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return sizeof(MUpti_ActivityExternalCorrelation);
  default:
    return 0;
  }
}

} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiActivityRegisterCallbacks(MUpti_BuffersCallbackRequestFunc funcBufferRequested,
                                           MUpti_BuffersCallbackCompleteFunc funcBufferCompleted) {
  if (funcBufferRequested == nullptr || funcBufferCompleted == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  const std::lock_guard lock(state().mutex);
  state().request = funcBufferRequested;
  state().complete = funcBufferCompleted;
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityFlushAll(uint32_t) {
  {
    const std::lock_guard lock(state().mutex);
    if (state().complete == nullptr)
      return MUPTI_ERROR_INVALID_OPERATION;
  }
  flush();
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityFlushPeriod(uint32_t time) {
  static auto *periodic = new Periodic;
  periodic->set(time);
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityGetNextRecord(uint8_t *buffer, size_t validBufferSizeBytes,
                                       MUpti_Activity **record) {
  if (record == nullptr || (buffer == nullptr && validBufferSizeBytes != 0))
    return MUPTI_ERROR_INVALID_PARAMETER;
  auto *at = reinterpret_cast<uint8_t *>(*record);
  uint8_t *next = at == nullptr ? buffer : at + sizeOf((*record)->kind);
  if (next == at && at != nullptr)
    return MUPTI_ERROR_INVALID_KIND;
  if (next >= buffer + validBufferSizeBytes)
    return MUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<MUpti_Activity *>(next);
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityGetNumDroppedRecords(MUcontext, uint32_t, size_t *dropped) {
  if (dropped == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  const std::lock_guard lock(state().mutex);
  *dropped = std::exchange(state().dropped, 0);
  return MUPTI_SUCCESS;
}

} // extern "C"
