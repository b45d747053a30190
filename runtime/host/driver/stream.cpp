//===- host/driver/stream.cpp - streams and events in the driver API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The handles are the runtime's.
//===----------------------------------------------------------------------===//
#include "model/stream.h"

#include "driver/context.h"
#include "driver/forward.h"
#include "model/device.h"
#include "musa_runtime_api.h"

#include <memory>

using namespace musart;

namespace {

/// A callback with the driver's idea of a result.
struct Callback {
  MUstreamCallback function;
  void *data;

  static void call(musaStream_t stream, musaError_t status, void *self) {
    const std::unique_ptr<Callback> owned(static_cast<Callback *>(self));
    owned->function(stream, driverCode(status), owned->data);
  }
};

} // namespace

extern "C" {

MUresult muStreamCreate(MUstream *phStream, unsigned Flags) {
  return driver([&] { return musaStreamCreateWithFlags(phStream, Flags); });
}
MUresult muStreamCreateWithPriority(MUstream *phStream, unsigned flags, int priority) {
  return driver([&] { return musaStreamCreateWithPriority(phStream, flags, priority); });
}
MUresult muStreamDestroy(MUstream hStream) {
  return driver<Needs::Init>([&] { return musaStreamDestroy(hStream); });
}
MUresult muStreamSynchronize(MUstream hStream) {
  return driver([&] { return musaStreamSynchronize(hStream); });
}
MUresult muStreamQuery(MUstream hStream) {
  return driver([&] { return musaStreamQuery(hStream); });
}
MUresult muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned Flags) {
  return driver([&] { return musaStreamWaitEvent(hStream, hEvent, Flags); });
}

MUresult muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void *userData,
                             unsigned flags) {
  return driver([&] {
    requireDriver(callback != nullptr);
    auto *wrapped = new Callback{callback, userData}; // call() deletes it
    const musaError_t status = musaStreamAddCallback(hStream, &Callback::call, wrapped, flags);
    if (status != musaSuccess)
      delete wrapped;
    return status;
  });
}

MUresult muLaunchHostFunc(MUstream hStream, MUhostFn fn, void *userData) {
  return driver([&] { return musaLaunchHostFunc(hStream, fn, userData); });
}
MUresult muStreamGetPriority(MUstream hStream, int *priority) {
  return driver([&] { return musaStreamGetPriority(hStream, priority); });
}
MUresult muStreamGetFlags(MUstream hStream, unsigned *flags) {
  return driver([&] { return musaStreamGetFlags(hStream, flags); });
}

/// MUSA gives the default streams no number.
MUresult muStreamGetId(MUstream hStream, unsigned long long *streamId) {
  return driver([&] {
    requireDriver(hStream != nullptr && hStream != MU_STREAM_LEGACY &&
                      hStream != MU_STREAM_PER_THREAD,
                  MUSA_ERROR_INVALID_HANDLE);
    return musaStreamGetId(hStream, streamId);
  });
}

MUresult muStreamGetCtx(MUstream hStream, MUcontext *pctx) {
  return driver([&] {
    requireDriver(pctx != nullptr);
    const int device = findStream(hStream)->device.ordinal;
    const MUcontext current = currentContext();
    *pctx = deviceOf(current) == device ? current : primaryContext(device);
  });
}
MUresult muStreamGetDevice(MUstream hStream, MUdevice *device) {
  return driver([&] { return musaStreamGetDevice(hStream, device); });
}

MUresult muStreamCopyAttributes(MUstream dst, MUstream src) {
  return forward<musaStreamCopyAttributes>()(dst, src);
}
MUresult muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr, MUstreamAttrValue *value_out) {
  return forward<musaStreamGetAttribute>()(hStream, attr, value_out);
}
MUresult muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr,
                              const MUstreamAttrValue *value) {
  return forward<musaStreamSetAttribute>()(hStream, attr, value);
}

MUresult muEventCreate(MUevent *phEvent, unsigned Flags) {
  return driver([&] { return musaEventCreateWithFlags(phEvent, Flags); });
}
MUresult muEventDestroy(MUevent hEvent) {
  return driver<Needs::Init>([&] { return musaEventDestroy(hEvent); });
}
MUresult muEventRecord(MUevent hEvent, MUstream hStream) {
  return driver([&] { return musaEventRecord(hEvent, hStream); });
}
MUresult muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned flags) {
  return driver([&] { return musaEventRecordWithFlags(hEvent, hStream, flags); });
}
MUresult muEventQuery(MUevent hEvent) {
  return driver([&] { return musaEventQuery(hEvent); });
}
MUresult muEventSynchronize(MUevent hEvent) {
  return driver([&] { return musaEventSynchronize(hEvent); });
}
MUresult muEventElapsedTime(float *pMilliseconds, MUevent hStart, MUevent hEnd) {
  return driver([&] { return musaEventElapsedTime(pMilliseconds, hStart, hEnd); });
}

} // extern "C"
