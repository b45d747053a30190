//===- core/MemoryDebug.h - finds writes past a block's ends ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TORCH_MUSA_CORE_MEMORY_DEBUG_H
#define TORCH_MUSA_CORE_MEMORY_DEBUG_H

#include <c10/core/Device.h>

#include <cstddef>
#include <string>
#include <vector>

/// The debug allocator puts guard bytes before and after each block that it gives out, looks at
/// them when the block is freed and when asked to, and tells where a damaged block was allocated.
/// It is on if TORCH_MUSA_MEMORY_DEBUG is 1 when the device is first used, or after enable(true).
namespace torch_musa::memory_debug {

/// A block whose guard bytes were written.
struct Damage {
  const void *address = nullptr; ///< of the block's first byte
  size_t size = 0;               ///< of the block, as asked for
  c10::DeviceIndex device = 0;
  size_t before = 0;        ///< written guard bytes before the block
  size_t after = 0;         ///< and after it
  ptrdiff_t lowest = 0;     ///< the first written guard byte, counted from the block's first byte
  bool foundOnFree = false; ///< it is freed, and this was seen then
  std::string stack;        ///< of the allocation, one frame a line, the innermost first

  std::string toString() const;
};

/// Blocks that are allocated from now on have guard bytes, or have none. Blocks that exist stay
/// as they are, and are watched until they are freed.
void enable(bool value);
bool enabled();
/// What is done when the device is first used.
void enableByEnvironment();

/// Whether `address` lies in a block that is watched.
bool manages(const void *address);
/// How many blocks are watched.
size_t blockCount();
/// Waits for the devices and looks at all watched blocks. What was found on freeing is told once, a
/// block in use as long as it is.
std::vector<Damage> findDamage();

} // namespace torch_musa::memory_debug

#endif
