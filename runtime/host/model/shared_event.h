//===- host/model/shared_event.h - events of several processes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_SHARED_EVENT_H
#define MUSAPORT_HOST_MODEL_SHARED_EVENT_H

#include "model/event.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musart {

/// A file with the states of all events that a process has made, for all processes that use them.
class EventFile;

/// An event that several processes record and wait for. Its state is in memory that all of them
/// map.
class SharedEvent : public std::enable_shared_from_this<SharedEvent> {
public:
  /// A new one. Throws ApiError.
  static std::shared_ptr<SharedEvent> make();
  /// That of another process. Throws ApiError{musaErrorInvalidResourceHandle},
  /// musaErrorDeviceUninitialized if it is this process's own, or musaErrorMapBufferObjectFailed if
  /// the process or the event is gone.
  static std::shared_ptr<SharedEvent> open(const musaIpcEventHandle_t &handle);
  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;
  SharedEvent &operator=(const SharedEvent &) = delete;

  musaIpcEventHandle_t handle(int device) const;
  /// The device that a handle names. Throws like open().
  static int deviceOf(const musaIpcEventHandle_t &handle);

  /// A moment for a stream of this process to reach.
  std::shared_ptr<Moment> newMoment();
  /// Makes it the one that the event last recorded, for all processes.
  void publish(const Moment &moment);
  /// The last recorded moment, of whichever process; null if there is none.
  std::shared_ptr<Moment> latest();

private:
  struct State;
  class RecordedMoment;
  friend class EventFile;
  SharedEvent(std::shared_ptr<EventFile> file, size_t index);
  const std::shared_ptr<EventFile> file;
  const size_t index; ///< in the file
  State &state;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_EVENT_H
