//===- host/api/memory_pool.cpp - the stream-ordered allocation API -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/memory_pool.h"

#include "api/error.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/graph_capture.h"
#include "model/graph_memory.h"
#include "model/shared_memory.h"
#include "musa_runtime_api.h"

using namespace musart;

namespace {

bool isSettable(musaMemPoolAttr attr) {
  return attr != musaMemPoolAttrReservedMemCurrent && attr != musaMemPoolAttrUsedMemCurrent;
}

bool isFlag(musaMemPoolAttr attr) { return attr < musaMemPoolAttrReleaseThreshold; }

/// Whether processes share by files; false: they do not share. Throws for all other ways.
bool isFile(musaMemAllocationHandleType type) {
  constexpr unsigned others =
      musaMemHandleTypeWin32 | musaMemHandleTypeWin32Kmt | musaMemHandleTypeFabric;
  const unsigned bits = type;
  require((bits & others) == 0, musaErrorNotSupported);
  require((bits & ~unsigned{musaMemHandleTypePosixFileDescriptor}) == 0);
  return bits != 0;
}

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
    require(!pool->isImported());
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
    if (willClosePooled(devPtr)) {
      where->submit(FreeMemory{devPtr, /*isImported=*/true});
      return;
    }
    bool first = false;
    const bool found = allocations().update(devPtr, [&](Allocation &one) {
      first = one.address == devPtr && !one.freeIsPending && one.kind == Allocation::Kind::Device;
      one.freeIsPending |= first;
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
    require(pool->device == device && !pool->isImported());
    deviceAt(device).setPool(std::move(pool));
  });
}

musaError_t musaMemPoolCreate(musaMemPool_t *memPool, const musaMemPoolProps *poolProps) {
  return api([&] {
    require(memPool != nullptr && poolProps != nullptr &&
            poolProps->allocType == musaMemAllocationTypePinned);
    require(poolProps->location.type == musaMemLocationTypeDevice, musaErrorNotSupported);
    const int device = deviceAt(poolProps->location.id).ordinal;
    const bool isShared = isFile(poolProps->handleTypes);
    *memPool = addPool(isShared ? MemoryPool::makeShared(device, poolProps->maxSize)
                                : std::make_shared<MemoryPool>(device, poolProps->maxSize));
  });
}

/// Memory that it gave stays valid.
musaError_t musaMemPoolDestroy(musaMemPool_t memPool) {
  return api([&] {
    const std::shared_ptr<MemoryPool> pool = findPool(memPool);
    Device &device = deviceAt(pool->device);
    require(pool != device.defaultPool);
    removePool(memPool);
    if (device.currentPool() == pool)
      device.setPool(device.defaultPool);
  });
}

/// The program closes the file.
musaError_t musaMemPoolExportToShareableHandle(void *shareableHandle, musaMemPool_t memPool,
                                               musaMemAllocationHandleType handleType,
                                               unsigned flags) {
  return api([&] {
    require(shareableHandle != nullptr && flags == 0 && isFile(handleType));
    *static_cast<int *>(shareableHandle) = findPool(memPool)->exportFile();
  });
}

/// A file descriptor is given as the pointer's value.
musaError_t musaMemPoolImportFromShareableHandle(musaMemPool_t *memPool, void *shareableHandle,
                                                 musaMemAllocationHandleType handleType,
                                                 unsigned flags) {
  return api([&] {
    require(memPool != nullptr && flags == 0 && isFile(handleType));
    const auto file = static_cast<int>(reinterpret_cast<intptr_t>(shareableHandle));
    *memPool = addPool(MemoryPool::import(file));
  });
}

musaError_t musaMemPoolExportPointer(musaMemPoolPtrExportData *exportData, void *ptr) {
  return api([&] {
    require(exportData != nullptr);
    *exportData = sharePooled(ptr);
  });
}

musaError_t musaMemPoolImportPointer(void **ptr, musaMemPool_t memPool,
                                     musaMemPoolPtrExportData *exportData) {
  return api([&] {
    require(ptr != nullptr && exportData != nullptr);
    *ptr = openPooled(*exportData, findPool(memPool));
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
