//===- rewrite/escaped_source.h - a source in ordinary literals -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "#include \"a.cuh\"\n"
// "__global__ void k() {}\n"
//
// The source that such a string holds is ported as a file is. Its text is made as long as the text
// that it stands in, so that each of its tokens is where it stands.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_ESCAPED_SOURCE_H
#define MUSAPORT_REWRITE_ESCAPED_SOURCE_H

#include "edits/edit.h"
#include "rewrite/source_text.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace musaport {

class EscapedSource {
public:
  /// Of the string whose first literal is tokens[i]. Macros, lines of #if and raw literals, which
  /// are ported by themselves, may stand between its literals.
  EscapedSource(const SourceText &text, size_t i);

  /// Whether the string defines a kernel or a device function.
  bool isSource() const { return !literals.empty(); }
  /// The literals and what is between them.
  TokenRange tokens() const { return {first, last}; }
  /// Where the source begins in the buffer.
  uint32_t offset() const { return begin; }
  /// Blanks stand for what is between two literals, and fill up what an escape sequence is longer
  /// than the character that it stands for.
  const std::string &source() const { return bytes; }

  struct Placed {
    size_t token; ///< a literal
    Edit edit;    ///< of the buffer
  };
  /// The edits that do to the source what `edit` does: one for each literal that it reaches.
  llvm::SmallVector<Placed, 1> place(const Edit &edit) const;

private:
  struct Content {
    size_t begin, end; ///< in the source
  };
  void add(llvm::StringRef literal, size_t at);

  size_t first, last = 0;
  llvm::SmallVector<size_t, 4> literals; ///< tokens
  uint32_t begin;
  std::string bytes;
  llvm::BitVector continues;     ///< whether a byte is in an escape sequence, and not its first
  std::vector<Content> contents; ///< of each literal
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_ESCAPED_SOURCE_H
