//===- host/exec/aligned_buffer.h - a reusable buffer for running blocks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_ALIGNED_BUFFER_H
#define MUSAPORT_HOST_EXEC_ALIGNED_BUFFER_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musart {

/// Grows on demand. Aligned for anything that device code may store in it.
class AlignedBuffer {
public:
  static constexpr size_t alignment = 128;

  /// Returns at least `bytes` bytes. The content is lost if the buffer grows.
  char *ofAtLeast(size_t bytes) {
    const size_t needed = bytes + alignment;
    if (needed > size) {
      memory = std::make_unique<char[]>(needed);
      size = needed;
    }
    const auto begin = reinterpret_cast<uintptr_t>(memory.get());
    return memory.get() + (alignment - begin % alignment) % alignment;
  }

private:
  std::unique_ptr<char[]> memory;
  size_t size = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_ALIGNED_BUFFER_H
