//===- host/model/shared_event.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/shared_event.h"

#include "model/error.h"
#include "model/shared_file.h"
#include "model/shared_handle.h"

#include <atomic>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <mutex>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace musart {
namespace {

struct EventName : SharedName {
  static constexpr uint32_t known = 0x4d455631;
  size_t index = 0;        ///< in the file
  uint64_t generation = 0; ///< tells whether it is still the same event
};

long futex(std::atomic<uint32_t> &word, int operation, uint32_t value, const timespec *timeout) {
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

template <typename T> void raise(std::atomic<T> &value, T to) {
  for (T before = value; before < to && !value.compare_exchange_weak(before, to);) {
  }
}

} // namespace

// Each process maps the same bytes. The atomics have no lock. Zeros are an event that nobody has
// recorded.
struct SharedEvent::State {
  /// Records are numbered from 1 on. Of so many at once each has its place.
  static constexpr size_t recordsAtOnce = 32;
  struct Record {
    std::atomic<uint64_t> reached; ///< the number of the last one here that was reached
    std::atomic<pid_t> recorder;
  };
  std::atomic<uint64_t> generation; ///< counts the events that had this place
  /// Processes; the place is free if there are none. One that was killed is never taken off.
  std::atomic<uint32_t> users;
  std::atomic<uint32_t> changes; ///< of what was reached: what waiting threads sleep on
  std::atomic<uint64_t> begun;   ///< the number of the last record
  std::atomic<uint64_t> published;
  Record records[recordsAtOnce];

  Record &record(uint64_t number) { return records[number % recordsAtOnce]; }
};

class EventFile {
public:
  static constexpr size_t events = 4096;

  EventFile() : EventFile(SharedFile(events * sizeof(SharedEvent::State))) {}
  explicit EventFile(SharedFile opened)
      : file(std::move(opened)), states(reinterpret_cast<SharedEvent::State *>(file.map())) {
    file.announceProcess();
  }
  ~EventFile() { munmap(states, events * sizeof *states); }
  EventFile(const EventFile &) = delete;
  EventFile &operator=(const EventFile &) = delete;

  /// This process's own with room for one more, and where.
  static std::pair<std::shared_ptr<EventFile>, size_t> withRoom();
  static std::shared_ptr<EventFile> of(const SharedFileName &name);

  const SharedFile file;
  SharedEvent::State *const states;

private:
  /// A free place; none: all are taken.
  std::optional<size_t> findRoom() {
    for (size_t tried = 0; tried < events; ++tried, next = (next + 1) % events)
      if (uint32_t nobody = 0; states[next].users.compare_exchange_strong(nobody, 1))
        return next;
    return std::nullopt;
  }
  size_t next = 0;
};

namespace {

/// The files that this process uses. They stay open: whoever closes a file loses his locks.
struct EventFiles {
  std::mutex mutex;
  std::vector<std::shared_ptr<EventFile>> own;
  std::unordered_map<ino_t, std::shared_ptr<EventFile>> opened;
};

EventFiles &eventFiles() {
  static auto *result = new EventFiles; // outlives the program's own objects
  return *result;
}

} // namespace

std::pair<std::shared_ptr<EventFile>, size_t> EventFile::withRoom() {
  EventFiles &files = eventFiles();
  const std::lock_guard lock(files.mutex);
  for (const std::shared_ptr<EventFile> &one : files.own)
    if (const std::optional<size_t> room = one->findRoom())
      return {one, *room};
  files.own.push_back(std::make_shared<EventFile>());
  return {files.own.back(), *files.own.back()->findRoom()};
}

std::shared_ptr<EventFile> EventFile::of(const SharedFileName &name) {
  EventFiles &files = eventFiles();
  const std::lock_guard lock(files.mutex);
  if (const auto known = files.opened.find(name.inode); known != files.opened.end()) {
    require(known->second->file.isThere(name.process), musaErrorMapBufferObjectFailed);
    return known->second;
  }
  std::optional<SharedFile> file = SharedFile::open(name);
  require(file.has_value() && file->bytes() == events * sizeof(SharedEvent::State),
          musaErrorMapBufferObjectFailed);
  auto result = std::make_shared<EventFile>(std::move(*file));
  files.opened.emplace(name.inode, result);
  return result;
}

class SharedEvent::RecordedMoment : public Moment {
public:
  RecordedMoment(std::shared_ptr<SharedEvent> event, uint64_t number)
      : event(std::move(event)), number(number) {}

  const std::shared_ptr<SharedEvent> event;
  const uint64_t number;

  void reach() override { markReached(); }

  /// Looks also whether the process that has to reach it is there.
  bool isReached() const override {
    if (record().reached >= number)
      return true;
    const pid_t recorder = record().recorder;
    if (recorder == getpid() || event->file->file.isThere(recorder) || record().reached >= number)
      return record().reached >= number;
    printError("process " + std::to_string(recorder) +
               " has ended before the work in front of an event that it recorded was done; what "
               "waits for the event goes on");
    markReached();
    return true;
  }

  void wait() const override {
    constexpr timespec interval = {0, 100'000'000}; // to look again who is there
    while (true) {
      const uint32_t seen = event->state.changes;
      if (isReached())
        return;
      futex(event->state.changes, FUTEX_WAIT, seen, &interval);
    }
  }

private:
  State::Record &record() const { return event->state.record(number); }
  void markReached() const {
    raise(record().reached, number);
    ++event->state.changes;
    futex(event->state.changes, FUTEX_WAKE, INT_MAX, nullptr);
  }
};

SharedEvent::SharedEvent(std::shared_ptr<EventFile> file, size_t index)
    : file(std::move(file)), index(index), state(this->file->states[index]) {}

SharedEvent::~SharedEvent() { --state.users; }

std::shared_ptr<SharedEvent> SharedEvent::make() {
  auto [file, index] = EventFile::withRoom();
  std::shared_ptr<SharedEvent> result(new SharedEvent(std::move(file), index));
  State &state = result->state;
  // The numbers go on: what was reached before is left in the records.
  state.published = 0;
  ++state.generation;
  return result;
}

std::shared_ptr<SharedEvent> SharedEvent::open(const musaIpcEventHandle_t &handle) {
  const auto name = fromHandle<EventName>(handle);
  require(name.index < EventFile::events, musaErrorInvalidResourceHandle);
  std::shared_ptr<EventFile> file = EventFile::of(name.file);
  State &state = file->states[name.index];
  uint32_t users = state.users;
  while (users > 0 && !state.users.compare_exchange_weak(users, users + 1)) {
  }
  require(users > 0, musaErrorMapBufferObjectFailed);
  std::shared_ptr<SharedEvent> result(new SharedEvent(std::move(file), name.index));
  require(state.generation == name.generation, musaErrorMapBufferObjectFailed);
  return result;
}

musaIpcEventHandle_t SharedEvent::handle(int device) const {
  EventName name;
  name.file = file->file.name();
  name.index = index;
  name.generation = state.generation;
  return toHandle<musaIpcEventHandle_t>(name, device);
}

int SharedEvent::deviceOf(const musaIpcEventHandle_t &handle) {
  return fromHandle<EventName>(handle).device;
}

std::shared_ptr<Moment> SharedEvent::newMoment() {
  const uint64_t number = ++state.begun;
  state.record(number).recorder = getpid();
  return std::make_shared<RecordedMoment>(shared_from_this(), number);
}

void SharedEvent::publish(const Moment &moment) {
  raise(state.published, static_cast<const RecordedMoment &>(moment).number);
}

std::shared_ptr<Moment> SharedEvent::latest() {
  const uint64_t number = state.published;
  return number == 0 ? nullptr : std::make_shared<RecordedMoment>(shared_from_this(), number);
}

} // namespace musart
