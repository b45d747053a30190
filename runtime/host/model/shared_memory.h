//===- host/model/shared_memory.h - device memory of several processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory is the process's own until somebody asks for a handle of it. Then its pages become
// views of a file, at the same addresses, and other processes map that file.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_SHARED_MEMORY_H
#define MUSAPORT_HOST_MODEL_SHARED_MEMORY_H

#include "exec/moving_pages.h"
#include "model/shared_file.h"

#include "driver_types.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace musart {

class MemoryPool;

/// The pages of an allocation as a file. A process that has opened the file keeps what they hold.
class SharedPages {
public:
  /// Turns whole pages into views of a file, with what they hold. Other threads may use them
  /// meanwhile: one that writes waits. A system call that writes to them at that moment fails with
  /// EFAULT, though. Throws ApiError{musaErrorMemoryAllocation}; the pages hold what they held.
  SharedPages(char *begin, size_t bytes);
  /// Makes the pages the process's own again; what they held is lost. False if that fails: then
  /// nobody may have them.
  bool withdraw();

  SharedFileName name() const { return file.name(); }
  const char *begin() const { return first; }

private:
  SharedFile file;
  char *const first;
  std::optional<MovingPages> moving;
};

/// The handle of the allocation by musaMalloc that contains `address`. Throws
/// ApiError{musaErrorInvalidValue} for other memory, and musaErrorNotSupported for what cannot be
/// shared.
musaIpcMemHandle_t shareMemory(const void *address);
/// The same for an allocation of a pool that processes share.
musaMemPoolPtrExportData sharePooled(const void *address);
/// The address of an allocation of the pool here, which another process has shared. It has to be
/// freed as often as it is asked for. Throws ApiError.
void *openPooled(const musaMemPoolPtrExportData &data, const std::shared_ptr<MemoryPool> &pool);
/// Whether openPooled() has given the address. If so, it will be closed once more, by
/// closeMemory(): throws musaErrorInvalidValue if that was said as often as it was asked for.
bool willClosePooled(void *address);
/// The address of another process's allocation here. One that is open already has it again, and
/// has to be closed as often. Throws ApiError.
void *openMemory(const musaIpcMemHandle_t &handle);
/// Whether the address was another process's, and had to be closed.
bool closeMemory(void *address);
/// For musaDeviceReset.
void closeMemoryOf(int device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_MEMORY_H
