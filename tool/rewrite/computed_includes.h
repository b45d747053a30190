//===- rewrite/computed_includes.h - includes made by macros ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `#include SORT_HEADER` with `#define SORT_HEADER <ROOT/sort.cuh>`: the names of files and folders
// stand in macros, in parts.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_COMPUTED_INCLUDES_H
#define MUSAPORT_REWRITE_COMPUTED_INCLUDES_H

#include "rewrite/source_port.h"

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Makes a path that is made in parts follow the files and folders that the port renames.
class ComputedIncludes {
public:
  explicit ComputedIncludes(SourcePort &port) : port(port) {}

  /// `tokens`: what a macro stands for that an include is made of, or the arguments of one.
  void visit(TokenRange tokens);

private:
  void visitPath(TokenRange tokens);
  void renameFolders(TokenRange tokens, llvm::StringRef path);
  void renameFile(TokenRange tokens, llvm::StringRef path);
  /// A macro that stands for one word, which is a folder's name and may be a namespace's, too.
  void nameFolder(size_t i);
  /// The bytes [begin, end) of the path that begins with tokens.first become `to`.
  void replace(TokenRange tokens, size_t begin, size_t end, llvm::StringRef to);

  SourcePort &port;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_COMPUTED_INCLUDES_H
