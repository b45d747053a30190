//===- host/model/shared_event.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/shared_event.h"

#include "model/error.h"
#include "model/settings.h"

#include <atomic>
#include <climits>
#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace musart {
namespace {

/// What the bytes of a handle are.
struct EventName {
  static constexpr uint32_t known = 0x4d455631; // other bytes are no handle
  uint32_t kind = known;
  int device = 0; ///< its number for all processes
  SharedFileName file;
};
static_assert(sizeof(EventName) <= sizeof(musaIpcEventHandle_t));

EventName nameOf(const musaIpcEventHandle_t &handle) {
  EventName name;
  std::memcpy(&name, &handle, sizeof name);
  require(name.kind == EventName::known, musaErrorInvalidResourceHandle);
  return name;
}

SharedFile open(const musaIpcEventHandle_t &handle) {
  const SharedFileName name = nameOf(handle).file;
  require(name.process != getpid(), musaErrorDeviceUninitialized); // as for memory
  std::optional<SharedFile> file = SharedFile::open(name);
  require(file.has_value(), musaErrorMapBufferObjectFailed);
  return std::move(*file);
}

long futex(std::atomic<uint32_t> &word, int operation, uint32_t value, const timespec *timeout) {
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

} // namespace

// Each process maps the same bytes. The atomics have no lock.
struct SharedEvent::State {
  std::atomic<uint64_t> recorded;
  std::atomic<uint64_t> reached;
  std::atomic<uint32_t> changes;   ///< of `reached`: what waiting threads sleep on
  std::atomic<pid_t> lastRecorder; ///< the process
};

class SharedEvent::RecordedMoment : public Moment {
public:
  RecordedMoment(std::shared_ptr<SharedEvent> event, uint64_t number)
      : event(std::move(event)), number(number), recorder(this->event->state->lastRecorder) {}

  void reach() override { reachAll(); }

  bool isReached() const override { return event->state->reached >= number; }

  /// Looks now and then whether the process that has to reach it is there.
  void wait() const override {
    constexpr timespec interval = {0, 100'000'000};
    while (true) {
      std::atomic<uint32_t> &changes = event->state->changes;
      const uint32_t seen = changes;
      if (isReached())
        return;
      const bool isThere = recorder == getpid() || event->file.isThere(recorder);
      if (!isThere && !isReached()) { // which it may have been at the last moment
        printError("process " + std::to_string(recorder) +
                   " has ended before the work in front of an event that it recorded was done; "
                   "what waits for the event goes on");
        reachAll();
        return;
      }
      futex(changes, FUTEX_WAIT, seen, &interval);
    }
  }

private:
  /// This moment and those before it.
  void reachAll() const {
    State &shared = *event->state;
    uint64_t before = shared.reached;
    while (before < number && !shared.reached.compare_exchange_weak(before, number)) {
    }
    ++shared.changes;
    futex(shared.changes, FUTEX_WAKE, INT_MAX, nullptr);
  }

  const std::shared_ptr<SharedEvent> event;
  const uint64_t number;
  const pid_t recorder;
};

SharedEvent::SharedEvent() : file(sizeof(State)), state(reinterpret_cast<State *>(file.map())) {
  file.announceProcess();
}

SharedEvent::SharedEvent(const musaIpcEventHandle_t &handle)
    : file(open(handle)), state(reinterpret_cast<State *>(file.map())) {
  file.announceProcess();
}

SharedEvent::~SharedEvent() { munmap(state, sizeof *state); }

musaIpcEventHandle_t SharedEvent::handle(int device) const {
  EventName name;
  name.device = settings().numberOf(device);
  name.file = file.name();
  musaIpcEventHandle_t handle = {};
  std::memcpy(&handle, &name, sizeof name);
  return handle;
}

int SharedEvent::deviceOf(const musaIpcEventHandle_t &handle) {
  const std::optional<int> device = settings().deviceOfNumber(nameOf(handle).device);
  require(device.has_value(), musaErrorInvalidDevice);
  return *device;
}

std::shared_ptr<Moment> SharedEvent::record() {
  state->lastRecorder = getpid();
  return std::make_shared<RecordedMoment>(shared_from_this(), ++state->recorded);
}

std::shared_ptr<Moment> SharedEvent::latest() {
  const uint64_t number = state->recorded;
  return number == 0 ? nullptr : std::make_shared<RecordedMoment>(shared_from_this(), number);
}

} // namespace musart
