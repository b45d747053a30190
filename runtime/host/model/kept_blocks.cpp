//===- host/model/kept_blocks.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/kept_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>

namespace musart {

/// Each is looked at to find one.
static constexpr size_t maxBlocks = 256;

MemoryBlock KeptBlocks::take(size_t bytes) {
  const std::lock_guard lock(mutex);
  auto best = blocks.end();
  for (auto it = blocks.begin(); it != blocks.end(); ++it)
    if (it->bytes >= bytes && it->bytes - bytes <= bytes / 4 &&
        (best == blocks.end() || it->bytes < best->bytes))
      best = it;
  if (best == blocks.end())
    return {};
  const MemoryBlock result = *best;
  blocks.erase(best);
  kept -= result.bytes;
  return result;
}

void KeptBlocks::give(MemoryBlock block) {
  if (block.bytes > limit) {
    std::free(block.address);
    return;
  }
  madvise(block.address, block.bytes, MADV_FREE); // a hint: may fail
  const std::lock_guard lock(mutex);
  blocks.push_back(block);
  kept += block.bytes;
  size_t count = 0;
  for (size_t left = kept; left > limit || blocks.size() - count > maxBlocks; ++count)
    left -= blocks[count].bytes;
  freeOldest(count);
}

void KeptBlocks::freeAll() {
  const std::lock_guard lock(mutex);
  freeOldest(blocks.size());
}

size_t KeptBlocks::bytes() const {
  const std::lock_guard lock(mutex);
  return kept;
}

void KeptBlocks::freeOldest(size_t count) {
  const auto end = blocks.begin() + static_cast<ptrdiff_t>(count);
  std::for_each(blocks.begin(), end, [&](const MemoryBlock &block) {
    kept -= block.bytes;
    std::free(block.address);
  });
  blocks.erase(blocks.begin(), end);
}

} // namespace musart
