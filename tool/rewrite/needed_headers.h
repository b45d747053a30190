//===- rewrite/needed_headers.h - headers for what is written --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_NEEDED_HEADERS_H
#define MUSAPORT_REWRITE_NEEDED_HEADERS_H

#include "rewrite/level_header.h"
#include "rewrite/source_port.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace musaport {

/// Includes the headers that declare what a translation writes, unless the file includes them.
/// Files that it includes are not looked into: a header that they include, too, does no harm.
class NeededHeaders {
public:
  explicit NeededHeaders(SourcePort &port) : port(port) {}

  /// The file includes the header `name` here. In an #if, it may not.
  void see(llvm::StringRef name) {
    if (port.directives.depth() == 0)
      included.insert(name);
  }
  /// What replaces tokens[i] uses `header`, by CUDA's name if it is CUDA's. `why` is for `explain`.
  /// Returns whether nothing needed it before.
  bool need(llvm::StringRef header, llvm::StringRef why, size_t i);
  /// The file lacks these, and no #if may stand around them. Call this at the end of the file.
  void needStandard(llvm::ArrayRef<LackingHeader> headers);
  /// Call this at the end of the file.
  void insert(const LevelHeader &level);

private:
  struct Need {
    std::string header, why;
    size_t first; ///< token
    bool isStandard = false;
  };

  SourcePort &port;
  llvm::StringSet<> included;
  llvm::SmallVector<Need, 2> needed; ///< one for each header
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_NEEDED_HEADERS_H
