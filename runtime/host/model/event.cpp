//===- host/model/event.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/event.h"

#include "model/handles.h"
#include "model/shared_event.h"

namespace musart {
namespace {

HandleTable<musaEvent_t, Event> &eventTable() {
  static auto *result = new HandleTable<musaEvent_t, Event>("an event");
  return *result;
}

} // namespace

void Moment::reach() {
  const std::lock_guard lock(mutex);
  at = Clock::now();
  reached = true;
  changed.notify_all();
}

bool Moment::isReached() const {
  const std::lock_guard lock(mutex);
  return reached;
}

void Moment::wait() const {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return reached; });
}

Moment::Clock::time_point Moment::time() const {
  const std::lock_guard lock(mutex);
  return at;
}

std::shared_ptr<Moment> Event::moment() const {
  if (shared != nullptr)
    return shared->latest();
  const std::lock_guard lock(mutex);
  return latest;
}

std::shared_ptr<Moment> Event::newMoment() const {
  return shared != nullptr ? shared->newMoment() : std::make_shared<Moment>();
}

void Event::setMoment(std::shared_ptr<Moment> moment) {
  if (shared != nullptr) {
    shared->publish(*moment);
    return;
  }
  const std::lock_guard lock(mutex);
  latest = std::move(moment);
}

musaEvent_t addEvent(std::shared_ptr<Event> event) { return eventTable().add(std::move(event)); }
void destroyEvent(musaEvent_t handle) { eventTable().remove(handle); }
std::shared_ptr<Event> findEvent(musaEvent_t handle) { return eventTable().find(handle); }

void destroyEventsOf(int device) {
  eventTable().removeIf([=](const Event &one) { return one.device == device; });
}

} // namespace musart
