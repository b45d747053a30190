//===- host/exec/fiber.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/fiber.h"

#include <sys/mman.h>

namespace musart {
namespace {

constexpr size_t pageBytes = 4096;
/// Neighbouring stacks are shifted by a multiple of this, up to a page in all.
constexpr size_t shiftBytes = 256;
constexpr size_t shifts = pageBytes / shiftBytes;

/// Of Linux 6.13, which this system's headers may not know.
constexpr int guardInstall = 102; // MADV_GUARD_INSTALL

/// Linux 6.13 offers guards that split no mapping.
bool guard(char *page) { return madvise(page, pageBytes, guardInstall) == 0; }

/// It splits the mapping in three, of which there can be 65530.
bool guardByMapping(char *page) { return mprotect(page, pageBytes, PROT_NONE) == 0; }

} // namespace

// An odd number of pages, so that stacks are spread over a cache's sets.
FiberStacks::FiberStacks(size_t bytes)
    : stackBytes((((bytes + pageBytes - 1) / pageBytes + 1) | 1) * pageBytes) {}

FiberStacks::~FiberStacks() { release(); }

void FiberStacks::release() {
  if (memory != nullptr)
    munmap(memory, stacks * stackBytes);
  memory = nullptr;
  stacks = 0;
}

bool FiberStacks::reserve(size_t count) {
  if (count <= stacks)
    return true;
  release();
  void *mapped = mmap(nullptr, count * stackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  memory = static_cast<char *>(mapped);
  stacks = count;
  splitsMapping = false;
  for (size_t i = 0; i < count; ++i) {
    char *page = memory + i * stackBytes;
    splitsMapping = splitsMapping || !guard(page);
    if (splitsMapping && !guardByMapping(page)) {
      release();
      return false;
    }
  }
  return true;
}

size_t FiberStacks::bytes() const { return stackBytes - pageBytes; }

FiberStacks::Stack FiberStacks::operator[](size_t i) const {
  char *begin = memory + i * stackBytes;
  return {begin + pageBytes, begin + stackBytes - i % shifts * shiftBytes};
}

size_t FiberStacks::guardOf(const void *address) const {
  const char *at = static_cast<const char *>(address);
  if (memory == nullptr || at < memory || at >= memory + stacks * stackBytes)
    return stacks;
  const size_t offset = static_cast<size_t>(at - memory);
  return offset % stackBytes < pageBytes ? offset / stackBytes : stacks;
}

} // namespace musart
