//===- rewrite/port_file.h - one file's port --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens and rules in, edits and diagnostics out. A file's port depends on its bytes, the rules and
// what is known of the tree, so files are ported in parallel and in any order.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PORT_FILE_H
#define MUSAPORT_REWRITE_PORT_FILE_H

#include "edits/result.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"
#include "source/tokens.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <string>
#include <vector>

namespace musaport {

/// What the port of one file has to know of the others. Shared by all threads.
struct TreeContext {
  const RuleSet &rules;
  const Tree &tree;
  const IncludeResolver &includes;
  /// Names of frameworks, and names that look like CUDA's, that the tree itself declares.
  const llvm::StringSet<> &declared;
  /// Names like CUDA's that are the tree's own wherever they stand.
  const llvm::StringSet<> &ownNames;
  /// Macros that some #include names.
  const llvm::StringSet<> &includeMacros;
  /// Include guards that follow their file's new extension.
  const llvm::StringMap<std::string> &includeGuards;
  bool translatesPtx = false;
  /// What is good to know of names that are ported is said, too: deprecated and unverified ones.
  bool judgesNames = false;
};

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

/// What the include guard `guard` of a file that becomes `output` is called afterwards: the part of
/// it that stands for the extension follows (X_CUH -> X_MUH, X_CU_H_ -> X_MU_H_); unchanged if
/// there is none.
std::string renameIncludeGuard(llvm::StringRef guard, llvm::StringRef path, llvm::StringRef output,
                               Direction direction);

} // namespace musaport

#endif // MUSAPORT_REWRITE_PORT_FILE_H
