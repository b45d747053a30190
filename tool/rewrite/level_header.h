//===- rewrite/level_header.h - <musa_port/cuda_level.h> --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard that compares a version names a level macro (rewrite/guards.h). Before the first of these
// the header that defines them has to be included: at the file's first #include that is not inside
// of some #if, or at the file's start.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_LEVEL_HEADER_H
#define MUSAPORT_REWRITE_LEVEL_HEADER_H

#include "rewrite/source_port.h"

namespace musaport {

class LevelHeader {
public:
  explicit LevelHeader(SourcePort &port) : port(port) {}

  /// To be called for each token, in order.
  void visit(size_t i) {
    if (firstInclude == nowhere && firstUse == nowhere && port.directives.begins("include", i) &&
        port.directives.depth() == 0)
      firstInclude = i;
  }
  /// tokens[i] becomes a level macro, or is put in the place of one.
  void useAt(size_t i) {
    if (firstUse == nowhere)
      firstUse = i;
  }
  bool isUsed() const { return firstUse != nowhere; }
  /// The file includes the header `name`.
  void see(llvm::StringRef name) { isIncluded |= name == levelHeader; }
  /// At the end of the file.
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
