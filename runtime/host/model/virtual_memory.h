//===- host/model/virtual_memory.h - virtual memory management --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program reserves addresses, creates memory without an address, and maps the memory at the
// addresses. None of this belongs to a context: it survives the reset of a device.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_VIRTUAL_MEMORY_H
#define MUSAPORT_HOST_MODEL_VIRTUAL_MEMORY_H

#include "driver_types.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/types.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace musart {

/// A number that is never reused.
using MemoryHandle = unsigned long long;

/// A memory file; mappings are views of it.
struct PhysicalMemory;

struct PhysicalProperties {
  int device = 0;
  size_t size = 0;
  bool exportable = false; ///< can be exported to other processes
};

struct AddressRange {
  char *address = nullptr;
  size_t size = 0;
};

struct DeviceAccess {
  int device = 0;
  musaMemAccessFlags flags = musaMemAccessFlagsProtNone;
};

/// All reservations, memory and mappings. Thread-safe. Throws ApiError{musaErrorInvalidValue} if
/// something does not exist or does not fit, and musaErrorMemoryAllocation if memory runs out.
class VirtualMemory {
public:
  /// Sizes and addresses are multiples of this.
  static constexpr size_t granularity = size_t{2} << 20;

  /// Reserves addresses, at `wanted` if that is free. `alignment`: 0 or a power of two.
  char *reserve(size_t size, size_t alignment, char *wanted);
  /// Frees a whole reservation that contains no mappings.
  void free(AddressRange reserved);

  MemoryHandle create(const PhysicalProperties &properties);
  /// The handle of the memory mapped at `address`, with one more reference.
  MemoryHandle retain(const void *address);
  /// Drops one reference. The memory is freed when no references and no mappings are left.
  void release(MemoryHandle handle);
  PhysicalProperties properties(MemoryHandle handle) const;
  /// A new file descriptor, which also keeps the memory alive.
  int exportFile(MemoryHandle handle) const;
  /// If the memory is already in this process, returns its existing handle.
  MemoryHandle importFile(int file);

  /// Maps the memory from its start. No device has access yet.
  void map(AddressRange range, MemoryHandle handle);
  /// Removes one or more whole, adjacent mappings.
  void unmap(AddressRange range);
  /// Sets the access to one or more whole, adjacent mappings. Devices not listed in `access` keep
  /// theirs.
  void setAccess(AddressRange range, const std::vector<DeviceAccess> &access);
  /// Throws if nothing is mapped there.
  musaMemAccessFlags access(const void *address, int device) const;
  /// Whether the memory mapped there can be exported. Throws like access().
  bool isExportable(const void *address) const;

  /// The reservation that contains `address`.
  std::optional<AddressRange> reservationOf(const void *address) const;

private:
  struct Mapping {
    size_t size = 0;
    std::shared_ptr<PhysicalMemory> memory;
    std::map<int, musaMemAccessFlags> access; ///< access of the devices that have any
  };
  using Mappings = std::map<uintptr_t, Mapping>;

  MemoryHandle use(const std::shared_ptr<PhysicalMemory> &memory);
  const std::shared_ptr<PhysicalMemory> &find(MemoryHandle handle) const;
  /// Drops an internal reference.
  void drop(std::shared_ptr<PhysicalMemory> &memory);
  const Mapping &mappingAt(const void *address) const;
  std::pair<Mappings::iterator, Mappings::iterator> mappingsOf(AddressRange range);
  std::optional<AddressRange> reservationAround(uintptr_t address) const;

  mutable std::mutex mutex;
  std::map<uintptr_t, size_t> reservations; ///< address -> size
  Mappings mappings;
  std::unordered_map<MemoryHandle, std::shared_ptr<PhysicalMemory>> handles;
  std::unordered_map<ino_t, std::weak_ptr<PhysicalMemory>> byFile;
  MemoryHandle lastHandle = 0;
};

VirtualMemory &virtualMemory();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_VIRTUAL_MEMORY_H
