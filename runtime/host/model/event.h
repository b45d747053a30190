//===- host/model/event.h - points in the work of streams -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_EVENT_H
#define MUSAPORT_HOST_MODEL_EVENT_H

#include "driver_types.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace musart {

/// A point in a stream, reached once.
class Moment {
public:
  using Clock = std::chrono::steady_clock;

  void reach();
  bool isReached() const;
  void wait() const;
  /// When it was reached; only after it was reached.
  Clock::time_point time() const;

private:
  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  bool reached = false;
  Clock::time_point at;
};

struct CaptureBranch;

/// The object behind a musaEvent_t: the moment it last recorded.
class Event {
public:
  Event(int device, unsigned flags) : device(device), flags(flags) {}
  const int device;
  const unsigned flags;

  bool hasTime() const { return (flags & musaEventDisableTiming) == 0; }
  /// The last recorded moment; null if it was never recorded.
  std::shared_ptr<Moment> moment() const {
    const std::lock_guard lock(mutex);
    return latest;
  }
  void setMoment(std::shared_ptr<Moment> moment) {
    const std::lock_guard lock(mutex);
    latest = std::move(moment);
  }

  std::atomic<bool> isCaptured = false;    ///< last recorded in a stream being captured
  std::shared_ptr<CaptureBranch> captured; ///< the place in it; both guarded by graphMutex()

private:
  mutable std::mutex mutex;
  std::shared_ptr<Moment> latest;
};

/// Throws musaErrorInvalidResourceHandle if the handle is invalid or destroyed.
std::shared_ptr<Event> findEvent(musaEvent_t handle);
/// Registers the event and returns its handle.
musaEvent_t addEvent(std::shared_ptr<Event> event);
/// Invalidates the handle. Throws like findEvent().
void destroyEvent(musaEvent_t handle);
/// For musaDeviceReset.
void destroyEventsOf(int device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_EVENT_H
