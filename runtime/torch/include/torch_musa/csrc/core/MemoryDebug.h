//===- core/MemoryDebug.h - finds out-of-bounds writes ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TORCH_MUSA_CORE_MEMORY_DEBUG_H
#define TORCH_MUSA_CORE_MEMORY_DEBUG_H

#include <c10/core/Device.h>

#include <cstddef>
#include <string>
#include <vector>

/// The debug allocator puts guard bytes before and after each block, checks them when the block is
/// freed and on request, and reports where a damaged block was allocated. It is on if
/// TORCH_MUSA_MEMORY_DEBUG is 1 when the device is first used, or after enable(true).
namespace torch_musa::memory_debug {

/// A block whose guard bytes were overwritten.
struct Damage {
  const void *address = nullptr; ///< the block's first byte
  size_t size = 0;               ///< the block's size in bytes, as requested
  c10::DeviceIndex device = 0;
  size_t before = 0;    ///< number of overwritten guard bytes before the block
  size_t after = 0;     ///< number of overwritten guard bytes after the block
  ptrdiff_t lowest = 0; ///< offset of the first overwritten guard byte from the block's first byte
  bool foundOnFree = false; ///< found when the block was freed
  std::string stack;        ///< stack of the allocation, one frame per line, innermost first

  std::string toString() const;
};

/// Blocks allocated from now on have guard bytes if `value` is true. Existing blocks do not change;
/// those with guard bytes are watched until they are freed.
void enable(bool value);
bool enabled();
/// Called when the device is first used: enables the debug allocator if the environment says so.
void enableByEnvironment();

/// Whether `address` is in a watched block.
bool manages(const void *address);
/// The number of watched blocks.
size_t blockCount();
/// Waits for the devices and checks all watched blocks. Damage found on freeing is returned once;
/// damage to a block in use, each time.
std::vector<Damage> findDamage();

} // namespace torch_musa::memory_debug

#endif
