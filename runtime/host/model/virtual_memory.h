//===- host/model/virtual_memory.h - addresses and memory, apart --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program reserves addresses, creates memory that has none, and maps the one to the other. None
// of it belongs to a context: it outlives the reset of a device.
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

/// A number that is never used twice.
using MemoryHandle = unsigned long long;

/// A file in memory, of which mappings are views.
struct PhysicalMemory;

struct PhysicalProperties {
  int device = 0;
  size_t size = 0;
  bool exportable = false; ///< to other processes
};

struct AddressRange {
  char *address = nullptr;
  size_t size = 0;
};

struct DeviceAccess {
  int device = 0;
  musaMemAccessFlags flags = musaMemAccessFlagsProtNone;
};

/// All of it. Safe to use from several threads. Throws ApiError{musaErrorInvalidValue} for what
/// does not exist or does not fit, and musaErrorMemoryAllocation if there is not enough.
class VirtualMemory {
public:
  /// Sizes and addresses are multiples of it.
  static constexpr size_t granularity = size_t{2} << 20;

  /// `alignment`: 0 or a power of two. At `wanted`, if that is free.
  char *reserve(size_t size, size_t alignment, char *wanted);
  /// A whole reservation with nothing mapped in it.
  void free(AddressRange reserved);

  MemoryHandle create(const PhysicalProperties &properties);
  /// One more use of the handle of what is mapped at `address`.
  MemoryHandle retain(const void *address);
  /// The memory goes when its handle was released as often as it was given, and nothing maps it.
  void release(MemoryHandle handle);
  PhysicalProperties properties(MemoryHandle handle) const;
  /// A new file descriptor, which keeps the memory too.
  int exportFile(MemoryHandle handle) const;
  /// Memory that is in this process already has its handle here.
  MemoryHandle importFile(int file);

  /// From the memory's beginning on. Nobody has access yet.
  void map(AddressRange range, MemoryHandle handle);
  /// One or more whole mappings, side by side.
  void unmap(AddressRange range);
  /// The same, and for devices that `access` does not name nothing changes.
  void setAccess(AddressRange range, const std::vector<DeviceAccess> &access);
  /// Throws if nothing is mapped there.
  musaMemAccessFlags access(const void *address, int device) const;
  /// Whether what is mapped there can be exported. Throws as access().
  bool isExportable(const void *address) const;

  /// The reservation that `address` lies in.
  std::optional<AddressRange> reservationOf(const void *address) const;

private:
  struct Mapping {
    size_t size = 0;
    std::shared_ptr<PhysicalMemory> memory;
    std::map<int, musaMemAccessFlags> access; ///< of devices that have any
  };
  using Mappings = std::map<uintptr_t, Mapping>;

  MemoryHandle use(const std::shared_ptr<PhysicalMemory> &memory);
  const std::shared_ptr<PhysicalMemory> &find(MemoryHandle handle) const;
  /// Lets go of a reference that is kept in here.
  void drop(std::shared_ptr<PhysicalMemory> &memory);
  const Mapping &mappingAt(const void *address) const;
  std::pair<Mappings::iterator, Mappings::iterator> mappingsOf(AddressRange range);
  std::optional<AddressRange> reservationAround(uintptr_t address) const;

  mutable std::mutex mutex;
  std::map<uintptr_t, size_t> reservations; ///< address, size
  Mappings mappings;
  std::unordered_map<MemoryHandle, std::shared_ptr<PhysicalMemory>> handles;
  std::unordered_map<ino_t, std::weak_ptr<PhysicalMemory>> byFile;
  MemoryHandle lastHandle = 0;
};

VirtualMemory &virtualMemory();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_VIRTUAL_MEMORY_H
