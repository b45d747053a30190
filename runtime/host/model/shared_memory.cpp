//===- host/model/shared_memory.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/shared_memory.h"

#include "exec/execution.h"
#include "model/allocations.h"
#include "model/error.h"
#include "model/memory_pool.h"
#include "model/settings.h"
#include "model/shared_handle.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace musart {
namespace {

struct MemoryName : SharedName {
  static constexpr uint32_t known = 0x4d454d31;
  size_t offset = 0; ///< of the allocation in the file, in bytes
  size_t size = 0;   ///< of the allocation, in bytes
};

struct PooledName : MemoryName {
  static constexpr uint32_t known = 0x4d454d32;
  ino_t pool = 0;
};

/// Another process's allocation.
struct Opened {
  char *mapped = nullptr;
  size_t mappedBytes = 0;
  char *address = nullptr;
  size_t uses = 0;
  size_t closing = 0; ///< of the uses: see willClosePooled()
  bool isPooled = false;
};

struct OpenedMemory {
  std::mutex mutex;
  std::unordered_map<ino_t, Opened> byFile;

  std::unordered_map<ino_t, Opened>::iterator find(const void *address) {
    return std::find_if(byFile.begin(), byFile.end(),
                        [=](const auto &one) { return one.second.address == address; });
  }
};

OpenedMemory &openedMemory() {
  static auto *result = new OpenedMemory; // outlives the program's own objects
  return *result;
}

constexpr size_t pieceBytes = size_t{32} << 20;

/// Copies pages, except those of zeros: pages that nobody has touched stay without memory.
void copyPages(char *to, const char *from, size_t bytes) {
  static constexpr char zeros[pageBytes] = {};
  for (size_t at = 0; at < bytes; at += pageBytes)
    if (std::memcmp(from + at, zeros, pageBytes) != 0)
      std::memcpy(to + at, from + at, pageBytes);
}

void unmap(const Opened &memory) {
  allocations().removeMapped(memory.address);
  // With MUSA_HOST_CHECK=1 the addresses stay taken, and what still uses them is found out.
  void *kept = settings().check
                   ? mmap(memory.mapped, memory.mappedBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0)
                   : MAP_FAILED;
  if (kept == MAP_FAILED)
    munmap(memory.mapped, memory.mappedBytes);
}

} // namespace

SharedPages::SharedPages(char *begin, size_t bytes)
    : file(bytes), first(begin), moving(std::in_place, begin, bytes) {
  const FirstFaultHandler handler;
  char *copy = file.map();
  // Piece by piece, so that there is never much of it twice.
  for (size_t at = 0; at < bytes; at += pieceBytes) {
    const size_t size = std::min(pieceBytes, bytes - at);
    const bool isReadOnly = mprotect(begin + at, size, PROT_READ) == 0;
    try {
      require(isReadOnly, musaErrorMemoryAllocation);
      copyPages(copy + at, begin + at, size);
      file.mapAt(begin + at, at, size);
    } catch (const ApiError &) {
      mprotect(begin + at, size, PROT_READ | PROT_WRITE);
      munmap(copy, bytes);
      throw;
    }
  }
  munmap(copy, bytes);
}

bool SharedPages::withdraw() {
  moving.reset();
  if (mmap(first, file.bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
           0) != MAP_FAILED)
    return true;
  printError("the system has no memory for the pages that other processes had; their addresses "
             "stay unused");
  return false;
}

namespace {

/// Shares the allocation that contains `address` if `accepts` does; returns its name and device.
template <typename Accepts>
std::pair<MemoryName, Allocation> share(const void *address, Accepts accepts) {
  std::pair<MemoryName, Allocation> result;
  const bool found = allocations().update(address, [&](Allocation &one) {
    require(one.kind == Allocation::Kind::Device && accepts(one) && !one.freeIsPending);
    require(isShareable(one), musaErrorNotSupported);
    if (one.shared == nullptr) {
      const PageRange pages = pagesOf(one);
      one.shared = std::make_shared<SharedPages>(pages.begin, pages.bytes);
    }
    MemoryName &name = result.first;
    name.file = one.shared->name();
    name.offset = static_cast<size_t>(one.address - one.shared->begin());
    name.size = one.size;
    result.second = one;
  });
  require(found);
  return result;
}

/// `pool`: the importing process's; null: the memory is of none.
void *open(const MemoryName &name, const std::shared_ptr<MemoryPool> &pool) {
  OpenedMemory &opened = openedMemory();
  const std::lock_guard lock(opened.mutex);
  if (const auto known = opened.byFile.find(name.file.inode); known != opened.byFile.end()) {
    ++known->second.uses;
    return known->second.address;
  }
  const std::optional<SharedFile> file = SharedFile::open(name.file);
  require(file.has_value(), musaErrorMapBufferObjectFailed);
  const size_t bytes = file->bytes();
  require(name.offset <= bytes && name.size <= bytes - name.offset, musaErrorInvalidResourceHandle);
  char *mapped = file->map();
  Allocation memory;
  memory.kind = Allocation::Kind::Opened;
  memory.address = mapped + name.offset;
  memory.size = name.size;
  memory.device = name.device;
  memory.pool = pool;
  opened.byFile.emplace(name.file.inode, Opened{.mapped = mapped,
                                                .mappedBytes = bytes,
                                                .address = memory.address,
                                                .uses = 1,
                                                .isPooled = pool != nullptr});
  char *result = memory.address;
  allocations().addMapped(std::move(memory));
  return result;
}

} // namespace

musaIpcMemHandle_t shareMemory(const void *address) {
  const auto [name, memory] =
      share(address, [](const Allocation &one) { return one.pool == nullptr; });
  return toHandle<musaIpcMemHandle_t>(name, memory.device);
}

void *openMemory(const musaIpcMemHandle_t &handle) {
  return open(fromHandle<MemoryName>(handle), nullptr);
}

musaMemPoolPtrExportData sharePooled(const void *address) {
  const auto [name, memory] = share(
      address, [](const Allocation &one) { return one.pool != nullptr && one.pool->isShared(); });
  PooledName pooled = {name, memory.pool->id()};
  return toHandle<musaMemPoolPtrExportData>(pooled, memory.device);
}

void *openPooled(const musaMemPoolPtrExportData &data, const std::shared_ptr<MemoryPool> &pool) {
  require(pool->isImported());
  PooledName name;
  std::memcpy(&name, &data, sizeof name);
  require(name.kind == PooledName::known && name.pool == pool->id() &&
          name.file.process != getpid());
  name.device = pool->device;
  return open(name, pool);
}

bool willClosePooled(void *address) {
  OpenedMemory &opened = openedMemory();
  const std::lock_guard lock(opened.mutex);
  const auto found = opened.find(address);
  if (found == opened.byFile.end() || !found->second.isPooled)
    return false;
  require(found->second.closing < found->second.uses);
  ++found->second.closing;
  return true;
}

void closeMemoryOf(int device) {
  OpenedMemory &opened = openedMemory();
  const std::lock_guard lock(opened.mutex);
  std::erase_if(opened.byFile, [=](const auto &one) {
    const std::optional<Allocation> memory = allocations().find(one.second.address);
    if (!memory || memory->device != device)
      return false;
    unmap(one.second);
    return true;
  });
}

bool closeMemory(void *address) {
  OpenedMemory &opened = openedMemory();
  const std::lock_guard lock(opened.mutex);
  const auto found = opened.find(address);
  if (found == opened.byFile.end())
    return false;
  Opened &memory = found->second;
  memory.closing -= memory.isPooled ? 1 : 0;
  if (--memory.uses > 0)
    return true;
  unmap(memory);
  opened.byFile.erase(found);
  return true;
}

} // namespace musart
