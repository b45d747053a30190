//===- host/model/stream.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/stream.h"

#include "model/device.h"
#include "model/error.h"
#include "model/graph_capture.h"
#include "model/handles.h"
#include "model/settings.h"
#include "musa_port/host/of_thread.h"

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

std::shared_ptr<Stream> perThreadStream(Device &device) {
  std::shared_ptr<Stream> &stream = ofThread<ThreadStreams>().streams[&device];
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
  queue.push_back({std::move(operation), std::move(after), currentCorrelation()});
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
      run(item.operation, device, {item.correlation, id});
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

musaStream_t addStream(std::shared_ptr<Stream> stream) {
  return streamTable().add(std::move(stream));
}

void destroyStream(musaStream_t handle) { retire(*streamTable().remove(handle)); }

bool isDefaultStream(musaStream_t handle) {
  return handle == nullptr || handle == musaStreamLegacy || handle == musaStreamPerThread;
}

std::shared_ptr<Stream> defaultStream(Device &device, musaStream_t handle) {
  if (handle == musaStreamPerThread || (handle == nullptr && PerThreadDefault::isOn()))
    return perThreadStream(device);
  return device.legacyStream();
}

std::shared_ptr<Stream> findStream(musaStream_t handle) {
  return isDefaultStream(handle) ? defaultStream(currentDevice(), handle)
                                 : streamTable().find(handle);
}

void destroyStreamsOf(const Device &device) {
  for (const std::shared_ptr<Stream> &stream :
       streamTable().removeIf([&](const Stream &one) { return &one.device == &device; }))
    retire(*stream);
}

} // namespace musart
