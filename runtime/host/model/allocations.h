//===- host/model/allocations.h - the memory that the API knows --*- C++ -*-===//
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

constexpr size_t maxDevices = 64;
/// Of what musaMalloc and the others return, in bytes.
constexpr int allocationAlignment = 256;

/// A range of memory that the API made or was told of.
struct Allocation {
  enum class Kind : uint8_t {
    Device,
    Managed,
    Host,       ///< musaMallocHost
    Registered, ///< musaHostRegister: the program's own
    Variable,   ///< __device__ or __constant__
    ManagedVariable,
    Array,
    Mapped ///< muMemMap
  };
  Kind kind = Kind::Device;
  char *address = nullptr;
  size_t size = 0;
  int device = 0;
  unsigned flags = 0;               ///< of musaHostAlloc, musaHostRegister or musaMallocManaged
  bool freeIsPending = false;       ///< musaFreeAsync was called
  std::shared_ptr<MemoryPool> pool; ///< that it came from
  // Of managed memory, as musaMemAdvise and musaMemPrefetchAsync left it.
  bool readMostly = false;
  int preferredLocation = -2; ///< musaInvalidDeviceId
  int lastPrefetch = -2;
  std::vector<int> accessedBy;
  // As muMemSetAccess left it.
  bool readable = true;
  bool writable = true;
  // The pages around it, under MUSA_HOST_CHECK=1.
  char *mapping = nullptr;
  size_t mappingBytes = 0;

  bool isDevice() const {
    return kind == Kind::Device || kind == Kind::Variable || kind == Kind::Array ||
           kind == Kind::Mapped;
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

/// All of them, by address. Safe to use from several threads.
class Allocations {
public:
  /// `request`: all but its address. Memory is aligned to 256 bytes. Throws
  /// ApiError{musaErrorMemoryAllocation} if there is none.
  void *allocate(Allocation request);
  /// Gives memory back, if `accepts` says so of it. False if no allocation begins there.
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
  /// A view of memory that is counted with countUsed(); nobody has access to it yet.
  void addMapped(void *address, size_t size, int device);
  void removeMapped(void *address);

  /// What `address` lies in.
  std::optional<Allocation> find(const void *address) const;
  /// Whether it lies in a device's memory.
  bool isDevice(const void *address) const;
  /// Whether `bytes` from `address` on are in mappings without a gap, with access for all of them.
  bool isMapped(const void *address, size_t bytes, bool writes) const;
  /// Applies `change` to what begins at or contains `address`; false if there is none.
  template <typename Change> bool update(const void *address, Change change) {
    const std::unique_lock lock(mutex);
    Allocation *found = containing(address);
    if (found == nullptr)
      return false;
    change(*found);
    return true;
  }
  /// Whether it lies in memory that there is, or that is kept inaccessible since it was freed.
  bool isOrWas(const void *address) const;
  /// Frees what belongs to a device, for musaDeviceReset.
  void freeAllOf(int device);
  /// For a message: `16 bytes past the end of the 1024 bytes at 0x7f...`.
  std::string describe(const void *address) const;
  /// What was written next to allocations, with MUSA_HOST_CHECK=1; empty if nothing was.
  /// Each is reported once.
  std::string findOverruns();
  /// Bytes of a device that are allocated.
  size_t used(int device) const { return usedBytes[static_cast<size_t>(device)].load(); }
  /// Memory without an address.
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
  std::map<uintptr_t, size_t> freed; ///< kept inaccessible under MUSA_HOST_CHECK=1: address, size
};

Allocations &allocations();

/// For messages.
std::string addressText(const void *address);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_ALLOCATIONS_H
