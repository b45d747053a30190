//===- tree/output_names.h - what files are called afterwards ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_OUTPUT_NAMES_H
#define MUSAPORT_TREE_OUTPUT_NAMES_H

#include "report/diagnostic.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"
#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace musaport {

/// The path of a file or folder after the port: path rules, `renameFolders` (a word cuda or CUDA in
/// a folder's name, or musa and MUSA), and for a source the extension.
std::string outputPath(llvm::StringRef path, FileKind kind, const RuleSet &rules,
                       bool renameFolders);

/// The output path of each file of `tree`, in the same order; empty for a skipped one.
std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders);

/// Which files are written. Two files that would become one, or a file that would stand where a
/// folder has to, are an error
/// ([musa-output-collision]) naming both: the one that keeps its name is written and the other is
/// not; if neither keeps its name, neither is. `outputs`: what outputPaths() returned.
std::vector<bool> withoutCollisions(const Tree &tree, llvm::ArrayRef<std::string> outputs,
                                    std::vector<Diagnostic> &diagnostics);

/// What the files of a tree are called after the port. The tree must outlive this.
class NewNames {
public:
  /// What withoutCollisions() says goes to `diagnostics`, with files as diagnostics name them.
  NewNames(const Tree &tree, const RuleSet &rules, bool renameFolders,
           std::vector<Diagnostic> &diagnostics);
  NewNames(const NewNames &) = delete; // `includes` refers to `paths`
  NewNames &operator=(const NewNames &) = delete;

  bool isRenamed(size_t file) const { return paths[file] != tree.files[file].path; }
  /// Where the link `file` leads afterwards.
  std::string newTarget(size_t file) const;

  const std::vector<std::string> paths; ///< see outputPaths()
  const std::vector<bool> isWritten;    ///< see withoutCollisions()
  const IncludeResolver includes;
  /// The old and new names of files, without folders, that differ.
  llvm::StringMap<std::string> renamed;
  bool renamesSources = false; ///< one of these by its extension

private:
  const Tree &tree;
};

} // namespace musaport

#endif // MUSAPORT_TREE_OUTPUT_NAMES_H
