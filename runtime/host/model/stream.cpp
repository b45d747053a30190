//===- host/model/stream.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/stream.h"

#include "model/device.h"
#include "model/error.h"
#include "model/graph_capture.h"
#include "model/handles.h"
#include "model/settings.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <system_error>
#include <thread>

namespace musart {
namespace {

HandleTable<musaStream_t, Stream> &streamTable() {
  static auto *result = new HandleTable<musaStream_t, Stream>("a stream");
  return *result;
}

/// The program has no handle of it any more.
void retire(Stream &stream) {
  leaveCapture(stream);
  stream.close();
}

uint64_t nextId() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

/// The calling thread's default stream of each device.
struct ThreadStreams {
  std::map<const Device *, std::shared_ptr<Stream>> streams;
  ~ThreadStreams() {
    for (auto &[device, stream] : streams)
      retire(*stream);
  }
};
thread_local bool perThreadIsDefault = false;
thread_local ThreadStreams *threadStreams = nullptr;

std::shared_ptr<Stream> perThreadStream(Device &device) {
  struct Owner {
    ~Owner() {
      delete threadStreams;
      threadStreams = nullptr;
    }
  };
  if (threadStreams == nullptr) {
    static thread_local Owner owner;
    (void)owner;
    threadStreams = new ThreadStreams;
  }
  std::shared_ptr<Stream> &stream = threadStreams->streams[&device];
  if (stream == nullptr)
    stream = device.createStream(musaStreamDefault, 0);
  return stream;
}

} // namespace

PerThreadDefault::PerThreadDefault() : before(perThreadIsDefault) { perThreadIsDefault = true; }
PerThreadDefault::~PerThreadDefault() { perThreadIsDefault = before; }
bool PerThreadDefault::isOn() { return perThreadIsDefault; }

Stream::Stream(Device &device, Kind kind, unsigned flags, int priority)
    : device(device), kind(kind), flags(flags), priority(priority), id(nextId()) {}

uint64_t Stream::submit(Operation operation, bool wait) {
  if (captureOperation(*this, operation, wait))
    return 0;
  wait = wait || (settings().blockingLaunches && std::holds_alternative<RunKernel>(operation));
  const uint64_t ticket = kind == Kind::NonBlocking
                              ? enqueue(std::move(operation), {}, !wait)
                              : device.enqueueInOrder(*this, std::move(operation), !wait);
  if (wait)
    waitFor(ticket);
  return ticket;
}

uint64_t Stream::enqueue(Operation operation, std::vector<Progress> after, bool wakeThread) {
  const std::lock_guard lock(mutex);
  if (wakeThread) // it waits for the lock
    wake();
  queue.push_back({std::move(operation), std::move(after)});
  return ++submitted;
}

void Stream::wake() {
  if (hasThread) {
    work.notify_one();
    return;
  }
  try {
    std::thread([self = shared_from_this()] { self->threadMain(); }).detach();
  } catch (const std::system_error &) {
    throw ApiError{musaErrorOperatingSystem};
  }
  hasThread = true;
}

void Stream::runOne(std::unique_lock<std::mutex> &lock) {
  running = true;
  std::shared_ptr<Moment> reached;
  {
    const Item item = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    for (const Progress &other : item.after)
      other.stream->await(other.ticket);
    if (const auto *reach = std::get_if<ReachMoment>(&item.operation))
      reached = reach->moment;
    else
      run(item.operation, device);
  }
  lock.lock();
  running = false;
  ++completed;
  if (reached != nullptr) // not before: who has waited for an event finds the stream as far
    reached->reach();
  // Waking a thread costs more than a small operation, so only for what it waits for.
  if (completed >= awaited) {
    awaited = nobody;
    progress.notify_all();
  }
}

void Stream::threadMain() {
  {
    std::unique_lock lock(mutex);
    for (;;) {
      work.wait(lock, [this] { return !running && (closing || !queue.empty()); });
      if (queue.empty()) {
        hasThread = false;
        break;
      }
      runOne(lock);
    }
  }
  device.forget(*this);
}

void Stream::waitFor(uint64_t ticket) {
  std::unique_lock lock(mutex);
  while (completed < ticket) {
    if (!running && !queue.empty()) {
      runOne(lock);
    } else {
      sleep(lock, ticket);
    }
  }
  if (running)
    return;
  if (!queue.empty()) { // for others to go on with
    if (hasThread)
      work.notify_one();
    else
      progress.notify_all();
    return;
  }
  if (!closing)
    return;
  work.notify_one();
  const bool isOver = !hasThread;
  lock.unlock();
  if (isOver)
    device.forget(*this);
}

/// What is in the queue has somebody who runs it: the stream's thread, or one that waits for it.
void Stream::await(uint64_t ticket) {
  std::unique_lock lock(mutex);
  while (completed < ticket)
    sleep(lock, ticket);
}

void Stream::sleep(std::unique_lock<std::mutex> &lock, uint64_t ticket) {
  awaited = std::min(awaited, ticket);
  progress.wait(lock);
}

bool Stream::isDone() {
  const std::lock_guard lock(mutex);
  return completed == submitted;
}

uint64_t Stream::lastTicket() {
  const std::lock_guard lock(mutex);
  return submitted;
}

void Stream::close() {
  bool finished = false;
  {
    const std::lock_guard lock(mutex);
    closing = true;
    finished = !hasThread && !running && queue.empty();
    work.notify_one();
  }
  if (finished)
    device.forget(*this);
}

musaLaunchAttributeValue Stream::attribute(musaLaunchAttributeID which) const {
  musaLaunchAttributeValue value = {};
  switch (which) {
  case musaLaunchAttributePriority:
    value.priority = priority;
    return value;
  case musaLaunchAttributeSynchronizationPolicy:
    value.syncPolicy = musaSyncPolicyAuto;
    break;
  case musaLaunchAttributeAccessPolicyWindow:
  case musaLaunchAttributeMemSyncDomain:
    break;
  case musaLaunchAttributeMemSyncDomainMap:
    value.memSyncDomainMap.remote = 1;
    break;
  default:
    throw ApiError{musaErrorInvalidValue};
  }
  const std::lock_guard lock(mutex);
  const auto found = attributes.find(which);
  return found == attributes.end() ? value : found->second;
}

void Stream::setAttribute(musaLaunchAttributeID which, const musaLaunchAttributeValue &value) {
  attribute(which); // is there one?
  require(which != musaLaunchAttributePriority, musaErrorNotSupported);
  const std::lock_guard lock(mutex);
  attributes[which] = value;
}

void Stream::copyAttributes(const Stream &other) {
  if (this == &other)
    return;
  const std::scoped_lock lock(mutex, other.mutex);
  attributes = other.attributes;
}

std::shared_ptr<Stream> findStream(musaStream_t handle) {
  if (handle == musaStreamPerThread || (handle == nullptr && PerThreadDefault::isOn()))
    return perThreadStream(currentDevice());
  if (handle == nullptr || handle == musaStreamLegacy)
    return currentDevice().legacyStream();
  return streamTable().find(handle);
}

void destroyStreamsOf(const Device &device) {
  for (const std::shared_ptr<Stream> &stream :
       streamTable().removeIf([&](const Stream &one) { return &one.device == &device; }))
    retire(*stream);
}

} // namespace musart

using namespace musart;

namespace {

constexpr int leastPriority = 0;
constexpr int greatestPriority = -5;

} // namespace

extern "C" {

musaError_t musaStreamCreateWithPriority(musaStream_t *pStream, unsigned flags, int priority) {
  return api([&] {
    require(pStream != nullptr && flags <= musaStreamNonBlocking);
    priority = std::min(std::max(priority, greatestPriority), leastPriority);
    *pStream = streamTable().add(currentDevice().createStream(flags, priority));
  });
}
musaError_t musaStreamCreateWithFlags(musaStream_t *pStream, unsigned flags) {
  return musaStreamCreateWithPriority(pStream, flags, leastPriority);
}
musaError_t musaStreamCreate(musaStream_t *pStream) {
  return musaStreamCreateWithPriority(pStream, musaStreamDefault, leastPriority);
}

musaError_t musaStreamDestroy(musaStream_t stream) {
  return api([&] {
    require(stream != nullptr && stream != musaStreamLegacy && stream != musaStreamPerThread,
            musaErrorInvalidResourceHandle);
    retire(*streamTable().remove(stream));
  });
}

musaError_t musaStreamSynchronize(musaStream_t stream) {
  return api([&] {
    const std::shared_ptr<Stream> found = findStream(stream);
    requireNotCaptured(*found);
    if (found->kind == Stream::Kind::Legacy) // comes behind what it waits for
      found->submit(Nothing{}, true);
    else
      found->finish();
    return recordError(found->device.error());
  });
}

musaError_t musaStreamQuery(musaStream_t stream) {
  return api([&] {
    const std::shared_ptr<Stream> found = findStream(stream);
    requireNotCaptured(*found);
    if (found->kind == Stream::Kind::Legacy && !found->device.isIdle())
      return musaErrorNotReady;
    return found->isDone() ? recordError(found->device.error()) : musaErrorNotReady;
  });
}

musaError_t musaStreamWaitEvent(musaStream_t stream, musaEvent_t event, unsigned flags) {
  return api([&] {
    require(flags == musaEventWaitDefault || flags == musaEventWaitExternal);
    const std::shared_ptr<Stream> found = findStream(stream);
    const std::shared_ptr<Event> awaited = findEvent(event);
    if (captureWait(*found, event, awaited, flags))
      return;
    std::shared_ptr<Moment> moment = awaited->moment();
    if (moment != nullptr && !moment->isReached())
      found->submit(WaitForMoment{std::move(moment)});
  });
}

musaError_t musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback,
                                  void *userData, unsigned flags) {
  return api([&] {
    require(callback != nullptr && flags == 0);
    findStream(stream)->submit(CallBack{callback, stream, userData});
  });
}

musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void *userData) {
  return api([&] {
    require(fn != nullptr);
    findStream(stream)->submit(CallHost{fn, userData});
  });
}

musaError_t musaStreamGetFlags(musaStream_t stream, unsigned *flags) {
  return api([&] {
    require(flags != nullptr);
    *flags = findStream(stream)->flags;
  });
}

musaError_t musaStreamGetPriority(musaStream_t stream, int *priority) {
  return api([&] {
    require(priority != nullptr);
    *priority = findStream(stream)->priority;
  });
}

musaError_t musaStreamGetId(musaStream_t stream, unsigned long long *streamId) {
  return api([&] {
    require(streamId != nullptr);
    *streamId = findStream(stream)->id;
  });
}

musaError_t musaStreamGetDevice(musaStream_t stream, int *device) {
  return api([&] {
    require(device != nullptr);
    *device = findStream(stream)->device.ordinal;
  });
}

musaError_t musaStreamCopyAttributes(musaStream_t dst, musaStream_t src) {
  return api([&] { findStream(dst)->copyAttributes(*findStream(src)); });
}

musaError_t musaStreamGetAttribute(musaStream_t stream, musaLaunchAttributeID attr,
                                   musaLaunchAttributeValue *value) {
  return api([&] {
    require(value != nullptr);
    *value = findStream(stream)->attribute(attr);
  });
}

musaError_t musaStreamSetAttribute(musaStream_t stream, musaLaunchAttributeID attr,
                                   const musaLaunchAttributeValue *value) {
  return api([&] {
    require(value != nullptr);
    findStream(stream)->setAttribute(attr, *value);
  });
}

musaError_t musaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return api([&] {
    if (least != nullptr)
      *least = leastPriority;
    if (greatest != nullptr)
      *greatest = greatestPriority;
  });
}

} // extern "C"
