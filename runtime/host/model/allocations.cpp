//===- host/model/allocations.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/allocations.h"

#include "exec/sanitizers.h"
#include "model/error.h"
#include "model/kept_blocks.h"
#include "model/memory_pool.h"
#include "model/settings.h"
#include "model/shared_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace musart {
namespace {

constexpr size_t largePageBytes = size_t{2} << 20;
/// What memory beside an allocation holds under MUSA_HOST_CHECK=1: no plausible number or pointer.
constexpr char slackPattern = static_cast<char>(0xb7);

size_t roundUp(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Ends at the end of a page, as far as its alignment allows; inaccessible pages around it.
void mapGuarded(Allocation &allocation) {
  const size_t bytes = roundUp(std::max<size_t>(allocation.size, 1), allocationAlignment);
  const size_t inner = roundUp(bytes, pageBytes);
  allocation.mappingBytes = inner + 2 * pageBytes;
  void *mapped = mmap(nullptr, allocation.mappingBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  require(mapped != MAP_FAILED, musaErrorMemoryAllocation);
  allocation.mapping = static_cast<char *>(mapped);
  char *pages = allocation.mapping + pageBytes;
  if (mprotect(pages, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapped, allocation.mappingBytes);
    throw ApiError{musaErrorMemoryAllocation};
  }
  allocation.address = pages + inner - bytes;
  std::memset(pages, slackPattern, static_cast<size_t>(allocation.address - pages));
  char *end = allocation.address + allocation.size;
  std::memset(end, slackPattern, static_cast<size_t>(pages + inner - end));
}

/// A thread reads what other threads of its grid do not: one element of many pages. Large pages
/// save most of the look-ups that this takes, and the faults of the first touch.
void adviseLargePages(const Allocation &allocation) {
  const size_t begin = roundUp(reinterpret_cast<uintptr_t>(allocation.address), largePageBytes);
  const size_t end = (reinterpret_cast<uintptr_t>(allocation.address) + allocation.size) /
                     largePageBytes * largePageBytes;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE); // a hint: may fail
}

/// For allocations of large pages. A quarter of the machine's memory at most.
KeptBlocks &keptBlocks() {
  static auto *result = new KeptBlocks(static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) / 4 *
                                       static_cast<size_t>(sysconf(_SC_PAGESIZE)));
  return *result;
}

/// Sanitizers find uses of freed memory, so it goes to them at once.
bool mayBeKept(size_t bytes) {
  return bytes >= largePageBytes && !underAddressSanitizer() && !underThreadSanitizer();
}

/// Null if memory runs out.
MemoryBlock allocateBlock(size_t bytes, size_t alignment) {
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment, bytes) != 0)
    return {};
  return {static_cast<char *>(memory), bytes};
}

/// `ownPages`: nothing else is on its pages. Null if memory runs out.
MemoryBlock findBlock(size_t bytes, bool ownPages) {
  const bool isLarge = mayBeKept(bytes);
  if (isLarge)
    if (const MemoryBlock kept = keptBlocks().take(bytes); kept.address != nullptr)
      return kept;
  const size_t whole = isLarge || ownPages ? roundUp(bytes, pageBytes) : bytes;
  const size_t alignment = isLarge    ? largePageBytes
                           : ownPages ? pageBytes
                                      : size_t{allocationAlignment};
  if (const MemoryBlock block = allocateBlock(whole, alignment); block.address != nullptr)
    return block;
  keptBlocks().freeAll();
  return allocateBlock(whole, alignment);
}

/// The first byte beside the allocation that no longer holds the pattern.
const char *findOverrun(const Allocation &allocation) {
  const auto first = [](const char *begin, const char *end) {
    return std::find_if(begin, end, [](char byte) { return byte != slackPattern; });
  };
  const char *pages = allocation.mapping + pageBytes;
  const char *end = allocation.mapping + allocation.mappingBytes - pageBytes;
  if (const char *at = first(pages, allocation.address); at != allocation.address)
    return at;
  const char *at = first(allocation.address + allocation.size, end);
  return at != end ? at : nullptr;
}

void repair(const Allocation &allocation) {
  char *pages = allocation.mapping + pageBytes;
  char *end = allocation.mapping + allocation.mappingBytes - pageBytes;
  std::memset(pages, slackPattern, static_cast<size_t>(allocation.address - pages));
  char *behind = allocation.address + allocation.size;
  std::memset(behind, slackPattern, static_cast<size_t>(end - behind));
}

std::string overrunText(const Allocation &allocation, const char *at) {
  const std::string which =
      "the " + std::to_string(allocation.size) + " bytes at " + addressText(allocation.address);
  return at < allocation.address
             ? std::to_string(allocation.address - at) + " bytes before " + which
             : std::to_string(at - (allocation.address + allocation.size)) +
                   " bytes past the end of " + which;
}

} // namespace

bool isShareable(const Allocation &allocation) {
  return allocation.kind == Allocation::Kind::Device &&
         (allocation.pool == nullptr || allocation.pool->isShared()) && !underAddressSanitizer() &&
         !underThreadSanitizer();
}

PageRange pagesOf(const Allocation &allocation) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(allocation.address) / pageBytes * pageBytes;
  const uintptr_t end =
      roundUp(reinterpret_cast<uintptr_t>(allocation.address) + allocation.size, pageBytes);
  return {reinterpret_cast<char *>(begin), end - begin};
}

std::string addressText(const void *address) {
  if (address == nullptr)
    return "the null pointer";
  char text[32];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

Allocations &allocations() {
  static auto *result = new Allocations; // outlives the program's own objects
  return *result;
}

void *Allocations::allocate(Allocation request) {
  require(request.size <= PTRDIFF_MAX, musaErrorMemoryAllocation); // and so with what is around it
  if (settings().check) {
    mapGuarded(request);
  } else {
    const MemoryBlock block = findBlock(std::max<size_t>(request.size, 1), isShareable(request));
    require(block.address != nullptr, musaErrorMemoryAllocation);
    request.address = block.address;
    request.blockBytes = block.bytes;
    adviseLargePages(request);
  }
  if (request.usesDevice())
    usedBytes[static_cast<size_t>(request.device)] += request.size;
  const std::unique_lock lock(mutex);
  const auto key = reinterpret_cast<uintptr_t>(request.address);
  void *result = request.address;
  ranges.insert_or_assign(key, std::move(request));
  return result;
}

void Allocations::release(const Allocation &allocation) {
  if (allocation.kind == Allocation::Kind::Registered)
    return;
  if (allocation.usesDevice())
    usedBytes[static_cast<size_t>(allocation.device)] -= allocation.size;
  if (allocation.pool != nullptr)
    allocation.pool->giveBack(allocation.size);
  if (allocation.mapping == nullptr) {
    if (allocation.shared == nullptr && mayBeKept(allocation.size))
      keptBlocks().give({allocation.address, allocation.blockBytes});
    else if (allocation.shared == nullptr || allocation.shared->withdraw())
      std::free(allocation.address);
    return;
  }
  if (const char *at = findOverrun(allocation))
    printError("found when it was freed: something wrote " + overrunText(allocation, at));
  if (allocation.shared != nullptr)
    allocation.shared->withdraw();
  // The addresses stay taken, the memory is given back.
  if (mmap(allocation.mapping, allocation.mappingBytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    mprotect(allocation.mapping, allocation.mappingBytes, PROT_NONE); // at least
  const std::unique_lock lock(mutex);
  freed.insert_or_assign(reinterpret_cast<uintptr_t>(allocation.address), allocation.size);
}

void Allocations::addRegistered(Allocation range) {
  const std::unique_lock lock(mutex);
  const auto key = reinterpret_cast<uintptr_t>(range.address);
  const auto next = ranges.lower_bound(key);
  const bool overlaps =
      (next != ranges.end() && next->second.address < range.address + range.size) ||
      containing(range.address) != nullptr;
  require(!overlaps, musaErrorHostMemoryAlreadyRegistered);
  ranges.emplace(key, std::move(range));
}

bool Allocations::removeRegistered(void *address) {
  return take(address,
              [](const Allocation &one) { return one.kind == Allocation::Kind::Registered; })
      .has_value();
}

void Allocations::addVariable(void *address, size_t size, bool managed) {
  Allocation variable;
  variable.kind = managed ? Allocation::Kind::ManagedVariable : Allocation::Kind::Variable;
  variable.address = static_cast<char *>(address);
  variable.size = size;
  const std::unique_lock lock(mutex);
  ranges.insert_or_assign(reinterpret_cast<uintptr_t>(address), std::move(variable));
}

void Allocations::removeVariable(void *address) {
  take(address, [](const Allocation &one) { return one.isVariable(); });
}

void Allocations::addMapped(Allocation view) {
  const std::unique_lock lock(mutex);
  ranges.insert_or_assign(reinterpret_cast<uintptr_t>(view.address), std::move(view));
}

void Allocations::removeMapped(void *address) {
  const std::optional<Allocation> taken = take(address, [](const Allocation &one) {
    return one.kind == Allocation::Kind::Mapped || one.kind == Allocation::Kind::Opened;
  });
  if (!taken || !settings().check)
    return;
  const std::unique_lock lock(mutex);
  freed.insert_or_assign(reinterpret_cast<uintptr_t>(address), taken->size);
}

Allocation *Allocations::containing(const void *address) {
  const auto key = reinterpret_cast<uintptr_t>(address);
  auto after = ranges.upper_bound(key);
  if (after == ranges.begin())
    return nullptr;
  Allocation &candidate = std::prev(after)->second;
  const bool inside = key < reinterpret_cast<uintptr_t>(candidate.address) + candidate.size ||
                      address == candidate.address;
  return inside ? &candidate : nullptr;
}

std::optional<Allocation> Allocations::find(const void *address) const {
  const std::shared_lock lock(mutex);
  const Allocation *found = containing(address);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

bool Allocations::isDevice(const void *address) const {
  const std::shared_lock lock(mutex);
  const Allocation *found = containing(address);
  return found != nullptr && found->isDevice();
}

bool Allocations::isMapped(const void *address, size_t bytes, bool writes) const {
  const std::shared_lock lock(mutex);
  const char *at = static_cast<const char *>(address);
  while (true) {
    const Allocation *found = containing(at);
    if (found == nullptr || found->kind != Allocation::Kind::Mapped ||
        !(writes ? found->writable : found->readable))
      return false;
    if (found->contains(at, bytes))
      return true;
    const char *end = found->address + found->size;
    bytes -= static_cast<size_t>(end - at);
    at = end;
  }
}

bool Allocations::isOrWas(const void *address) const {
  const auto key = reinterpret_cast<uintptr_t>(address);
  const std::shared_lock lock(mutex);
  if (containing(address) != nullptr)
    return true;
  const auto after = freed.upper_bound(key);
  return after != freed.begin() && key < std::prev(after)->first + std::prev(after)->second;
}

void Allocations::freeAllOf(int device) {
  std::vector<Allocation> taken;
  {
    const std::unique_lock lock(mutex);
    for (auto it = ranges.begin(); it != ranges.end();) {
      const Allocation &one = it->second;
      const bool owned =
          one.device == device && !one.isVariable() && one.kind != Allocation::Kind::Array &&
          one.kind != Allocation::Kind::Mapped && one.kind != Allocation::Kind::Opened;
      if (owned)
        taken.push_back(one);
      it = owned ? ranges.erase(it) : std::next(it);
    }
  }
  for (const Allocation &one : taken)
    release(one);
}

std::string Allocations::describe(const void *address) const {
  const auto key = reinterpret_cast<uintptr_t>(address);
  const auto distance = [=](uintptr_t begin, size_t size) {
    return key < begin ? begin - key : key >= begin + size ? key - (begin + size) : 0;
  };
  const std::shared_lock lock(mutex);
  uintptr_t nearest = 0;
  size_t size = 0;
  bool live = false;
  // What an access inside of it can have failed for.
  const auto accessText = [&] {
    if (!live)
      return ", which were freed";
    const Allocation &found = ranges.at(nearest);
    return found.kind == Allocation::Kind::Opened ? ", which are another process's"
           : !found.readable                      ? ", to which no device has access"
           : !found.writable                      ? ", which may only be read"
                                                  : "";
  };
  size_t best = SIZE_MAX;
  const auto consider = [&](uintptr_t begin, size_t bytes, bool isLive) {
    if (const size_t d = distance(begin, bytes); d < best || (d == best && isLive)) {
      best = d;
      nearest = begin;
      size = bytes;
      live = isLive;
    }
  };
  const auto around = [&](const auto &map, auto sizeOf, bool isLive) {
    auto after = map.upper_bound(key);
    if (after != map.end())
      consider(after->first, sizeOf(after->second), isLive);
    if (after != map.begin())
      consider(std::prev(after)->first, sizeOf(std::prev(after)->second), isLive);
  };
  around(freed, [](size_t bytes) { return bytes; }, false);
  around(ranges, [](const Allocation &one) { return one.size; }, true);
  constexpr size_t near = size_t{1} << 24;
  if (best > near)
    return "which is near no allocation";
  const std::string which =
      "the " + std::to_string(size) + " bytes at " + addressText(reinterpret_cast<void *>(nearest));
  if (best == 0 && key >= nearest && key < nearest + size)
    return "which is byte " + std::to_string(key - nearest) + " of " + which + accessText();
  const std::string freedText = live ? "" : ", which were freed";
  return key < nearest
             ? "which is " + std::to_string(nearest - key) + " bytes before " + which + freedText
             : "which is " + std::to_string(key - nearest - size) + " bytes past the end of " +
                   which + freedText;
}

std::string Allocations::findOverruns() {
  if (!settings().check)
    return {};
  const std::unique_lock lock(mutex);
  for (const auto &[key, allocation] : ranges) {
    if (allocation.mapping == nullptr)
      continue;
    if (const char *at = findOverrun(allocation)) {
      std::string text = overrunText(allocation, at);
      repair(allocation);
      return text;
    }
  }
  return {};
}

} // namespace musart
