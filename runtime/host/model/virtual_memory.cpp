//===- host/model/virtual_memory.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/virtual_memory.h"

#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/settings.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace musart {
namespace {

// The file's name says whose memory it is, to a process that imports it and in /proc/PID/maps.
constexpr char fileNameFormat[] = "musa-device-%d";
constexpr char fileLinkFormat[] = "/memfd:musa-device-%d (deleted)";

uintptr_t keyOf(const void *address) { return reinterpret_cast<uintptr_t>(address); }

bool isAligned(uintptr_t value) { return value % VirtualMemory::granularity == 0; }

void requireAligned(AddressRange range) {
  require(range.address != nullptr && range.size > 0 && isAligned(keyOf(range.address)) &&
          isAligned(range.size));
}

void *reservePages(void *at, size_t size, int flags) {
  return mmap(at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

int protectionOf(const std::map<int, musaMemAccessFlags> &access) {
  int result = PROT_NONE;
  for (const auto &[device, flags] : access)
    result |= flags == musaMemAccessFlagsProtReadWrite ? PROT_READ | PROT_WRITE : PROT_READ;
  return result;
}

/// Whose memory a file is; none: it was not made here.
std::optional<int> deviceOfFile(int file) {
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  char name[64] = {};
  int number = -1;
  const int seals = fcntl(file, F_GET_SEALS); // who makes a file smaller makes its views traps
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 ||
      readlink(link.c_str(), name, sizeof name - 1) < 0 ||
      std::sscanf(name, fileLinkFormat, &number) != 1)
    return std::nullopt;
  return settings().deviceOfNumber(number);
}

struct stat statusOf(int file) {
  struct stat status = {};
  require(fstat(file, &status) == 0);
  return status;
}

} // namespace

struct PhysicalMemory {
  PhysicalMemory(int file, const PhysicalProperties &properties, MemoryHandle handle)
      : file(file), inode(statusOf(file).st_ino), properties(properties), handle(handle) {
    allocations().countUsed(properties.device, properties.size);
  }
  ~PhysicalMemory() {
    close(file);
    allocations().countUnused(properties.device, properties.size);
  }
  PhysicalMemory(const PhysicalMemory &) = delete;
  PhysicalMemory &operator=(const PhysicalMemory &) = delete;

  const int file;
  const ino_t inode;
  const PhysicalProperties properties;
  const MemoryHandle handle;
  size_t uses = 0; ///< of the handle
};

VirtualMemory &virtualMemory() {
  static auto *result = new VirtualMemory; // outlives the program's own objects
  return *result;
}

// ------------------------------------------------------------------------------- addresses

char *VirtualMemory::reserve(size_t size, size_t alignment, char *wanted) {
  require(size > 0 && isAligned(size) && (alignment & (alignment - 1)) == 0);
  const size_t step = std::max(alignment, granularity);
  require(size <= PTRDIFF_MAX && step <= PTRDIFF_MAX, musaErrorMemoryAllocation);
  char *result = nullptr;
  if (wanted != nullptr && keyOf(wanted) % step == 0) {
    void *given = reservePages(wanted, size, MAP_FIXED_NOREPLACE);
    if (given == wanted)
      result = wanted;
    else if (given != MAP_FAILED) // by a system that takes it for a hint
      munmap(given, size);
  }
  if (result == nullptr) {
    void *given = reservePages(nullptr, size + step, 0);
    require(given != MAP_FAILED, musaErrorMemoryAllocation);
    char *begin = static_cast<char *>(given);
    const size_t before = (step - keyOf(begin) % step) % step;
    result = begin + before;
    if (before > 0)
      munmap(begin, before);
    munmap(result + size, step - before);
  }
  const std::lock_guard lock(mutex);
  reservations.emplace(keyOf(result), size);
  return result;
}

void VirtualMemory::free(AddressRange reserved) {
  const std::lock_guard lock(mutex);
  const auto found = reservations.find(keyOf(reserved.address));
  require(found != reservations.end() && found->second == reserved.size);
  const auto mapped = mappings.lower_bound(found->first);
  require(mapped == mappings.end() || mapped->first >= found->first + found->second);
  reservations.erase(found);
  if (!settings().check) // then what still uses them is found out
    munmap(reserved.address, reserved.size);
}

std::optional<AddressRange> VirtualMemory::reservationAround(uintptr_t address) const {
  const auto after = reservations.upper_bound(address);
  if (after == reservations.begin())
    return std::nullopt;
  const auto &[begin, size] = *std::prev(after);
  if (address >= begin + size)
    return std::nullopt;
  return AddressRange{reinterpret_cast<char *>(begin), size};
}

std::optional<AddressRange> VirtualMemory::reservationOf(const void *address) const {
  const std::lock_guard lock(mutex);
  return reservationAround(keyOf(address));
}

// ------------------------------------------------------------------------------- memory

MemoryHandle VirtualMemory::use(const std::shared_ptr<PhysicalMemory> &memory) {
  ++memory->uses;
  handles.emplace(memory->handle, memory);
  return memory->handle;
}

const std::shared_ptr<PhysicalMemory> &VirtualMemory::find(MemoryHandle handle) const {
  const auto found = handles.find(handle);
  require(found != handles.end());
  return found->second;
}

void VirtualMemory::drop(std::shared_ptr<PhysicalMemory> &memory) {
  if (memory.use_count() == 1)
    byFile.erase(memory->inode);
  memory.reset();
}

MemoryHandle VirtualMemory::create(const PhysicalProperties &properties) {
  require(properties.size > 0 && isAligned(properties.size));
  const std::lock_guard lock(mutex);
  deviceAt(properties.device).requireFree(properties.size);
  char name[32];
  std::snprintf(name, sizeof name, fileNameFormat, settings().numberOf(properties.device));
  const int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  require(file >= 0, musaErrorMemoryAllocation);
  const auto memory = std::make_shared<PhysicalMemory>(file, properties, ++lastHandle);
  require(properties.size <= PTRDIFF_MAX &&
              ftruncate(file, static_cast<off_t>(properties.size)) == 0 &&
              fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0,
          musaErrorMemoryAllocation);
  byFile.emplace(memory->inode, memory);
  return use(memory);
}

MemoryHandle VirtualMemory::retain(const void *address) {
  const std::lock_guard lock(mutex);
  return use(mappingAt(address).memory);
}

void VirtualMemory::release(MemoryHandle handle) {
  const std::lock_guard lock(mutex);
  const auto found = handles.find(handle);
  require(found != handles.end());
  if (--found->second->uses > 0)
    return;
  drop(found->second);
  handles.erase(found);
}

PhysicalProperties VirtualMemory::properties(MemoryHandle handle) const {
  const std::lock_guard lock(mutex);
  return find(handle)->properties;
}

int VirtualMemory::exportFile(MemoryHandle handle) const {
  const std::lock_guard lock(mutex);
  const PhysicalMemory &memory = *find(handle);
  require(memory.properties.exportable);
  const int result = fcntl(memory.file, F_DUPFD_CLOEXEC, 0);
  require(result >= 0, musaErrorOperatingSystem);
  return result;
}

MemoryHandle VirtualMemory::importFile(int file) {
  const std::optional<int> device = deviceOfFile(file);
  require(device.has_value());
  const struct stat status = statusOf(file);
  const std::lock_guard lock(mutex);
  if (const auto known = byFile.find(status.st_ino); known != byFile.end())
    return use(known->second.lock());
  const int mine = fcntl(file, F_DUPFD_CLOEXEC, 0);
  require(mine >= 0, musaErrorOperatingSystem);
  const auto memory = std::make_shared<PhysicalMemory>(
      mine, PhysicalProperties{*device, static_cast<size_t>(status.st_size), true}, ++lastHandle);
  byFile.emplace(memory->inode, memory);
  return use(memory);
}

// ------------------------------------------------------------------------------- mappings

void VirtualMemory::map(AddressRange range, MemoryHandle handle) {
  requireAligned(range);
  const std::lock_guard lock(mutex);
  const std::shared_ptr<PhysicalMemory> &memory = find(handle);
  require(range.size <= memory->properties.size);
  const uintptr_t begin = keyOf(range.address);
  const std::optional<AddressRange> reserved = reservationAround(begin);
  require(reserved &&
          range.size <= static_cast<size_t>(reserved->address + reserved->size - range.address));
  const auto next = mappings.lower_bound(begin);
  require(next == mappings.end() || next->first >= begin + range.size);
  require(next == mappings.begin() ||
          std::prev(next)->first + std::prev(next)->second.size <= begin);
  require(mmap(range.address, range.size, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file, 0) !=
              MAP_FAILED,
          musaErrorMemoryAllocation);
  mappings.emplace_hint(next, begin, Mapping{range.size, memory, {}});
  Allocation view;
  view.kind = Allocation::Kind::Mapped;
  view.address = range.address;
  view.size = range.size;
  view.device = memory->properties.device;
  view.readable = view.writable = false; // no device has access yet
  allocations().addMapped(std::move(view));
}

std::pair<VirtualMemory::Mappings::iterator, VirtualMemory::Mappings::iterator>
VirtualMemory::mappingsOf(AddressRange range) {
  requireAligned(range);
  const uintptr_t begin = keyOf(range.address);
  const auto first = mappings.find(begin);
  auto last = first;
  size_t size = 0;
  for (; size < range.size; ++last) {
    require(last != mappings.end() && last->first == begin + size);
    size += last->second.size;
  }
  require(size == range.size);
  return {first, last};
}

void VirtualMemory::unmap(AddressRange range) {
  const std::lock_guard lock(mutex);
  const auto [first, last] = mappingsOf(range);
  require(reservePages(range.address, range.size, MAP_FIXED) != MAP_FAILED,
          musaErrorOperatingSystem);
  for (auto it = first; it != last; ++it) {
    allocations().removeMapped(reinterpret_cast<void *>(it->first));
    drop(it->second.memory);
  }
  mappings.erase(first, last);
}

void VirtualMemory::setAccess(AddressRange range, const std::vector<DeviceAccess> &access) {
  const std::lock_guard lock(mutex);
  const auto [first, last] = mappingsOf(range);
  for (auto it = first; it != last; ++it) {
    Mapping &mapping = it->second;
    for (const DeviceAccess &one : access)
      if (one.flags == musaMemAccessFlagsProtNone)
        mapping.access.erase(one.device);
      else
        mapping.access.insert_or_assign(one.device, one.flags);
    // Devices share the CPU's memory: what one of them may do, all may.
    const int protection = protectionOf(mapping.access);
    void *address = reinterpret_cast<void *>(it->first);
    require(mprotect(address, mapping.size, protection) == 0, musaErrorOperatingSystem);
    allocations().update(address, [=](Allocation &one) {
      one.readable = (protection & PROT_READ) != 0;
      one.writable = (protection & PROT_WRITE) != 0;
    });
  }
}

const VirtualMemory::Mapping &VirtualMemory::mappingAt(const void *address) const {
  const auto after = mappings.upper_bound(keyOf(address));
  require(after != mappings.begin());
  const auto &[begin, mapping] = *std::prev(after);
  require(keyOf(address) < begin + mapping.size);
  return mapping;
}

musaMemAccessFlags VirtualMemory::access(const void *address, int device) const {
  const std::lock_guard lock(mutex);
  const Mapping &mapping = mappingAt(address);
  const auto found = mapping.access.find(device);
  return found == mapping.access.end() ? musaMemAccessFlagsProtNone : found->second;
}

bool VirtualMemory::isExportable(const void *address) const {
  const std::lock_guard lock(mutex);
  return mappingAt(address).memory->properties.exportable;
}

} // namespace musart
