//===- host/api/stream.cpp - the stream API ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/stream.h"

#include "api/error.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/device.h"
#include "model/event.h"
#include "model/graph_capture.h"
#include "musa_port/host/host_work.h"
#include "musa_runtime_api.h"

#include <algorithm>

using namespace musart;

namespace {

constexpr int leastPriority = 0;
constexpr int greatestPriority = -5;

} // namespace

extern "C" {

musaError_t musaStreamCreateWithPriority(musaStream_t *pStream, unsigned flags, int priority) {
  const musaStreamCreateWithPriority_v5050_params parameters{pStream, flags, priority};
  return api(
      [&] {
        require(pStream != nullptr && flags <= musaStreamNonBlocking);
        priority = std::min(std::max(priority, greatestPriority), leastPriority);
        *pStream = addStream(currentDevice().createStream(flags, priority));
      },
      &parameters);
}
musaError_t musaStreamCreateWithFlags(musaStream_t *pStream, unsigned flags) {
  const musaStreamCreateWithFlags_v5000_params parameters{pStream, flags};
  return api<Context::NotNeeded>(
      [&] { return musaStreamCreateWithPriority(pStream, flags, leastPriority); }, &parameters);
}
musaError_t musaStreamCreate(musaStream_t *pStream) {
  const musaStreamCreate_v3020_params parameters{pStream};
  return api<Context::NotNeeded>(
      [&] { return musaStreamCreateWithPriority(pStream, musaStreamDefault, leastPriority); },
      &parameters);
}

musaError_t musaStreamDestroy(musaStream_t stream) {
  const musaStreamDestroy_v5050_params parameters{stream};
  return api(
      [&] {
        require(stream != nullptr && stream != musaStreamLegacy && stream != musaStreamPerThread,
                musaErrorInvalidResourceHandle);
        destroyStream(stream);
      },
      &parameters);
}

musaError_t musaStreamSynchronize(musaStream_t stream) {
  const musaStreamSynchronize_v3020_params parameters{stream};
  return api(
      [&] {
        const std::shared_ptr<Stream> found = findStream(stream);
        requireNotCaptured(*found);
        if (found->kind == Stream::Kind::Legacy) // comes behind what it waits for
          found->submit(Nothing{}, true);
        else
          found->finish();
        return recordError(found->device.error());
      },
      &parameters);
}

musaError_t musaStreamQuery(musaStream_t stream) {
  return api([&] {
    const std::shared_ptr<Stream> found = findStream(stream);
    requireNotCaptured(*found);
    if (found->kind == Stream::Kind::Legacy && !found->device.isIdle())
      return musaErrorNotReady;
    return found->isDone() ? recordError(found->device.error()) : musaErrorNotReady;
  });
}

musaError_t musaStreamWaitEvent(musaStream_t stream, musaEvent_t event, unsigned flags) {
  const musaStreamWaitEvent_v3020_params parameters{stream, event, flags};
  return api(
      [&] {
        require(flags == musaEventWaitDefault || flags == musaEventWaitExternal);
        const std::shared_ptr<Stream> found = findStream(stream);
        const std::shared_ptr<Event> awaited = findEvent(event);
        if (captureWait(*found, event, awaited, flags))
          return;
        std::shared_ptr<Moment> moment = awaited->moment();
        if (moment != nullptr && !moment->isReached())
          found->submit(WaitForMoment{std::move(moment)});
      },
      &parameters);
}

musaError_t musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback,
                                  void *userData, unsigned flags) {
  return api([&] {
    require(callback != nullptr && flags == 0);
    findStream(stream)->submit(CallBack{callback, stream, userData});
  });
}

musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void *userData) {
  return api([&] {
    require(fn != nullptr);
    findStream(stream)->submit(CallHost{fn, userData});
  });
}

musaError_t __musa_launch_host_work(musaStream_t stream, musaHostFn_t fn, void *userData,
                                    const char *name) {
  return api([&] { findStream(stream)->submit(CallHost{fn, userData, name}); }, nullptr,
             "musaLaunchHostFunc");
}

void __musa_host_work_failed(musaError_t error, const char *message) {
  printError(message);
  hostFunctionError = error;
}

musaError_t musaStreamGetFlags(musaStream_t stream, unsigned *flags) {
  return api([&] {
    require(flags != nullptr);
    *flags = findStream(stream)->flags;
  });
}

musaError_t musaStreamGetPriority(musaStream_t stream, int *priority) {
  return api([&] {
    require(priority != nullptr);
    *priority = findStream(stream)->priority;
  });
}

musaError_t musaStreamGetId(musaStream_t stream, unsigned long long *streamId) {
  return api([&] {
    require(streamId != nullptr);
    *streamId = findStream(stream)->id;
  });
}

musaError_t musaStreamGetDevice(musaStream_t stream, int *device) {
  return api([&] {
    require(device != nullptr);
    *device = findStream(stream)->device.ordinal;
  });
}

musaError_t musaStreamCopyAttributes(musaStream_t dst, musaStream_t src) {
  return api([&] { findStream(dst)->copyAttributes(*findStream(src)); });
}

musaError_t musaStreamGetAttribute(musaStream_t stream, musaLaunchAttributeID attr,
                                   musaLaunchAttributeValue *value) {
  return api([&] {
    require(value != nullptr);
    *value = findStream(stream)->attribute(attr);
  });
}

musaError_t musaStreamSetAttribute(musaStream_t stream, musaLaunchAttributeID attr,
                                   const musaLaunchAttributeValue *value) {
  return api([&] {
    require(value != nullptr);
    findStream(stream)->setAttribute(attr, *value);
  });
}

musaError_t musaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return api([&] {
    if (least != nullptr)
      *least = leastPriority;
    if (greatest != nullptr)
      *greatest = greatestPriority;
  });
}

} // extern "C"
