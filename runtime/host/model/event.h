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

/// A point that a stream reaches once.
class Moment {
public:
  using Clock = std::chrono::steady_clock;

  void reach();
  bool isReached() const;
  void wait() const;
  /// Of one that has been reached.
  Clock::time_point time() const;

private:
  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  bool reached = false;
  Clock::time_point at;
};

struct CaptureBranch;

/// What a musaEvent_t stands for: the moment that it recorded last.
class Event {
public:
  Event(int device, unsigned flags) : device(device), flags(flags) {}
  const int device;
  const unsigned flags;

  bool hasTime() const { return (flags & musaEventDisableTiming) == 0; }
  /// Null if it has never been recorded.
  std::shared_ptr<Moment> moment() const {
    const std::lock_guard lock(mutex);
    return latest;
  }
  void setMoment(std::shared_ptr<Moment> moment) {
    const std::lock_guard lock(mutex);
    latest = std::move(moment);
  }

  std::atomic<bool> isCaptured = false;    ///< it was last recorded in a stream that is captured:
  std::shared_ptr<CaptureBranch> captured; ///< there; both under graphMutex()

private:
  mutable std::mutex mutex;
  std::shared_ptr<Moment> latest;
};

/// Throws musaErrorInvalidResourceHandle for what is no event, or no longer.
std::shared_ptr<Event> findEvent(musaEvent_t handle);
/// A handle of it, for the program.
musaEvent_t addEvent(std::shared_ptr<Event> event);
/// The program has that handle no more. Throws as findEvent() does.
void destroyEvent(musaEvent_t handle);
/// For musaDeviceReset.
void destroyEventsOf(int device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_EVENT_H
