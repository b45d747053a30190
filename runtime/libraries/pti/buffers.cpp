//===- libraries/pti/buffers.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "buffers.h"

#include "listening.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace musaport::pti {
namespace {

struct Buffer {
  uint8_t *memory = nullptr;
  size_t size = 0;
  size_t maxRecords = 0; ///< 0: any
  size_t used = 0;
  size_t records = 0;

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
  size_t dropped = 0;
};
State &state() {
  static auto *result = new State; // threads of streams outlive main()
  return *result;
}

/// Takes a record of the overhead with it, if that is wanted and there is room.
void complete(Buffer buffer) {
  if (buffer.memory == nullptr)
    return;
  const uint64_t start = now();
  state().complete(nullptr, 0, buffer.memory, buffer.size, buffer.used);
  if (!isEnabled(MUPTI_ACTIVITY_KIND_OVERHEAD))
    return;
  MUpti_ActivityOverhead record = {};
  record.kind = MUPTI_ACTIVITY_KIND_OVERHEAD;
  record.overheadKind = MUPTI_ACTIVITY_OVERHEAD_MUPTI_BUFFER_FLUSH;
  record.objectKind = MUPTI_ACTIVITY_OBJECT_THREAD;
  record.objectId.pt = {processId(), threadId()};
  record.start = start;
  record.end = now();
  const std::lock_guard lock(state().mutex);
  Buffer &next = state().buffer;
  if (!next.takes(sizeof record))
    return;
  std::memcpy(next.memory + next.used, &record, sizeof record);
  next.used += sizeof record;
  ++next.records;
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
  if (!all.buffer.takes(size)) {
    const Buffer full = std::exchange(all.buffer, {});
    lock.unlock();
    complete(full);
    Buffer fresh;
    if (all.request != nullptr)
      all.request(&fresh.memory, &fresh.size, &fresh.maxRecords);
    lock.lock();
    // Of two threads that have asked, one's buffer goes back empty.
    Buffer other = std::exchange(all.buffer, fresh);
    if (other.memory != nullptr) {
      std::swap(other, all.buffer);
      lock.unlock();
      all.complete(nullptr, 0, other.memory, other.size, 0);
      lock.lock();
    }
  }
  Buffer &buffer = all.buffer;
  if (!buffer.takes(size)) {
    ++all.dropped;
    return;
  }
  std::memcpy(buffer.memory + buffer.used, record, size);
  buffer.used += size;
  ++buffer.records;
}

void flush() {
  std::unique_lock lock(state().mutex);
  if (state().buffer.records == 0)
    return;
  const Buffer full = std::exchange(state().buffer, {});
  lock.unlock();
  complete(full);
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
