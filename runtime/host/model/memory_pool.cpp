//===- host/model/memory_pool.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/memory_pool.h"

#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/graph_capture.h"
#include "model/graph_memory.h"
#include "model/handles.h"
#include "musa_runtime_api.h"

#include <algorithm>

namespace musart {
namespace {

/// Those that programs made; a device's own is no entry.
HandleTable<musaMemPool_t, MemoryPool> &poolTable() {
  static auto *result = new HandleTable<musaMemPool_t, MemoryPool>("a memory pool");
  return *result;
}

musaMemPool_t handleOf(const std::shared_ptr<MemoryPool> &pool) {
  return reinterpret_cast<musaMemPool_t>(pool.get());
}

} // namespace

void MemoryPool::take(size_t bytes) {
  const std::lock_guard lock(mutex);
  used += bytes;
  usedHigh = std::max(usedHigh, used);
}

void MemoryPool::giveBack(size_t bytes) {
  const std::lock_guard lock(mutex);
  used -= bytes;
}

uint64_t MemoryPool::attribute(musaMemPoolAttr which) const {
  const std::lock_guard lock(mutex);
  switch (which) {
  case musaMemPoolReuseFollowEventDependencies:
  case musaMemPoolReuseAllowOpportunistic:
  case musaMemPoolReuseAllowInternalDependencies:
    return reuse[which - musaMemPoolReuseFollowEventDependencies] ? 1 : 0;
  case musaMemPoolAttrReleaseThreshold:
    return releaseThreshold;
  case musaMemPoolAttrReservedMemCurrent:
  case musaMemPoolAttrUsedMemCurrent:
    return used;
  case musaMemPoolAttrReservedMemHigh:
  case musaMemPoolAttrUsedMemHigh:
    return usedHigh;
  }
  throw ApiError{musaErrorInvalidValue};
}

bool MemoryPool::setAttribute(musaMemPoolAttr which, uint64_t value) {
  const std::lock_guard lock(mutex);
  switch (which) {
  case musaMemPoolReuseFollowEventDependencies:
  case musaMemPoolReuseAllowOpportunistic:
  case musaMemPoolReuseAllowInternalDependencies:
    reuse[which - musaMemPoolReuseFollowEventDependencies] = value != 0;
    return true;
  case musaMemPoolAttrReleaseThreshold:
    releaseThreshold = value;
    return true;
  case musaMemPoolAttrReservedMemHigh:
  case musaMemPoolAttrUsedMemHigh:
    if (value != 0) // they can only be reset
      return false;
    usedHigh = used;
    return true;
  default:
    return false;
  }
}

musaMemAccessFlags MemoryPool::access(int peer) const {
  const std::lock_guard lock(mutex);
  return peer == device || peers.count(peer) != 0 ? musaMemAccessFlagsProtReadWrite
                                                  : musaMemAccessFlagsProtNone;
}

void MemoryPool::setAccess(int peer, musaMemAccessFlags flags) {
  const std::lock_guard lock(mutex);
  if (flags == musaMemAccessFlagsProtNone)
    peers.erase(peer);
  else
    peers.insert(peer);
}

std::shared_ptr<MemoryPool> findPool(musaMemPool_t handle) {
  for (const std::unique_ptr<Device> &device : devices())
    if (handle == handleOf(device->defaultPool))
      return device->defaultPool;
  try {
    return poolTable().find(handle);
  } catch (const ApiError &) {
    throw ApiError{musaErrorInvalidValue};
  }
}

namespace {

bool isSettable(musaMemPoolAttr attr) {
  return attr != musaMemPoolAttrReservedMemCurrent && attr != musaMemPoolAttrUsedMemCurrent;
}

bool isFlag(musaMemPoolAttr attr) { return attr < musaMemPoolAttrReleaseThreshold; }

void *allocateFrom(const std::shared_ptr<MemoryPool> &pool, size_t size) {
  if (size == 0)
    return nullptr;
  Allocation request;
  request.size = size;
  request.pool = pool;
  pool->take(size);
  try {
    return deviceAt(pool->device).allocate(std::move(request));
  } catch (...) {
    pool->giveBack(size);
    throw;
  }
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

// The memory is there at once, in whatever order streams come to it.
musaError_t musaMallocAsync(void **devPtr, size_t size, musaStream_t stream) {
  return api([&] {
    require(devPtr != nullptr);
    const std::shared_ptr<Stream> where = findStream(stream);
    if (!captureAllocation(*where, where->device, size, devPtr))
      *devPtr = allocateFrom(where->device.currentPool(), size);
  });
}

musaError_t musaMallocFromPoolAsync(void **ptr, size_t size, musaMemPool_t memPool,
                                    musaStream_t stream) {
  return api([&] {
    require(ptr != nullptr);
    const std::shared_ptr<Stream> where = findStream(stream);
    const std::shared_ptr<MemoryPool> pool = findPool(memPool);
    if (!captureAllocation(*where, deviceAt(pool->device), size, ptr))
      *ptr = allocateFrom(pool, size);
  });
}

musaError_t musaFreeAsync(void *devPtr, musaStream_t stream) {
  return api([&] {
    const std::shared_ptr<Stream> where = findStream(stream);
    if (devPtr == nullptr || captureFree(*where, devPtr))
      return;
    if (std::shared_ptr<GraphMemory> memory = freeGraphMemory(devPtr)) {
      where->submit(Nothing{std::move(memory)});
      return;
    }
    bool first = false;
    const bool found = allocations().update(devPtr, [&](Allocation &one) {
      first = one.address == devPtr && one.kind == Allocation::Kind::Device && !one.freeIsPending;
      if (first)
        one.freeIsPending = true;
    });
    require(found && first);
    where->submit(FreeMemory{devPtr});
  });
}

musaError_t musaDeviceGetDefaultMemPool(musaMemPool_t *memPool, int device) {
  return api([&] {
    require(memPool != nullptr);
    *memPool = handleOf(deviceAt(device).defaultPool);
  });
}

musaError_t musaDeviceGetMemPool(musaMemPool_t *memPool, int device) {
  return api([&] {
    require(memPool != nullptr);
    *memPool = handleOf(deviceAt(device).currentPool());
  });
}

musaError_t musaDeviceSetMemPool(int device, musaMemPool_t memPool) {
  return api([&] {
    std::shared_ptr<MemoryPool> pool = findPool(memPool);
    require(pool->device == device);
    deviceAt(device).setPool(std::move(pool));
  });
}

musaError_t musaMemPoolCreate(musaMemPool_t *memPool, const musaMemPoolProps *poolProps) {
  return api([&] {
    require(memPool != nullptr && poolProps != nullptr &&
            poolProps->allocType == musaMemAllocationTypePinned);
    require(poolProps->handleTypes == musaMemHandleTypeNone &&
                poolProps->location.type == musaMemLocationTypeDevice,
            musaErrorNotSupported);
    *memPool =
        poolTable().add(std::make_shared<MemoryPool>(deviceAt(poolProps->location.id).ordinal));
  });
}

/// Memory that it gave stays valid.
musaError_t musaMemPoolDestroy(musaMemPool_t memPool) {
  return api([&] {
    const std::shared_ptr<MemoryPool> pool = findPool(memPool);
    Device &device = deviceAt(pool->device);
    require(pool != device.defaultPool);
    poolTable().remove(memPool);
    if (device.currentPool() == pool)
      device.setPool(device.defaultPool);
  });
}

musaError_t musaMemPoolTrimTo(musaMemPool_t memPool, size_t) {
  return api([&] { findPool(memPool); }); // nothing is kept back
}

musaError_t musaMemPoolGetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void *value) {
  return api([&] {
    require(value != nullptr);
    const uint64_t is = findPool(memPool)->attribute(attr);
    if (isFlag(attr))
      *static_cast<int *>(value) = static_cast<int>(is);
    else
      *static_cast<uint64_t *>(value) = is;
  });
}

musaError_t musaMemPoolSetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void *value) {
  return api([&] {
    require(value != nullptr && isSettable(attr));
    const uint64_t wanted = isFlag(attr) ? static_cast<uint64_t>(*static_cast<int *>(value))
                                         : *static_cast<uint64_t *>(value);
    require(findPool(memPool)->setAttribute(attr, wanted));
  });
}

musaError_t musaMemPoolGetAccess(musaMemAccessFlags *flags, musaMemPool_t memPool,
                                 musaMemLocation *location) {
  return api([&] {
    require(flags != nullptr && location != nullptr && location->type == musaMemLocationTypeDevice);
    *flags = findPool(memPool)->access(deviceAt(location->id).ordinal);
  });
}

musaError_t musaMemPoolSetAccess(musaMemPool_t memPool, const musaMemAccessDesc *descList,
                                 size_t count) {
  return api([&] {
    require(descList != nullptr || count == 0);
    const std::shared_ptr<MemoryPool> pool = findPool(memPool);
    for (size_t i = 0; i < count; ++i) {
      const musaMemAccessDesc &one = descList[i];
      require(one.location.type == musaMemLocationTypeDevice);
      const int peer = deviceAt(one.location.id).ordinal;
      require(peer != pool->device || one.flags == musaMemAccessFlagsProtReadWrite);
      pool->setAccess(peer, one.flags);
    }
  });
}

} // extern "C"
