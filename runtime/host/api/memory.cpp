//===- host/api/memory.cpp - the memory allocation API ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/memory.h"
#include "api/error.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/graph_capture.h"
#include "model/graph_memory.h"
#include "model/shared_memory.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <cstring>

namespace musart {

size_t product(std::initializer_list<size_t> factors) {
  size_t result = 1;
  for (const size_t factor : factors)
    require(!__builtin_mul_overflow(result, factor, &result), musaErrorMemoryAllocation);
  return result;
}

void *allocateDevice(size_t size, Allocation::Kind kind, unsigned flags) {
  requireNoUnsafeCall();
  if (size == 0)
    return nullptr;
  Allocation request;
  request.kind = kind;
  request.size = size;
  request.flags = flags;
  return currentDevice().allocate(std::move(request));
}

namespace {

/// Rows begin at multiples of it.
constexpr size_t pitchAlignment = 512;

using Kind = Allocation::Kind;

void *allocateHost(size_t size, unsigned flags) {
  constexpr unsigned known =
      musaHostAllocPortable | musaHostAllocMapped | musaHostAllocWriteCombined;
  require((flags & ~known) == 0);
  requireNoUnsafeCall();
  if (size == 0)
    return nullptr;
  Allocation request;
  request.kind = Kind::Host;
  request.size = size;
  request.device = currentDevice().ordinal;
  request.flags = flags;
  return allocations().allocate(std::move(request));
}

/// Work that may use the memory is done first, as CUDA does it.
void freeDevice(void *address) {
  requireNoUnsafeCall();
  if (address == nullptr) {
    currentDevice(); // programs free nothing to have the device started
    return;
  }
  const std::optional<Allocation> known = allocations().find(address);
  if (known)
    deviceAt(known->device).synchronize();
  if (freeGraphMemory(address) != nullptr)
    return;
  if (willClosePooled(address)) {
    closeMemory(address);
    return;
  }
  const auto accepts = [](const Allocation &one) {
    return (one.kind == Kind::Device || one.kind == Kind::Managed) && !one.freeIsPending;
  };
  if (!allocations().free(address, accepts)) {
    printMisuse("musaFree of " + addressText(address) + ", " + allocations().describe(address));
    throw ApiError{musaErrorInvalidValue};
  }
}

size_t pitchOf(size_t width) {
  return product({width / pitchAlignment + (width % pitchAlignment != 0 ? 1 : 0), pitchAlignment});
}

/// Of managed memory; musaMemAdvise and its kin accept no other.
void requireManaged(const void *devPtr, size_t count) {
  const std::optional<Allocation> known = allocations().find(devPtr);
  require(count > 0 && known && known->contains(devPtr, count) && known->isManaged());
}

void requireLocation(int location) {
  if (location != musaCpuDeviceId)
    deviceAt(location);
}

int locationOf(const musaMemLocation &location) {
  switch (location.type) {
  case musaMemLocationTypeDevice:
    return deviceAt(location.id).ordinal;
  case musaMemLocationTypeHost:
    return musaCpuDeviceId;
  default:
    throw ApiError{musaErrorNotSupported};
  }
}

/// The others ignore the place that they are called with.
bool namesPlace(musaMemoryAdvise advice) {
  return advice == musaMemAdviseSetPreferredLocation || advice == musaMemAdviseSetAccessedBy ||
         advice == musaMemAdviseUnsetAccessedBy;
}

void advise(const void *devPtr, size_t count, musaMemoryAdvise advice, int location) {
  requireManaged(devPtr, count);
  if (namesPlace(advice))
    requireLocation(location);
  require(advice >= musaMemAdviseSetReadMostly && advice <= musaMemAdviseUnsetAccessedBy);
  allocations().update(devPtr, [&](Allocation &one) {
    switch (advice) {
    case musaMemAdviseSetReadMostly:
    case musaMemAdviseUnsetReadMostly:
      one.readMostly = advice == musaMemAdviseSetReadMostly;
      break;
    case musaMemAdviseSetPreferredLocation:
      one.preferredLocation = location;
      break;
    case musaMemAdviseUnsetPreferredLocation:
      one.preferredLocation = musaInvalidDeviceId;
      break;
    case musaMemAdviseSetAccessedBy:
    case musaMemAdviseUnsetAccessedBy:
      std::erase(one.accessedBy, location);
      if (advice == musaMemAdviseSetAccessedBy)
        one.accessedBy.push_back(location);
      break;
    }
  });
}

/// The memory is everywhere already: what is left is the record.
void prefetch(const void *devPtr, size_t count, int location, musaStream_t stream) {
  findStream(stream);
  requireManaged(devPtr, count);
  requireLocation(location);
  allocations().update(devPtr, [&](Allocation &one) { one.lastPrefetch = location; });
}

void rangeAttribute(void *data, size_t dataSize, musaMemRangeAttribute attribute,
                    const Allocation &memory) {
  require(data != nullptr && dataSize >= sizeof(int) && dataSize % sizeof(int) == 0);
  int *values = static_cast<int *>(data);
  switch (attribute) {
  case musaMemRangeAttributeReadMostly:
    *values = memory.readMostly ? 1 : 0;
    return;
  case musaMemRangeAttributePreferredLocation:
    *values = memory.preferredLocation;
    return;
  case musaMemRangeAttributeLastPrefetchLocation:
    *values = memory.lastPrefetch;
    return;
  case musaMemRangeAttributeAccessedBy:
    for (size_t i = 0; i < dataSize / sizeof(int); ++i)
      values[i] = i < memory.accessedBy.size() ? memory.accessedBy[i] : musaInvalidDeviceId;
    return;
  case musaMemRangeAttributePreferredLocationType:
  case musaMemRangeAttributePreferredLocationId:
  case musaMemRangeAttributeLastPrefetchLocationType:
  case musaMemRangeAttributeLastPrefetchLocationId: {
    const bool isPreferred = attribute == musaMemRangeAttributePreferredLocationType ||
                             attribute == musaMemRangeAttributePreferredLocationId;
    const bool isType = attribute == musaMemRangeAttributePreferredLocationType ||
                        attribute == musaMemRangeAttributeLastPrefetchLocationType;
    const int location = isPreferred ? memory.preferredLocation : memory.lastPrefetch;
    const int type = location == musaInvalidDeviceId ? musaMemLocationTypeInvalid
                     : location == musaCpuDeviceId   ? musaMemLocationTypeHost
                                                     : musaMemLocationTypeDevice;
    *values = isType ? type : std::max(location, 0);
    return;
  }
  }
  throw ApiError{musaErrorInvalidValue};
}

Allocation requireRange(const void *devPtr, size_t count) {
  requireManaged(devPtr, count);
  return *allocations().find(devPtr);
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaMalloc(void **devPtr, size_t size) {
  const musaMalloc_v3020_params parameters{devPtr, size};
  return api(
      [&] {
        require(devPtr != nullptr);
        *devPtr = allocateDevice(size);
      },
      &parameters);
}

musaError_t musaFree(void *devPtr) {
  const musaFree_v3020_params parameters{devPtr};
  return api([&] { freeDevice(devPtr); }, &parameters);
}

musaError_t musaMallocManaged(void **devPtr, size_t size, unsigned flags) {
  return api([&] {
    require(devPtr != nullptr && size > 0 &&
            (flags == musaMemAttachGlobal || flags == musaMemAttachHost));
    *devPtr = allocateDevice(size, Kind::Managed, flags);
  });
}

musaError_t musaHostAlloc(void **pHost, size_t size, unsigned flags) {
  return api([&] {
    require(pHost != nullptr);
    *pHost = allocateHost(size, flags);
  });
}

musaError_t musaMallocHost(void **ptr, size_t size) {
  return api<Context::NotNeeded>([&] { return musaHostAlloc(ptr, size, musaHostAllocDefault); });
}

musaError_t musaFreeHost(void *ptr) {
  return api([&] {
    if (ptr == nullptr)
      return;
    requireNoUnsafeCall();
    for (const std::unique_ptr<Device> &device : devices())
      device->synchronize();
    require(allocations().free(ptr, [](const Allocation &one) { return one.kind == Kind::Host; }));
  });
}

musaError_t musaHostRegister(void *ptr, size_t size, unsigned flags) {
  return api([&] {
    constexpr unsigned known = musaHostRegisterPortable | musaHostRegisterMapped |
                               musaHostRegisterIoMemory | musaHostRegisterReadOnly;
    require(ptr != nullptr && size > 0 && (flags & ~known) == 0);
    require((flags & musaHostRegisterIoMemory) == 0, musaErrorNotSupported);
    Allocation range;
    range.kind = Kind::Registered;
    range.address = static_cast<char *>(ptr);
    range.size = size;
    range.device = currentDevice().ordinal;
    range.flags = flags;
    allocations().addRegistered(std::move(range));
  });
}

musaError_t musaHostUnregister(void *ptr) {
  return api([&] {
    for (const std::unique_ptr<Device> &device : devices())
      device->synchronize();
    require(ptr != nullptr);
    require(allocations().removeRegistered(ptr), musaErrorHostMemoryNotRegistered);
  });
}

musaError_t musaHostGetDevicePointer(void **pDevice, void *pHost, unsigned flags) {
  return api([&] {
    require(pDevice != nullptr && flags == 0);
    const std::optional<Allocation> known = allocations().find(pHost);
    require(known && known->isHost());
    *pDevice = pHost;
  });
}

musaError_t musaHostGetFlags(unsigned *pFlags, void *pHost) {
  return api([&] {
    require(pFlags != nullptr);
    const std::optional<Allocation> known = allocations().find(pHost);
    require(known && known->isHost());
    *pFlags = known->flags | musaHostAllocMapped;
  });
}

musaError_t musaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height) {
  return api([&] {
    require(devPtr != nullptr && pitch != nullptr);
    const size_t made = pitchOf(width);
    *devPtr = allocateDevice(product({made, height}));
    *pitch = made;
  });
}

musaError_t musaMalloc3D(musaPitchedPtr *pitchedDevPtr, musaExtent extent) {
  return api([&] {
    require(pitchedDevPtr != nullptr);
    const size_t pitch = pitchOf(extent.width);
    pitchedDevPtr->ptr = allocateDevice(product({pitch, extent.height, extent.depth}));
    pitchedDevPtr->pitch = pitch;
    pitchedDevPtr->xsize = extent.width;
    pitchedDevPtr->ysize = extent.height;
  });
}

musaError_t musaMemGetInfo(size_t *free, size_t *total) {
  return api([&] {
    require(free != nullptr && total != nullptr);
    *free = currentDevice().freeBytes();
    *total = currentDevice().totalBytes();
  });
}

musaError_t musaPointerGetAttributes(musaPointerAttributes *attributes, const void *ptr) {
  return api([&] {
    require(attributes != nullptr);
    *attributes = {};
    const std::optional<Allocation> known = allocations().find(ptr);
    if (!known) {
      attributes->type = musaMemoryTypeUnregistered;
      attributes->device = musaInvalidDeviceId;
      attributes->hostPointer = const_cast<void *>(ptr);
      return;
    }
    attributes->device = known->device;
    attributes->devicePointer = const_cast<void *>(ptr);
    if (known->isDevice()) {
      attributes->type = musaMemoryTypeDevice;
    } else {
      attributes->type = known->isHost() ? musaMemoryTypeHost : musaMemoryTypeManaged;
      attributes->hostPointer = const_cast<void *>(ptr);
    }
  });
}

musaError_t musaMemAdvise(const void *devPtr, size_t count, musaMemoryAdvise advice, int device) {
  return api([&] { advise(devPtr, count, advice, device); });
}
musaError_t musaMemAdvise_v2(const void *devPtr, size_t count, musaMemoryAdvise advice,
                             musaMemLocation location) {
  return api([&] {
    advise(devPtr, count, advice, namesPlace(advice) ? locationOf(location) : musaInvalidDeviceId);
  });
}

musaError_t musaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                 musaStream_t stream) {
  return api([&] { prefetch(devPtr, count, dstDevice, stream); });
}
musaError_t musaMemPrefetchAsync_v2(const void *devPtr, size_t count, musaMemLocation location,
                                    unsigned flags, musaStream_t stream) {
  return api([&] {
    require(flags == 0);
    prefetch(devPtr, count, locationOf(location), stream);
  });
}

musaError_t musaMemRangeGetAttribute(void *data, size_t dataSize, musaMemRangeAttribute attribute,
                                     const void *devPtr, size_t count) {
  return api([&] { rangeAttribute(data, dataSize, attribute, requireRange(devPtr, count)); });
}

musaError_t musaMemRangeGetAttributes(void **data, size_t *dataSizes,
                                      musaMemRangeAttribute *attributes, size_t numAttributes,
                                      const void *devPtr, size_t count) {
  return api([&] {
    require(data != nullptr && dataSizes != nullptr && attributes != nullptr);
    const Allocation memory = requireRange(devPtr, count);
    for (size_t i = 0; i < numAttributes; ++i)
      rangeAttribute(data[i], dataSizes[i], attributes[i], memory);
  });
}

musaError_t musaStreamAttachMemAsync(musaStream_t stream, void *devPtr, size_t length,
                                     unsigned flags) {
  return api([&] {
    findStream(stream);
    require(flags == musaMemAttachGlobal || flags == musaMemAttachHost ||
            flags == musaMemAttachSingle);
    const std::optional<Allocation> known = allocations().find(devPtr);
    require(known && known->isManaged() && (length == 0 || length == known->size));
  });
}

} // extern "C"
