//===- host/model/memory_pool.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/memory_pool.h"

#include "model/device.h"
#include "model/error.h"
#include "model/handles.h"
#include "model/settings.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace musart {
namespace {

/// Those that programs made; a device's own is no entry.
HandleTable<musaMemPool_t, MemoryPool> &poolTable() {
  static auto *result = new HandleTable<musaMemPool_t, MemoryPool>("a memory pool");
  return *result;
}

/// What the file of a shared pool holds.
struct PoolRecord {
  static constexpr uint32_t known = 0x504f4f4c;
  uint32_t kind = 0;
  int device = 0; ///< its number for all processes
};

} // namespace

std::shared_ptr<MemoryPool> MemoryPool::makeShared(int device, size_t maxBytes) {
  auto pool = std::make_shared<MemoryPool>(device, maxBytes);
  pool->file.emplace(sizeof(PoolRecord));
  const PoolRecord record = {PoolRecord::known, settings().numberOf(device)};
  char *mapped = pool->file->map();
  std::memcpy(mapped, &record, sizeof record);
  munmap(mapped, sizeof record);
  return pool;
}

std::shared_ptr<MemoryPool> MemoryPool::import(int file) {
  std::optional<SharedFile> shared = SharedFile::ofDescriptor(file);
  require(shared.has_value() && shared->bytes() == sizeof(PoolRecord));
  PoolRecord record;
  char *mapped = shared->map();
  std::memcpy(&record, mapped, sizeof record);
  munmap(mapped, sizeof record);
  require(record.kind == PoolRecord::known);
  const std::optional<int> device = settings().deviceOfNumber(record.device);
  require(device.has_value());
  auto pool = std::make_shared<MemoryPool>(*device);
  pool->file.emplace(std::move(*shared));
  pool->imported = true;
  return pool;
}

int MemoryPool::exportFile() const {
  require(isShared() && !imported);
  return file->duplicate();
}

void MemoryPool::take(size_t bytes) {
  const std::lock_guard lock(mutex);
  require(maxBytes == 0 || (bytes <= maxBytes && used <= maxBytes - bytes),
          musaErrorMemoryAllocation);
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

musaMemPool_t addPool(std::shared_ptr<MemoryPool> pool) { return poolTable().add(std::move(pool)); }
void removePool(musaMemPool_t handle) { poolTable().remove(handle); }

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

} // namespace musart
