//===- rewrite/level_header.h - <musa_port/cuda_level.h> --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard that compares versions uses a level macro (rewrite/guards.h). The header that defines
// these macros has to be included before the first use: at the file's first #include outside any
// #if, or at the start of the file.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_LEVEL_HEADER_H
#define MUSAPORT_REWRITE_LEVEL_HEADER_H

#include "rewrite/source_port.h"

namespace musaport {

class LevelHeader {
public:
  explicit LevelHeader(SourcePort &port) : port(port) {}

  /// Call this once per token, in order.
  void visit(size_t i) {
    if (firstInclude == nowhere && firstUse == nowhere && port.directives.begins("include", i) &&
        port.directives.depth() == 0)
      firstInclude = i;
  }
  /// A level macro is used at tokens[i].
  void useAt(size_t i) {
    if (firstUse == nowhere)
      firstUse = i;
  }
  bool isUsed() const { return firstUse != nowhere; }
  /// The file includes the header `name`.
  void see(llvm::StringRef name) { isIncluded |= name == levelHeader; }
  /// Call this at the end of the file.
  void insertIfUsed();

private:
  size_t fileStart() const;

  static constexpr size_t nowhere = ~size_t(0);

  SourcePort &port;
  size_t firstInclude = nowhere, firstUse = nowhere;
  bool isIncluded = false;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_LEVEL_HEADER_H
