//===- tree/destination.h - where a port is written -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A port is written into a folder, over the tree's own files, into a diff, or nowhere: see
// PortOptions::Mode.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_DESTINATION_H
#define MUSAPORT_TREE_DESTINATION_H

#include "edits/edit.h"
#include "report/diagnostic.h"
#include "rules/rule_set.h"
#include "tree/output_names.h"
#include "tree/output_tree.h"
#include "tree/port_options.h"
#include "tree/transaction.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

class Destination {
public:
  Destination(const Tree &tree, const NewNames &names, const RuleSet &rules,
              const PortOptions &options)
      : tree(tree), names(names), rules(rules), options(options), diffs(tree.files.size()) {}

  /// Checks that nothing is in the way. Until finish() nothing is changed, except in a new output's
  /// temporary folder.
  llvm::Error open(std::vector<Diagnostic> &diagnostics);

  // Thread-safe for different files. `file`: index in the tree.

  /// Writes a ported file. `bytes`: its original content. `mode`: permission bits.
  llvm::Error write(size_t file, llvm::StringRef bytes, llvm::ArrayRef<Edit> edits, uint32_t mode);
  /// Whether the file is written even if its content does not change.
  bool takesCopyOf(size_t file) const;
  /// Writes a file whose content does not change.
  llvm::Error copy(size_t file, llvm::StringRef bytes, uint32_t mode);
  llvm::Error writeLink(size_t file);

  /// Call this once all files are written: makes the changes. If this fails, there are none.
  llvm::Error finish(std::vector<Diagnostic> &diagnostics);

  uint64_t filesWritten() const { return output ? output->filesWritten() : changedInPlace.load(); }
  /// One diff per file of the tree, in order; most are empty.
  llvm::ArrayRef<std::string> unifiedDiffs() const { return diffs; }

private:
  llvm::Error openFolder(std::vector<Diagnostic> &diagnostics);
  llvm::Error refuseFor(std::vector<Diagnostic> conflicts,
                        std::vector<Diagnostic> &diagnostics) const;
  llvm::Error checkInPlace() const;
  llvm::Error writeBytes(size_t file, llvm::StringRef bytes, uint32_t mode);
  void expectUnchanged(size_t file, llvm::StringRef content);
  llvm::Error removeOldNames();
  llvm::Error finishFolder(std::vector<Diagnostic> &diagnostics);
  std::string inDiff(llvm::StringRef path) const;
  std::string oldPath(size_t file) const { return pathUnder(tree.root, tree.files[file].path); }
  std::string newPath(size_t file) const { return pathUnder(tree.root, names.paths[file]); }

  const Tree &tree;
  const NewNames &names;
  const RuleSet &rules;
  const PortOptions &options;
  std::optional<OutputTree> output;
  std::vector<std::string> outputPaths;     ///< sorted; folders end in /
  std::unique_ptr<Transaction> transaction; ///< in place
  std::atomic<uint64_t> changedInPlace = 0;
  std::vector<std::string> diffs;
};

} // namespace musaport

#endif // MUSAPORT_TREE_DESTINATION_H
