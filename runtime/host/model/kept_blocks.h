//===- host/model/kept_blocks.h - freed memory for later --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_KEPT_BLOCKS_H
#define MUSAPORT_HOST_MODEL_KEPT_BLOCKS_H

#include <cstddef>
#include <mutex>
#include <vector>

namespace musart {

/// Whole pages that posix_memalign gave.
struct MemoryBlock {
  char *address = nullptr; ///< null: none
  size_t bytes = 0;
};

/// Large blocks that the program has freed and may soon want again. A new block's pages are cleared
/// one by one when they are first touched, which takes longer than a kernel that fills them. Linux
/// may take the pages of kept blocks whenever it runs short. Thread-safe.
class KeptBlocks {
public:
  /// Keeps `limit` bytes at most.
  explicit KeptBlocks(size_t limit) : limit(limit) {}
  ~KeptBlocks() { freeAll(); }
  KeptBlocks(const KeptBlocks &) = delete;
  KeptBlocks &operator=(const KeptBlocks &) = delete;

  /// The smallest block of at least `bytes`, unless it is much larger. Its contents are undefined.
  MemoryBlock take(size_t bytes);
  /// Keeps a block, and frees the oldest ones beyond the limit: the block itself if it is larger.
  void give(MemoryBlock block);
  void freeAll();
  size_t bytes() const;

private:
  void freeOldest(size_t count);

  const size_t limit;
  mutable std::mutex mutex;
  std::vector<MemoryBlock> blocks; ///< the oldest first
  size_t kept = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_KEPT_BLOCKS_H
