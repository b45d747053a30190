//===- host/model/memory_pool.h - stream-ordered memory ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_MEMORY_POOL_H
#define MUSAPORT_HOST_MODEL_MEMORY_POOL_H

#include "model/shared_file.h"

#include "driver_types.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace musart {

/// The source of memory for musaMallocAsync. It only counts: freed memory returns to the system at
/// once, as with a release threshold of 0.
class MemoryPool {
public:
  /// `maxBytes`: 0 means no limit.
  explicit MemoryPool(int device, size_t maxBytes = 0) : device(device), maxBytes(maxBytes) {}
  /// A pool that other processes can import.
  static std::shared_ptr<MemoryPool> makeShared(int device, size_t maxBytes);
  /// That of the process that exported the file: it gives addresses of what that process has
  /// allocated, and allocates nothing. Throws ApiError{musaErrorInvalidValue} if the file is none.
  static std::shared_ptr<MemoryPool> import(int file);
  const int device;

  bool isShared() const { return file.has_value(); }
  bool isImported() const { return imported; }
  /// A new file descriptor. Throws ApiError{musaErrorInvalidValue} unless it is shared.
  int exportFile() const;
  /// The same in all processes that share it.
  ino_t id() const { return file->name().inode; }

  /// Throws ApiError{musaErrorMemoryAllocation} if that is more than the pool's limit.
  void take(size_t bytes);
  void giveBack(size_t bytes);
  uint64_t attribute(musaMemPoolAttr which) const;
  /// False if the attribute is read-only.
  bool setAttribute(musaMemPoolAttr which, uint64_t value);
  musaMemAccessFlags access(int peer) const;
  void setAccess(int peer, musaMemAccessFlags flags);

private:
  const size_t maxBytes;
  std::optional<SharedFile> file; ///< names a pool that processes share
  bool imported = false;
  mutable std::mutex mutex;
  uint64_t used = 0;
  uint64_t usedHigh = 0;
  uint64_t releaseThreshold = 0;
  bool reuse[3] = {true, true, true}; ///< musaMemPoolReuseFollowEventDependencies and next two
  std::set<int> peers;
};

/// Registers a pool that the program created and returns its handle. A device's own pool does not
/// need this.
musaMemPool_t addPool(std::shared_ptr<MemoryPool> pool);
void removePool(musaMemPool_t handle);
inline musaMemPool_t handleOf(const std::shared_ptr<MemoryPool> &pool) {
  return reinterpret_cast<musaMemPool_t>(pool.get());
}
/// Throws musaErrorInvalidValue.
std::shared_ptr<MemoryPool> findPool(musaMemPool_t handle);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_MEMORY_POOL_H
