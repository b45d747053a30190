//===- host/api/event.cpp - the event API -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/event.h"

#include "api/error.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/device.h"
#include "model/graph_capture.h"
#include "model/shared_event.h"
#include "model/stream.h"
#include "musa_runtime_api.h"

namespace musart {

void recordEvent(musaEvent_t event, Stream &stream, unsigned flags) {
  const std::shared_ptr<Event> found = findEvent(event);
  require(found->device == stream.device.ordinal, musaErrorInvalidResourceHandle);
  if (captureRecord(stream, event, found, flags))
    return;
  std::shared_ptr<Moment> moment = found->newMoment();
  stream.submit(ReachMoment{moment});
  found->setMoment(std::move(moment));
}

} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaEventCreateWithFlags(musaEvent_t *event, unsigned flags) {
  return api([&] {
    constexpr unsigned known =
        musaEventBlockingSync | musaEventDisableTiming | musaEventInterprocess;
    require(event != nullptr && (flags & ~known) == 0);
    // An event of several processes has no time.
    const bool isShared = (flags & musaEventInterprocess) != 0;
    require(!isShared || (flags & musaEventDisableTiming) != 0);
    *event = addEvent(std::make_shared<Event>(currentDevice().ordinal, flags,
                                              isShared ? SharedEvent::make() : nullptr));
  });
}

musaError_t musaEventCreate(musaEvent_t *event) {
  return api<Context::NotNeeded>([&] { return musaEventCreateWithFlags(event, musaEventDefault); });
}

musaError_t musaEventDestroy(musaEvent_t event) {
  return api([&] { destroyEvent(event); });
}

musaError_t musaEventRecordWithFlags(musaEvent_t event, musaStream_t stream, unsigned flags) {
  return api([&] {
    require(flags == musaEventRecordDefault || flags == musaEventRecordExternal);
    findEvent(event); // its error comes first
    recordEvent(event, *findStream(stream), flags);
  });
}

musaError_t musaEventRecord(musaEvent_t event, musaStream_t stream) {
  const musaEventRecord_v3020_params parameters{event, stream};
  return api<Context::NotNeeded>(
      [&] { return musaEventRecordWithFlags(event, stream, musaEventRecordDefault); }, &parameters);
}

musaError_t musaEventQuery(musaEvent_t event) {
  return api([&] {
    const std::shared_ptr<Event> found = findEvent(event);
    requireNotCaptured(*found);
    requireNoUnsafeCall();
    const std::shared_ptr<Moment> moment = found->moment();
    if (moment != nullptr && !moment->isReached())
      return musaErrorNotReady;
    return recordError(deviceAt(found->device).error());
  });
}

musaError_t musaEventSynchronize(musaEvent_t event) {
  const musaEventSynchronize_v3020_params parameters{event};
  return api(
      [&] {
        const std::shared_ptr<Event> found = findEvent(event);
        requireNotCaptured(*found);
        if (const std::shared_ptr<Moment> moment = found->moment())
          moment->wait();
        return recordError(deviceAt(found->device).error());
      },
      &parameters);
}

musaError_t musaEventElapsedTime(float *ms, musaEvent_t start, musaEvent_t end) {
  return api([&] {
    require(ms != nullptr);
    const std::shared_ptr<Event> first = findEvent(start);
    const std::shared_ptr<Event> second = findEvent(end);
    require(first->hasTime() && second->hasTime() && first->device == second->device,
            musaErrorInvalidResourceHandle);
    requireNotCaptured(*first);
    requireNotCaptured(*second);
    const std::shared_ptr<Moment> from = first->moment();
    const std::shared_ptr<Moment> to = second->moment();
    require(from != nullptr && to != nullptr, musaErrorInvalidResourceHandle);
    if (!from->isReached() || !to->isReached())
      return musaErrorNotReady;
    *ms = std::chrono::duration<float, std::milli>(to->time() - from->time()).count();
    return musaSuccess;
  });
}

} // extern "C"
