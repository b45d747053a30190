//===- host/model/shared_event.h - events of several processes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_SHARED_EVENT_H
#define MUSAPORT_HOST_MODEL_SHARED_EVENT_H

#include "model/event.h"
#include "model/shared_file.h"

#include <cstdint>
#include <memory>

namespace musart {

/// An event that several processes record and wait for: how often it was recorded, and up to which
/// of these its moments were reached, in memory that all of them map.
class SharedEvent : public std::enable_shared_from_this<SharedEvent> {
public:
  /// A new one. Throws ApiError.
  SharedEvent();
  /// That of another process. Throws ApiError{musaErrorInvalidResourceHandle}, or
  /// musaErrorMapBufferObjectFailed if the process has ended.
  explicit SharedEvent(const musaIpcEventHandle_t &handle);
  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;
  SharedEvent &operator=(const SharedEvent &) = delete;

  musaIpcEventHandle_t handle(int device) const;
  /// The device that a handle names. Throws like the constructor.
  static int deviceOf(const musaIpcEventHandle_t &handle);

  /// A moment that this process is about to record.
  std::shared_ptr<Moment> record();
  /// The last recorded moment, of whichever process; null if there is none.
  std::shared_ptr<Moment> latest();

private:
  struct State;
  class RecordedMoment;
  SharedFile file;
  State *const state;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_EVENT_H
