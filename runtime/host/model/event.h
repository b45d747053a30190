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

  virtual ~Moment() = default;
  virtual void reach();
  virtual bool isReached() const;
  virtual void wait() const;
  /// When it was reached; only after it was reached.
  Clock::time_point time() const;

  Moment() = default;
  Moment(const Moment &) = delete;
  Moment &operator=(const Moment &) = delete;

private:
  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  bool reached = false;
  Clock::time_point at;
};

struct CaptureBranch;
class SharedEvent;

/// The object behind a musaEvent_t: the moment it last recorded.
class Event {
public:
  /// `shared`: what other processes see of it; null if none do.
  Event(int device, unsigned flags, std::shared_ptr<SharedEvent> shared = nullptr)
      : device(device), flags(flags), shared(std::move(shared)) {}
  const int device;
  const unsigned flags;
  const std::shared_ptr<SharedEvent> shared;

  bool hasTime() const { return (flags & musaEventDisableTiming) == 0; }
  /// The last recorded moment; null if it was never recorded.
  std::shared_ptr<Moment> moment() const;
  /// A moment for a stream to reach. It is to be the event's own by setMoment().
  std::shared_ptr<Moment> newMoment() const;
  void setMoment(std::shared_ptr<Moment> moment);

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
