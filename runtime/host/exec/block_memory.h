//===- host/exec/block_memory.h - the shared memory of blocks ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_BLOCK_MEMORY_H
#define MUSAPORT_HOST_EXEC_BLOCK_MEMORY_H

#include "exec/aligned_buffer.h"

#include <cstddef>
#include <cstring>

namespace musart {

/// The shared memory of the blocks that one CPU thread runs at once. In front of each block's are
/// the bytes that musa_port/host/thread.h describes.
class BlockMemory {
public:
  /// Makes room for `blocks` blocks of `bytes` bytes. Nothing has been counted yet.
  void prepare(size_t blocks, size_t bytes) {
    constexpr size_t alignment = AlignedBuffer::alignment;
    stride = front + (bytes + alignment - 1) / alignment * alignment;
    begin = buffer.ofAtLeast(stride * blocks);
    for (size_t i = 0; i < blocks; ++i)
      std::memset(begin + i * stride, 0, front);
  }

  char *ofBlock(size_t i) { return begin + i * stride + front; }
  /// From the memory of a block to that of the next one.
  size_t strideBytes() const { return stride; }

private:
  static constexpr size_t front = AlignedBuffer::alignment;

  AlignedBuffer buffer;
  char *begin = nullptr;
  size_t stride = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_BLOCK_MEMORY_H
