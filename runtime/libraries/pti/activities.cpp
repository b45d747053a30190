//===- libraries/pti/activities.cpp - records of calls and work -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "buffers.h"
#include "generated_musa_runtime_api_meta.h"
#include "listening.h"
#include "names.h"
#include "objects.h"

#include "musa_port/host/of_thread.h"

#include <array>
#include <atomic>
#include <cstring>
#include <string_view>
#include <vector>

namespace musaport::pti {
namespace {

std::atomic<uint64_t> enabledKinds = 0; ///< a bit a kind
static_assert(MUPTI_ACTIVITY_KIND_COUNT <= 64);

constexpr uint64_t bit(MUpti_ActivityKind kind) { return uint64_t{1} << kind; }

/// Which functions have no records.
struct Excluded {
  std::vector<std::atomic<bool>> functions;
  explicit Excluded(MUpti_CallbackDomain domain) : functions(countOf(domain)) {}
};
Excluded &excluded(bool isDriver) {
  static auto *ofRuntime = new Excluded(MUPTI_CB_DOMAIN_RUNTIME_API);
  static auto *ofDriver = new Excluded(MUPTI_CB_DOMAIN_DRIVER_API);
  return isDriver ? *ofDriver : *ofRuntime;
}

MUptiResult enableFunction(bool isDriver, MUpti_CallbackId cbid, bool enable) {
  std::vector<std::atomic<bool>> &functions = excluded(isDriver).functions;
  if (cbid == 0 || cbid >= functions.size())
    return MUPTI_ERROR_INVALID_PARAMETER;
  functions[cbid] = !enable;
  return MUPTI_SUCCESS;
}

using Stack = std::vector<uint64_t>;
/// The thread's, by kind. Destructors of static objects push, too.
std::array<Stack, MUPTI_EXTERNAL_CORRELATION_KIND_SIZE> &externalIds() {
  struct Ids {
    std::array<Stack, MUPTI_EXTERNAL_CORRELATION_KIND_SIZE> ofKind;
  };
  return musart::ofThread<Ids>().ofKind;
}

bool isExternal(MUpti_ExternalCorrelationKind kind) {
  return kind > MUPTI_EXTERNAL_CORRELATION_KIND_INVALID &&
         kind < MUPTI_EXTERNAL_CORRELATION_KIND_SIZE;
}

// ------------------------------------------------------------------------------- synchronizations

void recordSynchronization(const __musa_traced_call &call, uint64_t start, uint64_t end) {
  const std::string_view function = call.function;
  MUpti_ActivitySynchronization record = {};
  record.kind = MUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
  record.streamId = MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  record.musaEventId = MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  const auto ofStream = [&](musaStream_t stream) {
    if (const auto found = findStream(stream, false))
      record.streamId = static_cast<uint32_t>(found->id);
  };
  if (function == "musaDeviceSynchronize" || function == "muCtxSynchronize") {
    record.type = MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
  } else if (function == "musaStreamSynchronize") {
    record.type = MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE;
    ofStream(static_cast<const musaStreamSynchronize_v3020_params *>(call.parameters)->stream);
  } else if (function == "musaStreamWaitEvent") {
    record.type = MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT;
    ofStream(static_cast<const musaStreamWaitEvent_v3020_params *>(call.parameters)->stream);
  } else if (function == "musaEventSynchronize") {
    record.type = MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE;
  } else {
    return;
  }
  record.start = start;
  record.end = end;
  record.correlationId = call.correlation;
  record.contextId = contextOf(__musa_seen_device());
  add(record);
}

// ------------------------------------------------------------------------------- work of streams

template <typename Record> void place(Record &record, const __musa_traced_work &work) {
  record.start = work.start;
  record.end = work.end;
  record.deviceId = static_cast<uint32_t>(work.device);
  record.contextId = contextOf(work.device);
  record.streamId = static_cast<uint32_t>(work.stream);
  record.correlationId = work.correlation;
}

void recordKernel(const __musa_traced_work &work) {
  MUpti_ActivityKernel9 record = {};
  record.kind = isEnabled(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                    ? MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
                    : MUPTI_ACTIVITY_KIND_KERNEL;
  place(record, work);
  record.completed = work.end;
  record.name = kept(work.name);
  record.channelType = MUPTI_CHANNEL_TYPE_COMPUTE;
  const bool isKernel = work.kind == __musa_traced_kernel;
  record.gridX = isKernel ? static_cast<int32_t>(work.grid[0]) : 1;
  record.gridY = isKernel ? static_cast<int32_t>(work.grid[1]) : 1;
  record.gridZ = isKernel ? static_cast<int32_t>(work.grid[2]) : 1;
  record.blockX = isKernel ? static_cast<int32_t>(work.block[0]) : 1;
  record.blockY = isKernel ? static_cast<int32_t>(work.block[1]) : 1;
  record.blockZ = isKernel ? static_cast<int32_t>(work.block[2]) : 1;
  record.clusterX = work.cluster[0];
  record.clusterY = work.cluster[1];
  record.clusterZ = work.cluster[2];
  record.staticSharedMemory = static_cast<int32_t>(work.staticSharedBytes);
  record.dynamicSharedMemory = static_cast<int32_t>(work.dynamicSharedBytes);
  record.sharedMemoryExecuted = work.staticSharedBytes + work.dynamicSharedBytes;
  add(record);
}

MUpti_ActivityMemoryKind kindOf(__musa_traced_memory memory) {
  switch (memory) {
  case __musa_traced_pageable:
    return MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
  case __musa_traced_pinned:
    return MUPTI_ACTIVITY_MEMORY_KIND_PINNED;
  case __musa_traced_device:
    return MUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  case __musa_traced_managed:
    return MUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  case __musa_traced_array:
    return MUPTI_ACTIVITY_MEMORY_KIND_ARRAY;
  }
  return MUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
}

/// By the sides, each of which is the host's, the device's or an array.
MUpti_ActivityMemcpyKind copyKind(__musa_traced_memory to, __musa_traced_memory from) {
  enum Side { Host, Device, Array };
  const auto sideOf = [](__musa_traced_memory memory) {
    if (memory == __musa_traced_array)
      return Array;
    return memory == __musa_traced_pageable || memory == __musa_traced_pinned ? Host : Device;
  };
  constexpr MUpti_ActivityMemcpyKind kinds[3][3] = {
      // [from][to]
      {MUPTI_ACTIVITY_MEMCPY_KIND_HTOH, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD,
       MUPTI_ACTIVITY_MEMCPY_KIND_HTOA},
      {MUPTI_ACTIVITY_MEMCPY_KIND_DTOH, MUPTI_ACTIVITY_MEMCPY_KIND_DTOD,
       MUPTI_ACTIVITY_MEMCPY_KIND_DTOA},
      {MUPTI_ACTIVITY_MEMCPY_KIND_ATOH, MUPTI_ACTIVITY_MEMCPY_KIND_ATOD,
       MUPTI_ACTIVITY_MEMCPY_KIND_ATOA}};
  return kinds[sideOf(from)][sideOf(to)];
}

template <typename Record> void describe(Record &record, const __musa_traced_work &work) {
  place(record, work);
  record.bytes = work.bytes;
  record.channelType = MUPTI_CHANNEL_TYPE_ASYNC_MEMCPY;
}

void recordCopy(const __musa_traced_work &work) {
  const auto sides = [&](auto &record) {
    describe(record, work);
    record.srcKind = static_cast<uint8_t>(kindOf(work.from));
    record.dstKind = static_cast<uint8_t>(kindOf(work.to));
  };
  const MUpti_ActivityMemcpyKind kind = copyKind(work.to, work.from);
  if (kind == MUPTI_ACTIVITY_MEMCPY_KIND_DTOD && work.toDevice != work.fromDevice) {
    if (!isEnabled(MUPTI_ACTIVITY_KIND_MEMCPY2))
      return;
    MUpti_ActivityMemcpyPtoP4 record = {};
    record.kind = MUPTI_ACTIVITY_KIND_MEMCPY2;
    record.copyKind = MUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
    sides(record);
    record.srcDeviceId = static_cast<uint32_t>(work.fromDevice);
    record.srcContextId = contextOf(work.fromDevice);
    record.dstDeviceId = static_cast<uint32_t>(work.toDevice);
    record.dstContextId = contextOf(work.toDevice);
    add(record);
    return;
  }
  if (!isEnabled(MUPTI_ACTIVITY_KIND_MEMCPY))
    return;
  MUpti_ActivityMemcpy5 record = {};
  record.kind = MUPTI_ACTIVITY_KIND_MEMCPY;
  record.copyKind = static_cast<uint8_t>(kind);
  sides(record);
  add(record);
}

void recordFill(const __musa_traced_work &work) {
  MUpti_ActivityMemset4 record = {};
  record.kind = MUPTI_ACTIVITY_KIND_MEMSET;
  describe(record, work);
  record.value = work.value;
  record.memoryKind = static_cast<uint16_t>(kindOf(work.to));
  add(record);
}

} // namespace

bool isEnabled(MUpti_ActivityKind kind) {
  return (enabledKinds.load(std::memory_order_relaxed) & bit(kind)) != 0;
}
bool isAnyEnabled() { return enabledKinds != 0; }

void recordBegin(const __musa_traced_call &call) {
  if (!isEnabled(MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
    return;
  const auto &ids = externalIds();
  for (size_t kind = 0; kind < ids.size(); ++kind) {
    if (ids[kind].empty())
      continue;
    MUpti_ActivityExternalCorrelation record = {};
    record.kind = MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    record.externalKind = static_cast<MUpti_ExternalCorrelationKind>(kind);
    record.externalId = ids[kind].back();
    record.correlationId = call.correlation;
    add(record);
  }
}

void recordEnd(const __musa_traced_call &call, MUpti_CallbackId cbid, uint64_t start,
               uint64_t end) {
  const MUpti_ActivityKind kind =
      call.isDriver ? MUPTI_ACTIVITY_KIND_DRIVER : MUPTI_ACTIVITY_KIND_RUNTIME;
  if (isEnabled(kind) && !excluded(call.isDriver).functions[cbid]) {
    MUpti_ActivityAPI record = {};
    record.kind = kind;
    record.cbid = cbid;
    record.start = start;
    record.end = end;
    record.processId = processId();
    record.threadId = threadId();
    record.correlationId = call.correlation;
    std::memcpy(&record.returnValue, call.result, sizeof record.returnValue);
    add(record);
  }
  if (isEnabled(MUPTI_ACTIVITY_KIND_SYNCHRONIZATION))
    recordSynchronization(call, start, end);
  if (isEnabled(MUPTI_ACTIVITY_KIND_STREAM))
    recordCreation(call);
}

void recordWork(const __musa_traced_work &work) {
  switch (work.kind) {
  case __musa_traced_kernel:
  case __musa_traced_library:
    if (isEnabled(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) || isEnabled(MUPTI_ACTIVITY_KIND_KERNEL))
      recordKernel(work);
    return;
  case __musa_traced_copy:
    recordCopy(work);
    return;
  case __musa_traced_fill:
    if (isEnabled(MUPTI_ACTIVITY_KIND_MEMSET))
      recordFill(work);
    return;
  }
}

} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiActivityEnable(MUpti_ActivityKind kind) {
  if (sizeOf(kind) == 0)
    return MUPTI_ERROR_INVALID_KIND;
  if ((enabledKinds.fetch_or(bit(kind)) & bit(kind)) != 0)
    return MUPTI_SUCCESS;
  if (kind == MUPTI_ACTIVITY_KIND_DEVICE)
    recordDevices();
  if (kind == MUPTI_ACTIVITY_KIND_CONTEXT)
    recordContexts();
  updateListening();
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityDisable(MUpti_ActivityKind kind) {
  if (sizeOf(kind) == 0)
    return MUPTI_ERROR_INVALID_KIND;
  enabledKinds &= ~bit(kind);
  updateListening();
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityEnableContext(MUcontext context, MUpti_ActivityKind kind) {
  return context == nullptr ? MUPTI_ERROR_INVALID_CONTEXT : muptiActivityEnable(kind);
}
MUptiResult muptiActivityDisableContext(MUcontext context, MUpti_ActivityKind kind) {
  return context == nullptr ? MUPTI_ERROR_INVALID_CONTEXT : muptiActivityDisable(kind);
}

MUptiResult muptiActivityEnableRuntimeApi(MUpti_CallbackId cbid, uint8_t enable) {
  return enableFunction(false, cbid, enable != 0);
}
MUptiResult muptiActivityEnableDriverApi(MUpti_CallbackId cbid, uint8_t enable) {
  return enableFunction(true, cbid, enable != 0);
}

MUptiResult muptiActivityPushExternalCorrelationId(MUpti_ExternalCorrelationKind kind,
                                                   uint64_t id) {
  if (!isExternal(kind))
    return MUPTI_ERROR_INVALID_PARAMETER;
  externalIds()[kind].push_back(id);
  return MUPTI_SUCCESS;
}

MUptiResult muptiActivityPopExternalCorrelationId(MUpti_ExternalCorrelationKind kind,
                                                  uint64_t *lastId) {
  if (!isExternal(kind))
    return MUPTI_ERROR_INVALID_PARAMETER;
  Stack &stack = externalIds()[kind];
  if (stack.empty())
    return MUPTI_ERROR_QUEUE_EMPTY;
  if (lastId != nullptr)
    *lastId = stack.back();
  stack.pop_back();
  return MUPTI_SUCCESS;
}

MUptiResult muptiFinalize(void) {
  enabledKinds = 0;
  unsubscribeAny();
  updateListening();
  return MUPTI_SUCCESS;
}

} // extern "C"
