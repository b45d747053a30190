//===- rewrite/line_counter.h - lines and columns of offsets ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_LINE_COUNTER_H
#define MUSAPORT_REWRITE_LINE_COUNTER_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdint>

namespace musaport {

/// Efficient for offsets that mostly increase.
class LineCounter {
public:
  explicit LineCounter(llvm::StringRef buffer)
      : buffer(buffer), lineEnd(std::min(buffer.find('\n'), buffer.size())) {}

  struct Position {
    uint32_t line, column;
    llvm::StringRef text; ///< the line without its ending
  };
  Position at(uint32_t offset) {
    if (offset < lineStart)
      *this = LineCounter(buffer);
    // Search for each line's end only once: a line may be as long as the file.
    while (offset > lineEnd) {
      ++line;
      lineStart = lineEnd + 1;
      lineEnd = std::min(buffer.find('\n', lineStart), buffer.size());
    }
    return {line, static_cast<uint32_t>(offset - lineStart + 1),
            buffer.slice(lineStart, lineEnd).rtrim('\r')};
  }

private:
  llvm::StringRef buffer;
  uint32_t line = 1;
  size_t lineStart = 0;
  size_t lineEnd;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_LINE_COUNTER_H
