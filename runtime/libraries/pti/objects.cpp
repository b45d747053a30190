//===- libraries/pti/objects.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects.h"

#include "buffers.h"
#include "generated_musa_runtime_api_meta.h"
#include "listening.h"
#include "names.h"

#include <cstring>
#include <string_view>

namespace musaport::pti {
namespace {

void recordDevice(int device, const musaDeviceProp &is) {
  MUpti_ActivityDevice5 record = {};
  record.kind = MUPTI_ACTIVITY_KIND_DEVICE;
  record.flags = is.concurrentKernels != 0 ? MUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS
                                           : MUPTI_ACTIVITY_FLAG_NONE;
  // Twice the clock, since memory of GPUs works on both edges; in KB/s.
  record.globalMemoryBandwidth = uint64_t{2} * static_cast<unsigned>(is.memoryClockRate) *
                                 static_cast<unsigned>(is.memoryBusWidth / 8);
  record.globalMemorySize = is.totalGlobalMem;
  record.constantMemorySize = static_cast<uint32_t>(is.totalConstMem);
  record.l2CacheSize = static_cast<uint32_t>(is.l2CacheSize);
  record.numThreadsPerWarp = static_cast<uint32_t>(is.warpSize);
  record.coreClockRate = static_cast<uint32_t>(is.clockRate);
  record.numMemcpyEngines = static_cast<uint32_t>(is.asyncEngineCount);
  record.numMultiprocessors = static_cast<uint32_t>(is.multiProcessorCount);
  record.maxWarpsPerMultiprocessor =
      static_cast<uint32_t>(is.maxThreadsPerMultiProcessor / is.warpSize);
  record.maxBlocksPerMultiprocessor = static_cast<uint32_t>(is.maxBlocksPerMultiProcessor);
  record.maxSharedMemoryPerMultiprocessor = static_cast<uint32_t>(is.sharedMemPerMultiprocessor);
  record.maxRegistersPerMultiprocessor = static_cast<uint32_t>(is.regsPerMultiprocessor);
  record.maxRegistersPerBlock = static_cast<uint32_t>(is.regsPerBlock);
  record.maxSharedMemoryPerBlock = static_cast<uint32_t>(is.sharedMemPerBlock);
  record.maxThreadsPerBlock = static_cast<uint32_t>(is.maxThreadsPerBlock);
  record.maxBlockDimX = static_cast<uint32_t>(is.maxThreadsDim[0]);
  record.maxBlockDimY = static_cast<uint32_t>(is.maxThreadsDim[1]);
  record.maxBlockDimZ = static_cast<uint32_t>(is.maxThreadsDim[2]);
  record.maxGridDimX = static_cast<uint32_t>(is.maxGridSize[0]);
  record.maxGridDimY = static_cast<uint32_t>(is.maxGridSize[1]);
  record.maxGridDimZ = static_cast<uint32_t>(is.maxGridSize[2]);
  record.computeCapabilityMajor = static_cast<uint32_t>(is.major);
  record.computeCapabilityMinor = static_cast<uint32_t>(is.minor);
  record.id = static_cast<uint32_t>(device);
  record.eccEnabled = static_cast<uint32_t>(is.ECCEnabled);
  static_assert(sizeof record.uuid == sizeof is.uuid);
  std::memcpy(&record.uuid, &is.uuid, sizeof record.uuid);
  record.name = kept(is.name);
  record.isMusaVisible = 1;
  add(record);
}

} // namespace

std::optional<__musa_traced_stream> findStream(musaStream_t stream, bool perThread) {
  __musa_traced_stream result = {};
  if (!__musa_seen_stream(stream, perThread, __musa_seen_device(), &result))
    return std::nullopt;
  return result;
}

void recordDevices() {
  musaDeviceProp is = {};
  for (int device = 0; __musa_seen_properties(device, &is); ++device)
    recordDevice(device, is);
}

void recordContexts() {
  __musa_traced_stream nullStream = {};
  for (int device = 0; __musa_seen_stream(nullptr, false, device, &nullStream); ++device) {
    MUpti_ActivityContext2 record = {};
    record.kind = MUPTI_ACTIVITY_KIND_CONTEXT;
    record.contextId = contextOf(device);
    record.deviceId = static_cast<uint32_t>(device);
    record.computeApiKind = MUPTI_ACTIVITY_COMPUTE_API_MUSA;
    record.nullStreamId = static_cast<uint16_t>(nullStream.id);
    add(record);
  }
}

musaStream_t createdBy(const __musa_traced_call &call) {
  musaError_t result = musaErrorUnknown;
  std::memcpy(&result, call.result, sizeof result);
  if (result != musaSuccess)
    return nullptr;
  const std::string_view function = call.function;
  if (function == "musaStreamCreate")
    return *static_cast<const musaStreamCreate_v3020_params *>(call.parameters)->pStream;
  if (function == "musaStreamCreateWithFlags")
    return *static_cast<const musaStreamCreateWithFlags_v5000_params *>(call.parameters)->pStream;
  if (function == "musaStreamCreateWithPriority")
    return *static_cast<const musaStreamCreateWithPriority_v5050_params *>(call.parameters)
                ->pStream;
  return nullptr;
}

void recordCreation(const __musa_traced_call &call) {
  const musaStream_t stream = createdBy(call);
  const auto found = stream != nullptr ? findStream(stream, false) : std::nullopt;
  if (!found)
    return;
  MUpti_ActivityStream record = {};
  record.kind = MUPTI_ACTIVITY_KIND_STREAM;
  record.contextId = contextOf(found->device);
  record.streamId = static_cast<uint32_t>(found->id);
  record.priority = static_cast<uint32_t>(found->priority);
  record.flag = found->flags == musaStreamNonBlocking
                    ? MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING
                    : MUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT;
  record.correlationId = call.correlation;
  add(record);
}

} // namespace musaport::pti
