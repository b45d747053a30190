//===- rewrite/port_file.h - porting one file -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens and rules in, edits and diagnostics out. The result depends only on the file's bytes, the
// rules and what is known about the tree, so files are ported in parallel and in any order.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PORT_FILE_H
#define MUSAPORT_REWRITE_PORT_FILE_H

#include "edits/result.h"
#include "rewrite/tree_context.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <vector>

namespace musaport {

/// Ports one file after another and caches lookups. One per thread.
class FilePorter {
public:
  explicit FilePorter(const TreeContext &context);
  ~FilePorter();
  /// `file`: index in the tree. `shownPath`: its name in diagnostics. `decisions`: if not null,
  /// receives an entry for every rule that was considered, sorted by offset. `facts`: null if the
  /// file was not parsed.
  FileResult port(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                  llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions = nullptr,
                  const ParserFacts *facts = nullptr);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_PORT_FILE_H
