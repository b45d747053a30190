//===- rewrite/port_file.h - one file's port --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens and rules in, edits and diagnostics out. A file's port depends on its bytes, the rules and
// what is known of the tree, so files are ported in parallel and in any order.
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

/// Ports files one after the other; keeps what it has looked up. One a thread.
class FilePorter {
public:
  explicit FilePorter(const TreeContext &context);
  ~FilePorter();
  /// `file`: index in the tree. `shownPath`: how diagnostics name it. `decisions`: if not null,
  /// gets one entry for every rule that was considered, in order of offset.
  FileResult port(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                  llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions = nullptr);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_PORT_FILE_H
