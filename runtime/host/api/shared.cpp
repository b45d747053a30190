//===- host/api/shared.cpp - memory and events of several processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/error.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/event.h"
#include "model/graph_capture.h"
#include "model/graph_memory.h"
#include "model/shared_event.h"
#include "model/shared_memory.h"
#include "musa_runtime_api.h"

using namespace musart;

extern "C" {

musaError_t musaIpcGetMemHandle(musaIpcMemHandle_t *handle, void *devPtr) {
  return api([&] {
    currentDevice();
    require(handle != nullptr && findGraphMemory(devPtr) == nullptr);
    *handle = shareMemory(devPtr);
  });
}

musaError_t musaIpcOpenMemHandle(void **devPtr, musaIpcMemHandle_t handle, unsigned flags) {
  return api([&] {
    currentDevice();
    require(devPtr != nullptr && flags == musaIpcMemLazyEnablePeerAccess);
    *devPtr = openMemory(handle);
  });
}

/// Work that may use the memory is done first.
musaError_t musaIpcCloseMemHandle(void *devPtr) {
  return api([&] {
    requireNoUnsafeCall();
    const std::optional<Allocation> memory = allocations().find(devPtr);
    require(memory && memory->kind == Allocation::Kind::Opened && memory->pool == nullptr);
    deviceAt(memory->device).synchronize();
    require(closeMemory(devPtr));
  });
}

musaError_t musaIpcGetEventHandle(musaIpcEventHandle_t *handle, musaEvent_t event) {
  return api([&] {
    require(handle != nullptr);
    const std::shared_ptr<Event> found = findEvent(event);
    require(found->shared != nullptr, musaErrorInvalidResourceHandle);
    *handle = found->shared->handle(found->device);
  });
}

musaError_t musaIpcOpenEventHandle(musaEvent_t *event, musaIpcEventHandle_t handle) {
  return api([&] {
    require(event != nullptr);
    const int device = SharedEvent::deviceOf(handle);
    deviceAt(device);
    *event = addEvent(std::make_shared<Event>(
        device, musaEventDisableTiming | musaEventInterprocess, SharedEvent::open(handle)));
  });
}

} // extern "C"
