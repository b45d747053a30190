//===- host/fiber.cpp ------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "fiber.h"

#include <sys/mman.h>

namespace musart {
namespace {

constexpr size_t pageBytes = 4096;
/// Neighbouring stacks are shifted by a multiple of this, up to a page in all.
constexpr size_t shiftBytes = 256;
constexpr size_t shifts = pageBytes / shiftBytes;

} // namespace

// An odd number of pages, so that stacks are spread over a cache's sets.
FiberStacks::FiberStacks(size_t stackBytes)
    : stackBytes(((stackBytes / pageBytes + 1) | 1) * pageBytes) {}

FiberStacks::~FiberStacks() {
  if (memory != nullptr)
    munmap(memory, stacks * stackBytes);
}

bool FiberStacks::reserve(size_t count) {
  if (count <= stacks)
    return true;
  if (memory != nullptr)
    munmap(memory, stacks * stackBytes);
  stacks = 0;
  void *mapped = mmap(nullptr, count * stackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  memory = mapped == MAP_FAILED ? nullptr : static_cast<char *>(mapped);
  if (memory == nullptr)
    return false;
  stacks = count;
  for (size_t i = 0; i < count; ++i)
    if (mprotect(memory + i * stackBytes, pageBytes, PROT_NONE) != 0)
      break; // the system's limit on mappings: the rest goes without
  return true;
}

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
