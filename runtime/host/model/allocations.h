//===- host/model/allocations.h - memory known to the API -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_ALLOCATIONS_H
#define MUSAPORT_HOST_MODEL_ALLOCATIONS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace musart {

class MemoryPool;
class SharedPages;

constexpr size_t maxDevices = 64;
/// Alignment in bytes of what musaMalloc and similar functions return.
constexpr int allocationAlignment = 256;
constexpr size_t pageBytes = 4096;

/// A range of memory that the API allocated or was told about.
struct Allocation {
  enum class Kind : uint8_t {
    Device,
    Managed,
    Host,       ///< musaMallocHost
    Registered, ///< musaHostRegister: the program's own
    Variable,   ///< __device__ or __constant__
    ManagedVariable,
    Array,
    Mapped, ///< muMemMap
    Opened  ///< another process's
  };
  Kind kind = Kind::Device;
  char *address = nullptr;
  size_t size = 0;
  size_t blockBytes = 0; ///< of the block that is the API's own, from `address` on
  int device = 0;
  unsigned flags = 0;         ///< flags of musaHostAlloc, musaHostRegister or musaMallocManaged
  bool freeIsPending = false; ///< musaFreeAsync was called
  std::shared_ptr<MemoryPool> pool;    ///< the pool it came from
  std::shared_ptr<SharedPages> shared; ///< null: no other process has it
  // For managed memory: the state set by musaMemAdvise and musaMemPrefetchAsync.
  bool readMostly = false;
  int preferredLocation = -2; ///< musaInvalidDeviceId
  int lastPrefetch = -2;
  std::vector<int> accessedBy;
  // The access set by muMemSetAccess.
  bool readable = true;
  bool writable = true;
  // With MUSA_HOST_CHECK=1: the mapping around it.
  char *mapping = nullptr;
  size_t mappingBytes = 0;

  bool isDevice() const {
    return kind == Kind::Device || kind == Kind::Variable || kind == Kind::Array ||
           kind == Kind::Mapped || kind == Kind::Opened;
  }
  bool usesDevice() const {
    return kind == Kind::Device || kind == Kind::Managed || kind == Kind::Array;
  }
  bool isVariable() const { return kind == Kind::Variable || kind == Kind::ManagedVariable; }
  bool isManaged() const { return kind == Kind::Managed || kind == Kind::ManagedVariable; }
  bool isHost() const { return kind == Kind::Host || kind == Kind::Registered; }
  bool contains(const void *at, size_t bytes) const {
    const char *begin = static_cast<const char *>(at);
    return begin >= address && begin <= address + size &&
           bytes <= static_cast<size_t>(address + size - begin);
  }
};

struct PageRange {
  char *begin = nullptr;
  size_t bytes = 0;
};
/// Whether other processes can have it: what musaMalloc and shared pools give has its pages alone,
/// but for programs with a sanitizer, which puts its own data beside allocations.
bool isShareable(const Allocation &allocation);
/// The pages of an allocation.
PageRange pagesOf(const Allocation &allocation);

/// All allocations, by address. Thread-safe.
class Allocations {
public:
  /// Allocates memory, aligned to 256 bytes. `request`: everything except the address. Throws
  /// ApiError{musaErrorMemoryAllocation} if memory runs out.
  void *allocate(Allocation request);
  /// Frees the allocation that begins at `address` if `accepts` returns true for it. Returns
  /// whether it was freed.
  template <typename Accepts> bool free(void *address, Accepts accepts) {
    std::optional<Allocation> taken = take(address, accepts);
    if (taken)
      release(*taken);
    return taken.has_value();
  }
  void addRegistered(Allocation range);
  bool removeRegistered(void *address);
  void addVariable(void *address, size_t size, bool managed);
  void removeVariable(void *address);
  /// Adds a view of memory that somebody else counts.
  void addMapped(Allocation view);
  void removeMapped(void *address);

  /// The allocation that contains `address`.
  std::optional<Allocation> find(const void *address) const;
  /// Whether `address` is in device memory.
  bool isDevice(const void *address) const;
  /// Whether the `bytes` bytes from `address` on lie in contiguous mappings that all grant access.
  bool isMapped(const void *address, size_t bytes, bool writes) const;
  /// Applies `change` to the allocation that contains `address`; false if there is none.
  template <typename Change> bool update(const void *address, Change change) {
    const std::unique_lock lock(mutex);
    Allocation *found = containing(address);
    if (found == nullptr)
      return false;
    change(*found);
    return true;
  }
  /// Whether `address` is in an allocation, or in freed memory that is kept inaccessible.
  bool isOrWas(const void *address) const;
  /// Frees all memory of a device, for musaDeviceReset.
  void freeAllOf(int device);
  /// Describes `address` in a message: `16 bytes past the end of the 1024 bytes at 0x7f...`.
  std::string describe(const void *address) const;
  /// With MUSA_HOST_CHECK=1: describes writes outside of allocations; empty if there were none.
  /// Each is reported once.
  std::string findOverruns();
  /// The bytes allocated on a device.
  size_t used(int device) const { return usedBytes[static_cast<size_t>(device)].load(); }
  /// Counts memory that has no address.
  void countUsed(int device, size_t bytes) { usedBytes[static_cast<size_t>(device)] += bytes; }
  void countUnused(int device, size_t bytes) { usedBytes[static_cast<size_t>(device)] -= bytes; }

private:
  template <typename Accepts> std::optional<Allocation> take(void *address, Accepts accepts) {
    const std::unique_lock lock(mutex);
    const auto found = ranges.find(reinterpret_cast<uintptr_t>(address));
    if (found == ranges.end() || !accepts(found->second))
      return std::nullopt;
    Allocation taken = std::move(found->second);
    ranges.erase(found);
    return taken;
  }
  void release(const Allocation &allocation);
  Allocation *containing(const void *address);
  const Allocation *containing(const void *address) const {
    return const_cast<Allocations *>(this)->containing(address);
  }

  mutable std::shared_mutex mutex;
  std::map<uintptr_t, Allocation> ranges;
  std::atomic<size_t> usedBytes[maxDevices] = {};
  std::map<uintptr_t, size_t> freed; ///< kept inaccessible with MUSA_HOST_CHECK=1: address -> size
};

Allocations &allocations();

/// `address` as shown in messages.
std::string addressText(const void *address);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ALLOCATIONS_H
